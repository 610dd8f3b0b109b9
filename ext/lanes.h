/* The tree method of perft in lanes. Every ply has a small buffer of positions, all with the same
 * side to move; whatever fills one is passed on, a vector of positions at a time, to the next. The
 * last ply is counted, not made.
 *
 * tree_start, then tree_push for any number of positions with the same side to move and the same
 * depth (1 .. TREE_DEPTH), then tree_finish: tree->counts is the sum over all of them. `lanes` 0:
 * as many as the machine has. When *stop is set, what is not yet counted is dropped.
 */
#ifndef PYDRAUGHTS_LANES_H
#define PYDRAUGHTS_LANES_H

#include <string.h>

#include "geometry.h"

#if defined(__GNUC__)
#define LANES_VECTORS 1
#if defined(__x86_64__)
#define LANES_X86 1
#endif
#endif

enum { CAPACITY = 1024, TREE_DEPTH = 8, MOST_LANES = 16 };

typedef struct {
    uint64_t nodes, captures, multi_captures, king_moves, king_captures, promotions;
} Counts;

typedef struct {
    uint32_t own[CAPACITY + 2 * MOST_LANES], enemy[CAPACITY + 2 * MOST_LANES],
        kings[CAPACITY + 2 * MOST_LANES];
    int n;
} Positions;

/* Pieces in the middle of a chain. At most 9 men can be taken by one piece, and a vector of chains
 * makes at most four, each one man longer: they never fill half of the buffer.
 */
typedef struct {
    Positions positions;
    uint32_t at[CAPACITY + 2 * MOST_LANES];
} Chains;

typedef struct Tree {
    Counts counts;
    int depth, white;
    const volatile int *stop;
    int tally; /* whether the moves being made are those of the last ply, to be counted by kind */
    void (*drain[2])(struct Tree *, int ply, int all);
    Positions plies[TREE_DEPTH + 1], hard; /* hard: of the last ply, a king can jump */
    Chains chains[TREE_DEPTH];
} Tree;

#define DECLARE_DRAIN(width)                                \
    void drain_black_##width(Tree *tree, int ply, int all); \
    void drain_white_##width(Tree *tree, int ply, int all);
DECLARE_DRAIN(1)
DECLARE_DRAIN(4)
DECLARE_DRAIN(8)
DECLARE_DRAIN(16)
#undef DECLARE_DRAIN

/* The function for so many lanes, of those compiled for each width. */
#if defined(LANES_X86)
#define IN_LANES(function, lanes)        \
    ((lanes) == 16  ? function##_16      \
     : (lanes) == 8 ? function##_8       \
     : (lanes) == 4 ? function##_4       \
                    : function##_1)
#elif defined(LANES_VECTORS)
#define IN_LANES(function, lanes) ((lanes) == 4 ? function##_4 : function##_1)
#else
#define IN_LANES(function, lanes) ((void)(lanes), function##_1)
#endif

static inline int tree_lanes(void) {
#if defined(LANES_X86)
    if (__builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return 16;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        return 8;
#endif
#if defined(LANES_VECTORS)
    return 4;
#else
    return 1;
#endif
}

static inline void tree_start(Tree *tree, int depth, int white, int lanes, const volatile int *stop) {
    memset(&tree->counts, 0, sizeof tree->counts);
    tree->depth = depth;
    tree->white = white;
    tree->stop = stop;
    tree->tally = tree->hard.n = 0;
    for (int ply = 0; ply < depth; ply++)
        tree->plies[ply].n = tree->chains[ply].positions.n = 0;
    tree->plies[depth].n = 0;
    if (!lanes)
        lanes = tree_lanes();
    tree->drain[0] = IN_LANES(drain_black, lanes);
    tree->drain[1] = IN_LANES(drain_white, lanes);
}

static inline void tree_push(Tree *tree, uint32_t own, uint32_t enemy, uint32_t kings) {
    Positions *in = &tree->plies[0];
    if (in->n == CAPACITY)
        tree->drain[tree->white](tree, 0, 0);
    in->own[in->n] = own;
    in->enemy[in->n] = enemy;
    in->kings[in->n++] = kings;
}

static inline void tree_finish(Tree *tree) {
    for (int ply = 0; ply < tree->depth; ply++)
        tree->drain[(tree->white + ply) & 1](tree, ply, 1);
    tree->counts.king_moves += tree->counts.king_captures;
}

#endif
