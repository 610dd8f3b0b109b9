/* Moves of a single hop, found in square order: bit i is square i + 1, a row of the board is four bits.
 *
 * A start and a direction make such a move. Directions are numbered as the squares that they lead to, so
 * that moves sorted by start and direction are sorted by path.
 */
#ifndef PYDRAUGHTS_HOPS_H
#define PYDRAUGHTS_HOPS_H

#include "vector.h"

enum { UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT };

typedef struct {
    Lanes starts[4]; /* in each direction */
    Lanes jump;      /* all ones where the moves are jumps, else 0 */
    Lanes chained;   /* not 0 where some of them go on: these are not single hops */
} Hops;

/* The squares with a neighbour in a direction that is one of these. Squares of every second row, the
 * first of them, lie half a square to the right.
 */
INLINE Lanes beside(Lanes squares, int direction) {
    switch (direction) {
    case UP_LEFT:
        return (squares << 4 & 0x0F0F0F0Fu) | (squares << 5 & 0xE0E0E0E0u);
    case UP_RIGHT:
        return (squares << 3 & 0x07070707u) | (squares << 4 & 0xF0F0F0F0u);
    case DOWN_LEFT:
        return (squares >> 4 & 0x0F0F0F0Fu) | (squares >> 3 & 0xE0E0E0E0u);
    default:
        return (squares >> 5 & 0x07070707u) | (squares >> 4 & 0xF0F0F0F0u);
    }
}

/* Where jumps that are possible lead. */
INLINE Lanes landings(Lanes starts, int direction) {
    switch (direction) {
    case UP_LEFT:
        return starts >> 9;
    case UP_RIGHT:
        return starts >> 7;
    case DOWN_LEFT:
        return starts << 7;
    default:
        return starts << 9;
    }
}

/* `up`: all ones where White is to move, else 0. A piece that has jumped may not jump back over the man
 * it has taken, and could not: where it came from is not empty here.
 */
INLINE Hops single_hops(Lanes own, Lanes enemy, Lanes kings, Lanes up) {
    Hops hops;
    Lanes empty = ~(own | enemy), own_kings = own & kings;
    Lanes movers[2] = {(own & up) | own_kings, (own & ~up) | own_kings};
    Lanes steps[4], jumps[4], leaps[4], any_jump = own ^ own;
    for (int d = 0; d < 4; d++) {
        Lanes before_empty = beside(empty, d);
        steps[d] = movers[d >> 1] & before_empty;
        leaps[d] = beside(enemy & before_empty, d);
        jumps[d] = movers[d >> 1] & leaps[d];
        any_jump |= jumps[d];
    }
    hops.jump = where(any_jump, ~(own ^ own));
    Lanes ahead = (up & (leaps[UP_LEFT] | leaps[UP_RIGHT])) | (~up & (leaps[DOWN_LEFT] | leaps[DOWN_RIGHT]));
    Lanes around = leaps[UP_LEFT] | leaps[UP_RIGHT] | leaps[DOWN_LEFT] | leaps[DOWN_RIGHT];
    hops.chained = own ^ own;
    for (int d = 0; d < 4; d++) {
        hops.chained |= (landings(jumps[d], d) & ahead) | (landings(jumps[d] & kings, d) & around);
        hops.starts[d] = (jumps[d] & hops.jump) | (steps[d] & ~hops.jump);
    }
    return hops;
}

#endif
