/* The 32 dark squares as bits of one word, laid out so that every diagonal step is one rotation.
 *
 * Square (x, y), x counted from the left and y from Black's back row in a diagram with White at the
 * bottom, is bit (4y - 3x) mod 32. A step to (x + 1, y + 1) then adds 1 to the bit number, to
 * (x - 1, y + 1) adds 7, to (x + 1, y - 1) adds 25 and to (x - 1, y - 1) adds 31, all mod 32, and no
 * two dark squares share a bit. A step off the edge lands on a bit whose square cannot be entered
 * that way, so one mask of possible destinations removes it.
 */
#ifndef PYDRAUGHTS_GEOMETRY_H
#define PYDRAUGHTS_GEOMETRY_H

#include <stdint.h>

/* The four directions in this order, and the squares that can be entered in each: men of Black move in
 * the first two, men of White in the last two; 3 - direction is the way back.
 */
static const uint8_t ROTATION[4] = {1, 7, 25, 31};
static const uint32_t INTO[4] = {0xCF6DE7EFu, 0xD775F7F7u, 0xEFAEEBEFu, 0xE7B6F3F7u};

/* Where the men of Black (0) and of White (1) are crowned: squares 29-32 and 1-4. */
static const uint32_t FAR_ROW[2] = {0x10410400u, 0x20820800u};

/* Bit number of square i + 1, and the inverse. */
static const uint8_t BIT_OF[32] = {29, 23, 17, 11, 4,  30, 24, 18, 5,  31, 25, 19, 12, 6,  0,  26,
                                   13, 7,  1,  27, 20, 14, 8,  2,  21, 15, 9,  3,  28, 22, 16, 10};
static const uint8_t INDEX_OF[32] = {14, 18, 23, 27, 4,  8,  13, 17, 22, 26, 31, 3,  12, 16, 21, 25,
                                     30, 2,  7,  11, 20, 24, 29, 1,  6,  10, 15, 19, 28, 0,  5,  9};

static inline uint32_t rotate_left(uint32_t word, int count) {
    return (word << (count & 31)) | (word >> (-count & 31));
}

static inline int popcount(uint32_t word) {
    word -= word >> 1 & 0x55555555u;
    word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0Fu;
    return (int)(word * 0x01010101u >> 24);
}

/* The number of the only bit of a word. */
static inline int bit_number(uint32_t bit) {
#if defined(__GNUC__)
    return __builtin_ctz(bit);
#else
    return popcount(bit - 1);
#endif
}

#endif
