/* Positions made distinct, with exact numbers of paths, in bounded memory. There are no rules here.
 *
 * A record is a position and a weight. Writers split records by a key into streams, and streams again into
 * parts, so that equal positions share one; a sieve then makes a part distinct, in cache. Hashes only
 * find: whole positions are compared.
 *
 * A weight word is mark << 31 | level << 29 | amount and stands for amount << 29 * level paths. A sum
 * that outgrows its level is carried into a second record of the same position, one level up: counting
 * is linear, so whoever reads records may treat them alike. Sums below 2^116 are exact; a sieve tells
 * when one has outgrown that. Each position in a sieve has exactly one record of level 0. The mark is
 * the caller's.
 */
#ifndef PYDRAUGHTS_DISTINCT_H
#define PYDRAUGHTS_DISTINCT_H

#include "pool.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define SSE2 1
#endif

static const uint64_t MARK = 0x8000000000000000u;
static const uint64_t AMOUNT = 0x1FFFFFFF00000000u;
static const uint64_t IDENTITY = 0x60000000FFFFFFFFu; /* what tells records apart in `rest`: kings and level */
static const uint64_t LEVEL = 0x6000000000000000u, NEXT_LEVEL = 0x2000000000000000u;

/* ---- Writers: one for each thread, all with the same number of streams ---- */

enum { LINE = 4 };

typedef struct {
    Chunk *newest;
    uint32_t used;
} Stream;

typedef struct {
    Record at[LINE];
} Line;

typedef struct {
    Pool *pool;
    int bits, skip; /* 2^bits streams, told by the bits of a hash after so many */
    int read_soon;  /* by the thread that writes: lines stay in the cache */
    Line *lines; /* what is not yet written to the newest chunk of each stream */
    Stream *streams;
    size_t bytes;
    uint64_t written;
} Writer;

/* Begins again with empty streams, no more of them than at first. */
static void writer_restart(Writer *writer, int bits) {
    writer->bits = bits;
    writer->written = 0;
    for (size_t s = 0; s < (size_t)1 << bits; s++) {
        writer->streams[s].newest = NULL;
        writer->streams[s].used = CHUNK_ROOM;
    }
}

static int writer_open(Writer *writer, Pool *pool, int bits) {
    const size_t streams = (size_t)1 << bits;
    memset(writer, 0, sizeof *writer);
    writer->pool = pool;
    writer->bytes = streams * (sizeof(Line) + sizeof(Stream));
    writer->lines = (Line *)pool_alloc(pool, writer->bytes);
    if (!writer->lines)
        return 0;
    writer->streams = (Stream *)(writer->lines + streams);
    writer_restart(writer, bits);
    return 1;
}

static void writer_close(Writer *writer) {
    if (writer->lines)
        pool_return(writer->pool, writer->lines, writer->bytes);
    memset(writer, 0, sizeof *writer);
}

/* Past the cache, if nobody reads it soon. */
static inline void line_write(Record *to, const Line *from, int read_soon) {
#if defined(SSE2)
    if (!read_soon) {
        for (int i = 0; i < LINE; i++)
            _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(from->at + i)));
        return;
    }
#endif
    memcpy(to, from, sizeof *from);
}

static inline uint64_t mixed(uint64_t word) {
    word *= 0x9E3779B97F4A7C15u;
    return (word ^ word >> 32) * 0xD6E8FEB86659FD93u;
}

/* 0: no memory; the record was not taken, all before it were. */
static inline int writer_put(Writer *writer, uint32_t key, Record record) {
    const size_t s = (size_t)(mixed(key) << writer->skip >> 1 >> (63 - writer->bits));
    Stream *stream = writer->streams + s;
    uint32_t used = stream->used;
    if (UNLIKELY(used == CHUNK_ROOM)) {
        Chunk *chunk = chunk_take(writer->pool);
        if (!chunk)
            return 0;
        chunk->next = stream->newest;
        chunk->used = CHUNK_ROOM;
        stream->newest = chunk;
        used = 0;
    }
    writer->lines[s].at[used % LINE] = record;
    stream->used = ++used;
    writer->written++;
    if (used % LINE == 0)
        line_write(stream->newest->at + used - LINE, writer->lines + s, writer->read_soon);
    return 1;
}

/* Ends writing and makes the streams readable. */
static void writer_seal(Writer *writer) {
    for (size_t s = 0; s < (size_t)1 << writer->bits; s++) {
        Stream *stream = writer->streams + s;
        if (stream->newest) {
            memcpy(stream->newest->at + stream->used / LINE * LINE, writer->lines + s,
                   stream->used % LINE * sizeof(Record));
            stream->newest->used = stream->used;
        }
    }
#if defined(SSE2)
    _mm_sfence();
#endif
}

static inline Chunk *writer_peek(const Writer *writer, size_t s) {
    return writer->streams[s].newest;
}

/* Removes a chunk from a stream, newest first; the caller gives it back to the pool. */
static inline Chunk *writer_take(Writer *writer, size_t s) {
    Chunk *chunk = writer->streams[s].newest;
    if (chunk)
        writer->streams[s].newest = chunk->next;
    return chunk;
}

