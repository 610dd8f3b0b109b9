/* Memory for records, under one ceiling: chunks of one size for streams, and big blocks for tables.
 *
 * Threads take and give chunks under a lock, which is for a moment only. Enough chunks are kept in
 * reserve for every thread to finish what it has begun.
 */
#ifndef PYDRAUGHTS_POOL_H
#define PYDRAUGHTS_POOL_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__GNUC__)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define LOCK(lock) while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE)) {}
#define UNLOCK(lock) __atomic_clear(lock, __ATOMIC_RELEASE)
typedef char Lock;
#else
#include <intrin.h>
#define UNLIKELY(x) (x)
#define LOCK(lock) while (_InterlockedExchange(lock, 1)) {}
#define UNLOCK(lock) ((void)_InterlockedExchange(lock, 0))
typedef volatile long Lock;
#endif

typedef struct {
    uint64_t board; /* own | enemy << 32 */
    uint64_t rest;  /* kings | weight << 32 */
} Record;

enum { CHUNK_BYTES = 8192, CHUNK_ROOM = CHUNK_BYTES / 16 - 4 };

typedef struct Chunk {
    struct Chunk *next;
    size_t used;
    char to_the_next_line[48];
    Record at[CHUNK_ROOM];
} Chunk;

typedef struct {
    size_t limit, held, peak; /* bytes: allowed, taken from the system, the most ever taken */
    size_t ready, reserve;    /* chunks: at hand, and how many of them make no room any more */
    size_t slab_bytes;        /* how much the next slab takes; grows with use */
    Chunk *free;
    char *fresh, *end; /* what is left of the newest slab; a slab begins with a link to the one before */
    void *slabs;
    Lock busy;
} Pool;

/* On huge pages where there are any: a random read there costs less than half. NULL: no memory. */
static void *big_alloc(size_t bytes) {
#if defined(_WIN32)
    return _aligned_malloc(bytes, 4096);
#else
    const size_t page = bytes < (4u << 20) ? 4096 : 2u << 20;
    void *block = NULL;
    if (posix_memalign(&block, page, (bytes + page - 1) / page * page))
        return NULL;
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (page > 4096)
        madvise(block, (bytes + page - 1) / page * page, MADV_HUGEPAGE);
#endif
    return block;
#endif
}

static void big_free(void *block) {
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}

static void *pool_alloc(Pool *pool, size_t bytes) {
    void *block = NULL;
    LOCK(&pool->busy)
    if (pool->held + bytes <= pool->limit && (block = big_alloc(bytes)) != NULL) {
        pool->held += bytes;
        if (pool->held > pool->peak)
            pool->peak = pool->held;
    }
    UNLOCK(&pool->busy);
    return block;
}

static void pool_return(Pool *pool, void *block, size_t bytes) {
    if (block) {
        LOCK(&pool->busy)
        big_free(block);
        pool->held -= bytes;
        UNLOCK(&pool->busy);
    }
}

static void pool_open(Pool *pool, size_t limit, size_t reserve) {
    memset(pool, 0, sizeof *pool);
    pool->limit = limit;
    pool->reserve = reserve;
    pool->slab_bytes = (reserve + 64) * CHUNK_BYTES;
}

static void pool_close(Pool *pool) {
    while (pool->slabs) {
        void *slab = pool->slabs;
        pool->slabs = *(void **)slab;
        big_free(slab);
    }
}

/* Whether a thread may take `reserve` / threads more chunks without asking again. */
static int pool_has_room(Pool *pool) {
    if (UNLIKELY(pool->ready <= pool->reserve)) {
        const size_t bytes = pool->slab_bytes;
        char *slab = (char *)pool_alloc(pool, bytes);
        if (!slab)
            return 0;
        LOCK(&pool->busy)
        for (; pool->fresh != pool->end; pool->fresh += CHUNK_BYTES) {
            ((Chunk *)pool->fresh)->next = pool->free;
            pool->free = (Chunk *)pool->fresh;
        }
        *(void **)slab = pool->slabs;
        pool->slabs = slab;
        pool->fresh = slab + CHUNK_BYTES;
        pool->end = slab + bytes / CHUNK_BYTES * CHUNK_BYTES;
        pool->ready += bytes / CHUNK_BYTES - 1;
        if (pool->slab_bytes < (32u << 20))
            pool->slab_bytes *= 2;
        UNLOCK(&pool->busy);
    }
    return 1;
}

static Chunk *chunk_take(Pool *pool) {
    Chunk *chunk = NULL;
    LOCK(&pool->busy)
    if (pool->free) {
        chunk = pool->free;
        pool->free = chunk->next;
        pool->ready--;
    } else if (pool->fresh != pool->end) {
        chunk = (Chunk *)pool->fresh;
        pool->fresh += CHUNK_BYTES;
        pool->ready--;
    }
    UNLOCK(&pool->busy);
    return chunk;
}

static void chunk_give(Pool *pool, Chunk *chunk) {
    LOCK(&pool->busy)
    chunk->next = pool->free;
    pool->free = chunk;
    pool->ready++;
    UNLOCK(&pool->busy);
}

#endif
