/* The moves of each of many positions, counted in lanes: what batch_kernel.h does, at the width that the
 * machine has.
 *
 * tree->plies[0] holds positions with one side to move, in square order; they are put into the order of
 * the core in place. Of each the moves are counted, the jumps of kings left out: where one is possible
 * the count is 0. `counts` has room for CAPACITY + MOST_LANES.
 */
#ifndef PYDRAUGHTS_BATCH_LANES_H
#define PYDRAUGHTS_BATCH_LANES_H

#include "lanes.h"

typedef void CountEach(Tree *tree, int white, int32_t *counts);

CountEach count_each_1, count_each_4, count_each_8, count_each_16;

static inline CountEach *count_each_in(int lanes) {
    return IN_LANES(count_each, lanes);
}

#endif
