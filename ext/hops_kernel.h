/* Moves that are single hops, made in order: see hops_lanes.h. Compiled for every width, after
 * lanes_kernel.h.
 */
#include "hops.h"
#include "hops_lanes.h"

/* How many moves of a position come before the one from `start` in a direction, of those in directions
 * `first` to `last`: there are no others.
 */
INLINE Lanes moves_before(const Hops *hops, Lanes start, int direction, int first, int last) {
    Lanes sums = start ^ start;
    for (int d = first; d <= last; d++)
        sums += count(hops->starts[d] & (d < direction ? start | (start - 1) : start - 1));
    return number_of(sums);
}

/* Write down the moves of positions from `i` on in a direction, one after another in each lane: the boards
 * after them if `follow`, else their paths.
 */
INLINE void put_hops(Hopping *hopping, int i, const Hops *hops, int white, int direction, int first,
                     int last, int follow) {
    Lanes own = load(hopping->own + i), enemy = load(hopping->enemy + i), kings = load(hopping->kings + i);
    for (Lanes starts = hops->starts[direction]; any(starts); starts &= starts - 1) {
        Lanes start = starts & (0 - starts), king = kings & start;
        Lanes next = beside(start, 3 - direction), beyond = landings(start, direction);
        Lanes taken = next & hops->jump, end = (next & ~hops->jump) | (beyond & hops->jump);
        int number, n = hopping->moves;
        Places places = places_of(start, &number);
        pack(hopping->parent + n, load(hopping->number + i), places);
        pack(hopping->place + n,
             load(hopping->begin + i) + moves_before(hops, start, direction, first, last), places);
        if (follow) {
            Lanes crowned = end & (white ? 0x0000000Fu : 0xF0000000u);
            pack(hopping->own_after + n, (own ^ start) | end, places);
            pack(hopping->enemy_after + n, enemy & ~taken, places);
            pack(hopping->kings_after + n, (kings & ~(start | taken)) | where(king, end) | crowned, places);
        } else {
            Lanes squares = number_of(count(start - 1)) << 27 | number_of(count(end - 1)) << 22;
            pack(hopping->path + n, squares | where(king, (start ^ start) + 1), places);
        }
        hopping->moves = n + number;
    }
}

INLINE void each_hop(Hopping *hopping, int white, int follow) {
    const int forward = white ? UP_LEFT : DOWN_LEFT, back = white ? DOWN_LEFT : UP_LEFT;
    hopping->moves = 0;
    for (int i = hopping->n; i % LANES; i++)
        hopping->own[i] = hopping->enemy[i] = hopping->kings[i] = 0;
    for (int i = 0; i < hopping->n; i += LANES) {
        Lanes own = load(hopping->own + i), none = own ^ own, moves = none;
        Hops hops = single_hops(own, load(hopping->enemy + i), load(hopping->kings + i), none - (white != 0));
        for (int d = 0; d < 4; d++) {
            hops.starts[d] = unless(hops.chained, hops.starts[d]);
            moves += count(hops.starts[d]);
        }
        store(hopping->end + i, load(hopping->begin + i) + number_of(moves));
        store(hopping->chained + i, hops.chained);
        if (any(hops.starts[back] | hops.starts[back + 1]))
            for (int d = 0; d < 4; d++)
                put_hops(hopping, i, &hops, white, d, 0, 3, follow);
        else
            for (int d = forward; d < forward + 2; d++)
                put_hops(hopping, i, &hops, white, d, forward, forward + 1, follow);
    }
}

TARGET void NAME(follow_hops)(Hopping *hopping, int white) {
    white ? each_hop(hopping, 1, 1) : each_hop(hopping, 0, 1);
}

TARGET void NAME(list_hops)(Hopping *hopping, int white) {
    white ? each_hop(hopping, 1, 0) : each_hop(hopping, 0, 0);
}