/* ---- Sieve: many records in, distinct ones out, in order of first arrival ---- */

typedef struct {
    Pool *pool;
    Record *at;      /* at[1] .. at[count]: the distinct positions, weights added up */
    uint32_t *index; /* 2^bits slots: number of a record, or 0 */
    size_t count, room, bytes;
    int bits, most_bits;
    int overflown; /* set for good when a sum outgrew the highest level: weights were lost */
} Sieve;

static inline size_t sieve_slot(const Sieve *sieve, Record record) {
    return (size_t)(mixed(record.board ^ (uint32_t)record.rest * 0xD6E8FEB86659FD93u) >> (64 - sieve->bits));
}

/* Room for at least `room` records. 0: no memory, nothing was changed. */
static int sieve_enlarge(Sieve *sieve, size_t room) {
    int bits = 10;
    while ((size_t)1 << bits < 2 * room)
        bits++;
    if (bits > sieve->most_bits) {
        const size_t slots = (size_t)1 << bits;
        const size_t bytes = (slots / 2 + 2) * sizeof(Record) + slots * sizeof(uint32_t);
        Record *at = (Record *)pool_alloc(sieve->pool, bytes);
        if (!at)
            return 0;
        if (sieve->count)
            memcpy(at + 1, sieve->at + 1, sieve->count * sizeof(Record));
        pool_return(sieve->pool, sieve->at, sieve->bytes);
        sieve->at = at;
        sieve->index = (uint32_t *)(at + slots / 2 + 2);
        sieve->bytes = bytes;
        sieve->most_bits = bits;
    }
    sieve->bits = bits;
    sieve->room = (size_t)1 << bits >> 1;
    memset(sieve->index, 0, sizeof(uint32_t) << bits);
    for (size_t k = 1; k <= sieve->count; k++) {
        size_t i = sieve_slot(sieve, sieve->at[k]);
        while (sieve->index[i])
            i = (i + 1) & (((size_t)1 << bits) - 1);
        sieve->index[i] = (uint32_t)k;
    }
    return 1;
}

/* Empties the sieve and makes room for so many records, or as many as there is memory for. */
static void sieve_clear(Sieve *sieve, size_t room) {
    sieve->count = 0;
    if (!sieve_enlarge(sieve, room))
        sieve_enlarge(sieve, (size_t)1 << sieve->most_bits >> 1);
}

static void sieve_close(Sieve *sieve) {
    if (sieve->at)
        pool_return(sieve->pool, sieve->at, sieve->bytes);
}

/* What tells a record apart, in one register where there is one so wide: parts that are written apart and
 * read together would make the processor wait. */
#if defined(SSE2)
typedef __m128i Identity;

static inline Identity identity_of(Record record) {
    return _mm_set_epi64x((int64_t)(record.rest & IDENTITY), (int64_t)record.board);
}

static inline void identity_write(Record *entry, Identity identity) {
    _mm_store_si128((__m128i *)entry, identity);
}

static inline int identity_is(const Record *entry, Identity identity) {
    const __m128i mask = _mm_set_epi64x((int64_t)IDENTITY, -1);
    const __m128i differ = _mm_xor_si128(_mm_load_si128((const __m128i *)entry), identity);
    return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(differ, mask), _mm_setzero_si128())) == 0xFFFF;
}
#else
typedef Record Identity;

static inline Identity identity_of(Record record) {
    const Identity identity = {record.board, record.rest & IDENTITY};
    return identity;
}

static inline void identity_write(Record *entry, Identity identity) {
    *entry = identity;
}

static inline int identity_is(const Record *entry, Identity identity) {
    return ((entry->board ^ identity.board) | ((entry->rest & IDENTITY) ^ identity.rest)) == 0;
}
#endif

/* The caller sees to it that there is room: for one record, and for one more a level if it is carried. */
static inline void sieve_add(Sieve *sieve, Record record) {
    const size_t mask = ((size_t)1 << sieve->bits) - 1;
    const uint32_t next = (uint32_t)sieve->count + 1;
    const Identity identity = identity_of(record);
    size_t i = sieve_slot(sieve, record);
    identity_write(sieve->at + next, identity); /* as if new: an empty slot leads here, and is found equal */
    for (;; i = (i + 1) & mask) {
        const uint32_t found = sieve->index[i], fresh = found == 0, k = found + (next & (0 - fresh));
        Record *entry = sieve->at + k;
        if (identity_is(entry, identity)) {
            const uint64_t sum = (entry->rest & AMOUNT) + (record.rest & AMOUNT);
            entry->rest = (record.rest & IDENTITY) | (sum & AMOUNT);
            sieve->index[i] = k;
            sieve->count += fresh;
            if (UNLIKELY(sum > AMOUNT)) {
                const uint64_t one_level_up = (record.rest & IDENTITY) + NEXT_LEVEL;
                const Record carried = {record.board, one_level_up | (uint64_t)1 << 32};
                if ((record.rest & LEVEL) == LEVEL)
                    sieve->overflown = 1;
                else
                    sieve_add(sieve, carried);
            }
            return;
        }
    }
}

#endif
