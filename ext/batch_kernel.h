/* The moves of each of many positions: see batch_lanes.h. Compiled for every width, after lanes_kernel.h. */
#include "batch_lanes.h"

INLINE Lanes from_square_order(const uint32_t *words) {
    Lanes squares = load(words), result = squares ^ squares;
    for (int i = 0; i < 8; i++)
        result |= rotate(squares & (0x01010101u << i), BIT_OF[i] - i);
    return result;
}

INLINE void count_side(Tree *tree, int white, int32_t *counts) {
    Positions *in = &tree->plies[0];
    for (int i = 0; i < in->n; i += LANES) {
        Sums sums;
        memset(&sums, 0, sizeof sums);
        store(in->own + i, from_square_order(in->own + i));
        store(in->enemy + i, from_square_order(in->enemy + i));
        store(in->kings + i, from_square_order(in->kings + i));
        leaves(tree, white, in, i, &sums);
        store(counts + i, whole(sums.moves) + whole(sums.king_steps));
        tree->hard.n = 0;
    }
}

TARGET void NAME(count_each)(Tree *tree, int white, int32_t *counts) {
    white ? count_side(tree, 1, counts) : count_side(tree, 0, counts);
}
