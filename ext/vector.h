/* A vector of 32-bit lanes, LANES of them, and what the kernel does with it. With one lane it is a plain
 * word and all of this is standard C. TARGET, a function attribute, names the instructions allowed.
 */
#ifndef PYDRAUGHTS_VECTOR_H
#define PYDRAUGHTS_VECTOR_H

#include <stdint.h>
#include <string.h>

#include "geometry.h"

#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NOINLINE __attribute__((noinline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define ALWAYS_INLINE inline
#define NOINLINE
#define UNLIKELY(x) (x)
#endif

#if LANES == 8 || LANES == 16
#include <immintrin.h>
#elif LANES == 4 && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define INLINE TARGET static ALWAYS_INLINE

#if LANES == 1
typedef uint32_t Lanes;
#else
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
#endif

INLINE Lanes load(const uint32_t *words) {
    Lanes x;
    memcpy(&x, words, sizeof x);
    return x;
}

INLINE void store(void *words, Lanes x) {
    memcpy(words, &x, sizeof x);
}

INLINE Lanes rotate(Lanes x, int count) {
    return x << (count & 31) | x >> (-count & 31);
}

INLINE Lanes step(Lanes x, int direction) {
    return rotate(x, ROTATION[direction]) & INTO[direction];
}

INLINE Lanes where(Lanes condition, Lanes x) { /* x in the lanes whose condition is not 0, else 0 */
#if LANES == 1
    return condition ? x : 0;
#else
    return (Lanes)(condition != 0) & x;
#endif
}

INLINE Lanes unless(Lanes condition, Lanes x) {
#if LANES == 1
    return condition ? 0 : x;
#else
    return (Lanes)(condition == 0) & x;
#endif
}

INLINE int any(Lanes x) {
#if LANES == 16
    return _mm512_test_epi32_mask((__m512i)x, (__m512i)x) != 0;
#elif LANES == 8
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#elif LANES == 4
    uint64_t half[2];
    memcpy(half, &x, sizeof x);
    return (half[0] | half[1]) != 0;
#else
    return x != 0;
#endif
}

/* The bits of each lane, counted; as partial sums in its bytes where the machine has nothing better. */
INLINE Lanes count(Lanes x) {
#if LANES == 16
    return (Lanes)_mm512_popcnt_epi32((__m512i)x);
#elif LANES == 1
    return (uint32_t)popcount(x);
#elif defined(__ARM_NEON)
    return (Lanes)vcntq_u8((uint8x16_t)x);
#else
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (x + (x >> 4)) & 0x0F0F0F0Fu;
#endif
}

/* Partial sums in bytes made sums in halves, and these added up. */
INLINE Lanes halves(Lanes sums) {
    return LANES == 1 || LANES == 16 ? sums : (sums & 0x00FF00FFu) + (sums >> 8 & 0x00FF00FFu);
}

INLINE Lanes whole(Lanes halves) {
    return LANES == 1 || LANES == 16 ? halves : (halves & 0xFFFFu) + (halves >> 16);
}

INLINE Lanes number_of(Lanes sums) {
    return whole(halves(sums));
}

INLINE uint64_t total(Lanes sums) {
    uint32_t each[LANES];
    uint64_t total = 0;
    memcpy(each, &sums, sizeof each);
    for (int i = 0; i < LANES; i++)
        total += each[i];
    return total;
}

INLINE Lanes times(Lanes x, Lanes y) { /* products below 2^16 */
#if LANES == 1
    return x * y;
#else
    typedef uint16_t halves __attribute__((vector_size(4 * LANES)));
    return (Lanes)((halves)x * (halves)y);
#endif
}

/* Where each wanted lane goes when they are packed together, and the packing; `to` has room for all lanes. */
#if LANES == 16
typedef __mmask16 Places;
#elif LANES == 8
typedef __m256i Places;
#else
typedef struct {
    int of[LANES];
} Places;
#endif

INLINE Places places_of(Lanes wanted, int *number) {
#if LANES == 16
    Places places = _mm512_test_epi32_mask((__m512i)wanted, (__m512i)wanted);
    *number = popcount(places);
    return places;
#elif LANES == 8 /* the numbers of the wanted lanes, four bytes for each half, run together */
    static const uint32_t FOUR[16] = {0, 0,     1,     0x100,   2,     0x200,   0x201,   0x20100,
                                      3, 0x300, 0x301, 0x30100, 0x302, 0x30200, 0x30201, 0x3020100};
    __m256i unwanted = _mm256_cmpeq_epi32((__m256i)wanted, _mm256_setzero_si256());
    unsigned mask = (unsigned)_mm256_movemask_ps((__m256)unwanted) ^ 0xFF;
    uint64_t numbers = FOUR[mask & 15] | ((uint64_t)FOUR[mask >> 4] + 0x04040404u)
                                             << 8 * popcount(mask & 15);
    *number = popcount(mask);
    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)numbers));
#else
    Places places;
    uint32_t each[LANES];
    int n = 0;
    memcpy(each, &wanted, sizeof each);
    for (int i = 0; i < LANES; i++) {
        places.of[i] = n;
        n += each[i] != 0;
    }
    *number = n;
    return places;
#endif
}

INLINE void pack(uint32_t *to, Lanes x, Places places) {
#if LANES == 16
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(places, (__m512i)x));
#elif LANES == 8
    _mm256_storeu_si256((__m256i *)to, _mm256_permutevar8x32_epi32((__m256i)x, places));
#else
    uint32_t each[LANES];
    memcpy(each, &x, sizeof each);
    for (int i = 0; i < LANES; i++)
        to[places.of[i]] = each[i];
#endif
}

#endif
