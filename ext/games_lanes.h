/* A ply of many games at once, all with the same side to move: what games_kernel.h does, at the width
 * that the machine has.
 */
#ifndef PYDRAUGHTS_GAMES_LANES_H
#define PYDRAUGHTS_GAMES_LANES_H

#include "lanes.h"

enum { GAMES = 512 };

typedef struct {
    uint32_t black[GAMES], white[GAMES], kings[GAMES]; /* in square order */
} Boards;

typedef struct {
    Boards boards[2];                       /* where Black is to move, and White */
    uint64_t state[GAMES];                  /* of the random numbers of each game */
    uint32_t starts[4][GAMES], jump[GAMES]; /* as in hops.h */
    uint32_t count[GAMES];                  /* of moves; 0 if there are none or some are no single hops */
    uint32_t chosen[GAMES];
    uint32_t path[GAMES]; /* the upper half of the move code; the lowest bit is set if a king moves */
} Games;

/* Choose one of the moves of each game at random and make it, from boards[white] to boards[!white].
 * Games whose count is 0 are left alone: where they would come to, and `path`, tell nothing.
 */
typedef void PlayHops(Games *games, int white, int n);

PlayHops play_hops_1, play_hops_4, play_hops_8, play_hops_16;

static inline PlayHops *play_hops_in(int lanes) {
    return IN_LANES(play_hops, lanes);
}

#endif
