/* Moves made in many games: see games_lanes.h. Compiled for every width, after lanes_kernel.h. */
#include "games_lanes.h"
#include "hops.h"
#include "mixing.h"

INLINE void count_hops(Games *games, int white, int n) {
    const Boards *boards = &games->boards[white];
    const uint32_t *own = white ? boards->white : boards->black;
    const uint32_t *enemy = white ? boards->black : boards->white;
    for (int i = 0; i < n; i += LANES) {
        Lanes up = (load(own + i) & 0) - (white != 0), moves = up ^ up;
        Hops hops = single_hops(load(own + i), load(enemy + i), load(boards->kings + i), up);
        for (int d = 0; d < 4; d++) {
            moves += count(hops.starts[d]);
            store(games->starts[d] + i, hops.starts[d]);
        }
        store(games->jump + i, hops.jump);
        store(games->count + i, unless(hops.chained, number_of(moves)));
    }
}

/* random_below for every game that has moves to choose from; what it might refuse is given to it. */
INLINE void choose_hops(Games *games, int n) {
    uint64_t doubtful = 0;
    for (int i = 0; i < n; i++) {
        uint32_t count = games->count[i];
        uint64_t state = games->state[i], product = random_product(&state, count);
        games->state[i] = count ? state : games->state[i];
        games->chosen[i] = (uint32_t)(product >> 32);
        doubtful |= (uint32_t)product < count;
    }
    for (int i = 0; doubtful && i < n; i++) {
        uint32_t count = games->count[i];
        uint64_t state = games->state[i] - STRIDE;
        if (count && (uint32_t)random_product(&state, count) < count) {
            games->state[i] -= STRIDE;
            games->chosen[i] = random_below(&games->state[i], count);
        }
    }
}

typedef struct {
    Lanes start, odd_row, direction; /* index of the square, 1 in every second row, index as in hops.h */
} Hop;

INLINE Lanes is_less(Lanes x, Lanes y) { /* 1 or 0; of numbers below 2^31 */
    return (x - y) >> 31;
}

/* The hop with a number, counted in the order of starts and directions. A row has up to 14 hops and the
 * board up to 98, so that counts of rows fit in four bits and their sums in seven.
 */
INLINE Hop numbered(const Lanes starts[4], Lanes number) {
    Lanes rows = number ^ number, four[4];
    for (int d = 0; d < 4; d++) {
        Lanes pairs = starts[d] - (starts[d] >> 1 & 0x55555555u);
        rows += (pairs & 0x33333333u) + (pairs >> 2 & 0x33333333u);
    }
    Lanes sums = (rows & 0x0F0F0F0Fu) + (rows >> 4 & 0x0F0F0F0Fu); /* of two rows, four, six, eight */
    sums += sums << 8;
    sums += sums << 16;

    /* By two rows: 8 in every byte whose sum is not beyond the number, and these added. */
    Lanes passed = number | number << 8;
    passed |= passed << 16;
    passed = ((passed | 0x80808080u) - sums) >> 4 & 0x08080808u;
    Lanes at = (passed + (passed >> 8) + (passed >> 16)) & 31;
    number -= sums << 8 >> at & 0xFF;

    Lanes first = rows >> at & 15, odd_row = 1 - is_less(number, first);
    number -= first & (0 - odd_row);
    at += odd_row << 2;

    /* Four bits for every square of the row. */
    for (int d = 0; d < 4; d++)
        four[d] = starts[d] >> at & 15;
    Lanes up = four[UP_LEFT] | four[UP_RIGHT] << 16, down = four[DOWN_LEFT] | four[DOWN_RIGHT] << 16;
    up = (up | up << 6) & 0x03030303u;
    up = (up | up << 3) & 0x11111111u;
    down = (down | down << 6) & 0x03030303u;
    down = (down | down << 3) & 0x11111111u;
    Lanes hops = ((up | up >> 15) & 0x3333u) | ((down | down >> 15) & 0x3333u) << 2;

    /* By squares, as by rows; then the lower ones of the directions are taken away. */
    Lanes each = hops - (hops >> 1 & 0x5555u);
    each = (each & 0x3333u) + (each >> 2 & 0x3333u);
    each += each << 4;
    each += each << 8;
    Lanes square = 3 - is_less(number, each & 15) - is_less(number, each >> 4 & 15) -
                   is_less(number, each >> 8 & 15);
    number -= each << 4 >> (square << 2) & 15;
    hops = hops >> (square << 2) & 15;
    for (uint32_t lower = 0; lower < 3; lower++)
        hops &= hops - is_less((number ^ number) + lower, number);
    hops &= 0 - hops;
    Hop hop = {(at + square) & 31, odd_row, (hops >> 1) - (hops >> 3)};
    return hop;
}

INLINE void make_hops(Games *games, int white, int n) {
    const Boards *boards = &games->boards[white];
    Boards *after = &games->boards[!white];
    const uint32_t crowning_row = white ? 0x0000000Fu : 0xF0000000u;
    for (int i = 0; i < n; i += LANES) {
        Lanes starts[4];
        for (int d = 0; d < 4; d++)
            starts[d] = load(games->starts[d] + i);
        Hop hop = numbered(starts, load(games->chosen + i));
        Lanes jump = load(games->jump + i), own = load((white ? boards->white : boards->black) + i);
        Lanes enemy = load((white ? boards->black : boards->white) + i), kings = load(boards->kings + i);
        Lanes right = hop.direction & 1, down = hop.direction & 2, one = (jump & 0) + 1;
        /* Up left is 4 squares back, one more in odd rows, and so on; two steps make 9, 7, 7 and 9. */
        Lanes next = (hop.start + 4 * down - 4 + right - hop.odd_row) & 31;
        Lanes beyond = (hop.start + 8 * down - 9 + 2 * right) & 31;
        Lanes end = (next & ~jump) | (beyond & jump);
        Lanes left = one << hop.start, over = one << next & jump, entered = one << end;
        Lanes king = kings & left;
        store((white ? after->white : after->black) + i, (own ^ left) | entered);
        store((white ? after->black : after->white) + i, enemy & ~over);
        store(after->kings + i, (kings & ~(left | over)) | where(king, entered) | (entered & crowning_row));
        store(games->path + i, hop.start << 27 | end << 22 | where(king, one));
    }
}

TARGET void NAME(play_hops)(Games *games, int white, int n) {
    count_hops(games, white, n);
    choose_hops(games, n);
    make_hops(games, white, n);
}
