/* The moves of many positions, all with the same side to move, where they are single hops: what
 * hops_kernel.h does, at the width that the machine has.
 */
#ifndef PYDRAUGHTS_HOPS_LANES_H
#define PYDRAUGHTS_HOPS_LANES_H

#include "lanes.h"

/* A position has 98 single hops at most: there are no more pairs of a square and a neighbour. */
enum { ROWS = 64, ALL_HOPS = 98 * ROWS + MOST_LANES };

typedef struct {
    uint32_t own[ROWS], enemy[ROWS], kings[ROWS]; /* in square order */
    uint32_t number[ROWS];                        /* of the position */
    uint32_t begin[ROWS], end[ROWS];              /* places of its first move and behind its last */
    uint32_t chained[ROWS];                       /* not 0 where some moves are longer: none is made */
    int n;
    uint32_t parent[ALL_HOPS], place[ALL_HOPS]; /* of each move: number of the position, place */
    uint32_t path[ALL_HOPS];                    /* the upper half of the code; the lowest bit is for a king */
    uint32_t own_after[ALL_HOPS], enemy_after[ALL_HOPS], kings_after[ALL_HOPS];
    int moves;
} Hopping;

/* Make the moves, or write down their paths. Places are given in the order of paths. */
typedef void EachHop(Hopping *hopping, int white);

EachHop follow_hops_1, follow_hops_4, follow_hops_8, follow_hops_16;
EachHop list_hops_1, list_hops_4, list_hops_8, list_hops_16;

typedef struct {
    EachHop *follow, *list;
} HopsIn;

static inline HopsIn hops_in(int lanes) {
    HopsIn hops = {IN_LANES(follow_hops, lanes), IN_LANES(list_hops, lanes)};
    return hops;
}

#endif
