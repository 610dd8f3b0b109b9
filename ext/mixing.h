/* Words mixed: keys of positions, and random numbers. */
#ifndef PYDRAUGHTS_MIXING_H
#define PYDRAUGHTS_MIXING_H

#include <stdint.h>

#define STRIDE 0x9E3779B97F4A7C15u /* of the states of SplitMix64 (Steele, Lea and Flood, 2014) */

/* The finalizer of SplitMix64. */
static inline uint64_t mixed(uint64_t word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The next number of SplitMix64, its upper half times a bound: the upper half of that is below the bound. */
static inline uint64_t random_product(uint64_t *state, uint32_t bound) {
    *state += STRIDE;
    return (mixed(*state) >> 32) * bound;
}

/* A number below the bound, each as likely as any other (Lemire, 2019). */
static inline uint32_t random_below(uint64_t *state, uint32_t bound) {
    uint64_t product = random_product(state, bound);
    if ((uint32_t)product < bound) {
        uint32_t short_of = (0 - bound) % bound;
        while ((uint32_t)product < short_of)
            product = random_product(state, bound);
    }
    return (uint32_t)(product >> 32);
}

#endif
