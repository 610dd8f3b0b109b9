/* The yardstick: a plain scalar perft in the rotated layout, to measure the library's tree against.
 *
 *     cc -O3 -march=native -I ext benchmarks/yardstick.c -o yardstick && ./yardstick 12
 *
 * Moves are made into a list of positions; the last ply is counted and not made. Nothing cleverer,
 * except that the two colours are compiled apart.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "geometry.h"

typedef struct {
    uint32_t own, enemy, kings; /* own: the side to move */
} Position;

enum { MOST_MOVES = 512 };

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t step(uint32_t word, int direction) {
    return rotate_left(word, ROTATION[direction]) & INTO[direction];
}

/* Those of `movers` that can step or jump in a direction; 3 - direction is the way back. */
INLINE uint32_t can_step(uint32_t movers, uint32_t empty, int direction) {
    return movers & step(empty, 3 - direction);
}

INLINE uint32_t can_jump(uint32_t movers, uint32_t enemy, uint32_t empty, int direction) {
    return movers & step(step(empty, 3 - direction) & enemy, 3 - direction);
}

INLINE uint32_t jumpers(const Position *p, int white) {
    uint32_t empty = ~(p->own | p->enemy), kings = p->own & p->kings;
    int ahead = white ? 2 : 0, back = 2 - ahead;
    uint32_t found =
        can_jump(p->own, p->enemy, empty, ahead) | can_jump(p->own, p->enemy, empty, ahead + 1);
    if (kings)
        found |=
            can_jump(kings, p->enemy, empty, back) | can_jump(kings, p->enemy, empty, back + 1);
    return found;
}

/* Directions for a piece: men of Black move in 0 and 1, of White in 2 and 3, kings in all. */
#define FOR_EACH_DIRECTION(d, white, king) \
    for (int d = (king) || !(white) ? 0 : 2; d < ((king) || (white) ? 4 : 2); d++)

/* Number of routes of the piece on `at`, already lifted off the board; 0 if it cannot jump. */
static int routes(uint32_t at, uint32_t enemy, uint32_t empty, int white, int king) {
    int found = 0;
    FOR_EACH_DIRECTION(d, white, king) {
        uint32_t over = step(at, d) & enemy, to = step(over, d) & empty;
        if (to) {
            int more = routes(to, enemy ^ over, empty | over, white, king);
            found += more ? more : 1;
        }
    }
    return found;
}

/* List the positions at the end of the same routes. */
static int jump(const Position *p, uint32_t at, int white, int king, Position *list) {
    uint32_t empty = ~(p->own | p->enemy);
    int found = 0;
    FOR_EACH_DIRECTION(d, white, king) {
        uint32_t over = step(at, d) & p->enemy, to = step(over, d) & empty;
        if (to) {
            Position next = {p->own, p->enemy ^ over, p->kings & ~over};
            int more = jump(&next, to, white, king, list + found);
            if (!more) {
                uint32_t crowned = to & FAR_ROW[white];
                list[found] =
                    (Position){next.enemy, p->own | to, next.kings | (king ? to : crowned)};
            }
            found += more ? more : 1;
        }
    }
    return found;
}

INLINE int count(const Position *p, int white) {
    uint32_t empty = ~(p->own | p->enemy), kings = p->own & p->kings;
    uint32_t jumping = jumpers(p, white);
    int found = 0;
    if (jumping) {
        for (; jumping; jumping &= jumping - 1) {
            uint32_t at = jumping & -jumping;
            found += kings & at ? routes(at, p->enemy, empty | at, white, 1)
                                : routes(at, p->enemy, empty | at, white, 0);
        }
        return found;
    }
    FOR_EACH_DIRECTION(d, white, 0)
    found += __builtin_popcount(can_step(p->own, empty, d));
    if (kings)
        FOR_EACH_DIRECTION(d, !white, 0)
    found += __builtin_popcount(can_step(kings, empty, d));
    return found;
}

INLINE int children(const Position *p, int white, Position *list) {
    uint32_t empty = ~(p->own | p->enemy), far_row = FAR_ROW[white];
    uint32_t jumping = jumpers(p, white);
    int found = 0;
    if (jumping) {
        for (; jumping; jumping &= jumping - 1) {
            uint32_t at = jumping & -jumping;
            Position lifted = {p->own ^ at, p->enemy, p->kings & ~at};
            found += p->kings & at ? jump(&lifted, at, white, 1, list + found)
                                   : jump(&lifted, at, white, 0, list + found);
        }
        return found;
    }
    for (int d = 0; d < 4; d++) {
        uint32_t movers = d >> 1 == white ? p->own : p->own & p->kings;
        for (uint32_t from = can_step(movers, empty, d); from; from &= from - 1) {
            uint32_t at = from & -from, to = step(at, d);
            uint32_t kings = p->kings & at ? p->kings ^ (at | to) : p->kings | (to & far_row);
            list[found++] = (Position){p->enemy, p->own ^ (at | to), kings};
        }
    }
    return found;
}

static uint64_t perft_white(const Position *p, int depth);

static uint64_t perft_black(const Position *p, int depth) {
    if (depth < 2)
        return depth ? count(p, 0) : 1;
    Position list[MOST_MOVES];
    uint64_t nodes = 0;
    for (int n = children(p, 0, list), i = 0; i < n; i++)
        nodes += perft_white(&list[i], depth - 1);
    return nodes;
}

static uint64_t perft_white(const Position *p, int depth) {
    if (depth < 2)
        return depth ? count(p, 1) : 1;
    Position list[MOST_MOVES];
    uint64_t nodes = 0;
    for (int n = children(p, 1, list), i = 0; i < n; i++)
        nodes += perft_black(&list[i], depth - 1);
    return nodes;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: yardstick DEPTH\n");
        return 2;
    }
    Position start = {0, 0, 0};
    for (int i = 0; i < 12; i++) {
        start.own |= 1u << BIT_OF[i];
        start.enemy |= 1u << BIT_OF[31 - i];
    }
    struct timespec before, after;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    uint64_t nodes = perft_black(&start, atoi(argv[1]));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    printf("%llu %.3f\n", (unsigned long long)nodes,
           after.tv_sec - before.tv_sec + (after.tv_nsec - before.tv_nsec) * 1e-9);
    return 0;
}
