/* Making and counting moves in lanes: one position in each lane of a vector. Compiled once for every
 * width by lanes1.c, lanes4.c, lanes8.c and lanes16.c, which define LANES, TARGET and NAME(x), which
 * adds the width to a name.
 */
#include "lanes.h"
#include "vector.h"

INLINE void append(Positions *out, Lanes wanted, Lanes own, Lanes enemy, Lanes kings) {
    int number, n = out->n;
    Places places = places_of(wanted, &number);
    pack(out->own + n, own, places);
    pack(out->enemy + n, enemy, places);
    pack(out->kings + n, kings, places);
    out->n = n + number;
}

INLINE void append_chain(Chains *out, Lanes wanted, Lanes own, Lanes enemy, Lanes kings, Lanes at) {
    int number;
    pack(out->at + out->positions.n, at, places_of(wanted, &number));
    append(&out->positions, wanted, own, enemy, kings);
}

INLINE int how_many(Lanes wanted) {
    int number;
    places_of(wanted, &number);
    return number;
}

typedef struct {
    Lanes pairs, pair_promotions;
    Lanes moves, closed, captures, multi_captures, king_steps, promotions; /* in halves */
} Sums;

/* Squares from which a jump in a direction is possible. */
INLINE Lanes takeoffs(Lanes enemy, Lanes empty, int direction) {
    return step(step(empty, 3 - direction) & enemy, 3 - direction);
}

INLINE void drain(Tree *tree, int ply, int white, int all) {
    white ? NAME(drain_white)(tree, ply, all) : NAME(drain_black)(tree, ply, all);
}

/* A vector of positions reached by a move at `ply`; `wanted` holds the squares moved to. */
INLINE void emit(Tree *tree, int ply, int white, Lanes wanted, Lanes own, Lanes enemy, Lanes kings,
                 int many) {
    if (UNLIKELY(tree->plies[ply + 1].n > CAPACITY - LANES))
        drain(tree, ply + 1, !white, 0);
    Lanes crowned = wanted & FAR_ROW[white] & ~kings;
    append(&tree->plies[ply + 1], wanted, enemy, own, kings | crowned);
    if (UNLIKELY(tree->tally)) {
        Counts *counts = &tree->counts;
        counts->multi_captures += many ? how_many(wanted) : 0;
        counts->king_captures += how_many(wanted & kings);
        counts->promotions += how_many(crowned);
    }
}

/* Jump on with every piece on `at` until no chain goes on, or less than a vector of them is left.
 */
INLINE void follow(Tree *tree, int ply, int white, int all) {
    Chains *chains = &tree->chains[ply];
    Positions *p = &chains->positions;
    while (p->n >= (all ? 1 : LANES)) {
        for (; p->n < LANES; p->n++)
            p->own[p->n] = p->enemy[p->n] = p->kings[p->n] = chains->at[p->n] = 0;
        p->n -= LANES;
        Lanes own = load(p->own + p->n), enemy = load(p->enemy + p->n);
        Lanes kings = load(p->kings + p->n), at = load(chains->at + p->n);
        Lanes empty = ~(own | enemy), jumped = at ^ at;
        for (int d = 0; d < 4; d++) {
            Lanes from = (d >> 1 == white ? at : at & kings) & takeoffs(enemy, empty, d);
            if (!any(from))
                continue;
            jumped |= from;
            Lanes over = rotate(from, ROTATION[d]), to = rotate(over, ROTATION[d]),
                  both = from | to;
            append_chain(chains, from, own ^ both, enemy ^ over,
                         (kings & ~over) ^ where(kings & from, both), to);
        }
        emit(tree, ply, white, at & ~jumped, own, enemy, kings, 1);
    }
}

TARGET NOINLINE static void follow_black(Tree *tree, int ply, int all) {
    follow(tree, ply, 0, all);
}
TARGET NOINLINE static void follow_white(Tree *tree, int ply, int all) {
    follow(tree, ply, 1, all);
}

/* Move the pieces on `from` in a direction, one after another in each lane: by a jump where `jump`
 * is all ones, by a step where it is 0. `more` and `king_more`: the squares from which a man and a
 * king can jump on.
 */
INLINE void move(Tree *tree, int ply, int white, Lanes own, Lanes enemy, Lanes kings, Lanes from,
                 int direction, Lanes jump, Lanes more, Lanes king_more, int with_kings) {
    const int r = ROTATION[direction];
    for (; any(from); from &= from - 1) {
        Lanes bit = from & (0 - from), next = rotate(bit, r), over = next & jump;
        Lanes to = (next & ~jump) | rotate(over, r), both = bit | to;
        Lanes own_after = own ^ both, enemy_after = enemy ^ over, kings_after = kings & ~over,
              on = to & more;
        if (with_kings) {
            Lanes king = where(kings & bit, both);
            kings_after ^= king;
            on |= to & king & king_more;
        }
        emit(tree, ply, white, to & ~on, own_after, enemy_after, kings_after, 0);
        if (any(on)) {
            Chains *chains = &tree->chains[ply];
            append_chain(chains, on, own_after, enemy_after, kings_after, to);
            if (UNLIKELY(chains->positions.n >= LANES))
                white ? follow_white(tree, ply, 0) : follow_black(tree, ply, 0);
        }
    }
}

/* Steps from `a` and `b` (in the directions A and B) that leave the other side, all men, without a
 * jump are counted together with the steps that answer them, and removed. An answer is opened only
 * by the square left and closed only by the square entered, and a jump arises only over the one or
 * onto the other.
 */
INLINE void pairs(Sums *sums, int white, Lanes own, Lanes enemy, Lanes kings, Lanes *a,
                  Lanes *b) {
    const int A = white ? 2 : 0, B = A + 1, RA = ROTATION[A], RB = ROTATION[B], to_a = 3 - A,
              to_b = 3 - B;
    const uint32_t goal = FAR_ROW[!white];
    Lanes empty = ~(own | enemy);
    Lanes front_a = step(enemy, to_a),
          front_b = step(enemy, to_b); /* an enemy next in that direction */
    Lanes behind_a = step(front_a & own, to_a), behind_b = step(front_b & own, to_b);
    Lanes jumped = (kings & enemy) | ((behind_a | behind_b) & empty);
    Lanes safe_a = rotate(*a, RA) & ~(front_a | (front_b & step(empty, B)) | rotate(behind_b, RA));
    Lanes safe_b = rotate(*b, RB) & ~(front_b | (front_a & step(empty, A)) | rotate(behind_a, RB));
    safe_a = unless(jumped, safe_a);
    safe_b = unless(jumped, safe_b);
    Lanes left_a = rotate(safe_a, -RA), left_b = rotate(safe_b, -RB);
    *a ^= left_a;
    *b ^= left_b;
    Lanes moves = number_of(count(safe_a) + count(safe_b));
    Lanes answer_a = front_a & empty, answer_b = front_b & empty;
    Lanes opened = (left_a & front_b) | (left_b & front_a),
          closed = (safe_a & front_b) | (safe_b & front_a);
    sums->pairs += times(moves, number_of(count(answer_a) + count(answer_b)));
    sums->moves += halves(count(opened));
    sums->closed += halves(count(closed));
    if (LANES == 16 || any((answer_a | answer_b | opened) & goal)) {
        Lanes crowning = count((answer_a & goal) | rotate(answer_b & goal, 1));
        sums->pair_promotions +=
            times(moves, number_of(crowning)) + number_of(count(opened & goal));
    }
}

/* Make the moves of the positions from `i`; at the last ply but one, some are counted instead. */
INLINE void expand(Tree *tree, int ply, int white, const Positions *in, int i, Sums *sums) {
    const int A = white ? 2 : 0, B = A + 1, C = 2 - A, D = C + 1;
    Lanes own = load(in->own + i), enemy = load(in->enemy + i), kings = load(in->kings + i);
    Lanes empty = ~(own | enemy);
    Lanes more_a = takeoffs(enemy, empty, A), more_b = takeoffs(enemy, empty, B),
          more = more_a | more_b;
    Lanes jump_a = own & more_a, jump_b = own & more_b, jump = jump_a | jump_b;
    Lanes own_kings = own & kings, more_c = own ^ own, more_d = more_c;
    const int with_kings = any(own_kings);
    if (with_kings) {
        more_c = takeoffs(enemy, empty, C);
        more_d = takeoffs(enemy, empty, D);
        jump |= own_kings & (more_c | more_d);
    }
    Lanes jumping = where(jump, ~(own ^ own)), movers = own & ~jumping;
    Lanes a = movers & step(empty, 3 - A), b = movers & step(empty, 3 - B),
          king_more = more_c | more_d;
    if (sums)
        pairs(sums, white, own, enemy, kings, &a, &b);
#define MOVE(from, direction)                                                          \
    move(tree, ply, white, own, enemy, kings, from, direction, jumping, more &jumping, \
         king_more &jumping, with_kings)
    MOVE(a | jump_a, A);
    MOVE(b | jump_b, B);
    if (with_kings) {
        MOVE(own_kings & (more_c | (step(empty, 3 - C) & ~jumping)), C);
        MOVE(own_kings & (more_d | (step(empty, 3 - D) & ~jumping)), D);
    }
#undef MOVE
}

TARGET NOINLINE static void expand_black(Tree *tree, int ply, const Positions *in, int i,
                                         Sums *sums) {
    expand(tree, ply, 0, in, i, sums);
}

TARGET NOINLINE static void expand_white(Tree *tree, int ply, const Positions *in, int i,
                                         Sums *sums) {
    expand(tree, ply, 1, in, i, sums);
}

/* Count the moves of the positions from `i`. A man only jumps forward, so its chains are sets, one
 * for each sequence of left and right; a chain goes on, so only a square with both jumps adds a
 * route. Jumps of kings are put off.
 */
INLINE void leaves(Tree *tree, int white, const Positions *in, int i, Sums *sums) {
    const int A = white ? 2 : 0, B = A + 1, C = 2 - A, D = C + 1, RA = 2 * ROTATION[A],
              RB = 2 * ROTATION[B];
    const uint32_t goal = FAR_ROW[white];
    Lanes own = load(in->own + i), enemy = load(in->enemy + i), kings = load(in->kings + i);
    Lanes empty = ~(own | enemy);
    Lanes more_a = takeoffs(enemy, empty, A), more_b = takeoffs(enemy, empty, B),
          more = more_a | more_b;
    Lanes jump_a = own & more_a, jump_b = own & more_b, men = unless(jump_a | jump_b, own);
    if (any(own & kings)) {
        Lanes hard = own & kings & (more | takeoffs(enemy, empty, C) | takeoffs(enemy, empty, D));
        if (any(hard)) {
            append(&tree->hard, hard, own, enemy, kings);
            jump_a = unless(hard, jump_a);
            jump_b = unless(hard, jump_b);
            men = unless(hard, men);
        }
        Lanes steppers = men & kings;
        men ^= steppers;
        sums->king_steps +=
            halves(count(step(steppers, A) & empty) + count(step(steppers, B) & empty) +
                   count(step(steppers, C) & empty) + count(step(steppers, D) & empty));
    }
    Lanes step_a = step(men, A) & empty, step_b = step(men, B) & empty;
    Lanes at_a = rotate(jump_a, RA), at_b = rotate(jump_b, RB);
    Lanes on_a = at_a & more, on_b = at_b & more, both = more_a & more_b, forks = own ^ own;
    Lanes aa = forks, ab = forks, ba = forks, bb = forks;
    if (LANES == 16 || any(on_a | on_b)) {
        aa = rotate(at_a & more_a, RA);
        ab = rotate(at_a & more_b, RB);
        ba = rotate(at_b & more_a, RA);
        bb = rotate(at_b & more_b, RB);
        forks = count(at_a & both) + count(at_b & both);
        if (LANES == 16 || any((aa | ab | ba | bb) & both))
            forks += count(aa & both) + count(ab & both) + count(ba & both) + count(bb & both);
        sums->multi_captures += halves(count(on_a) + count(on_b) + forks);
    }
    sums->moves += halves(count(step_a | jump_a) + count(step_b | jump_b) + forks);
    sums->captures += halves(count(jump_a) + count(jump_b) + forks);
    Lanes last_a = step_a | at_a, last_b = step_b | at_b, second = aa | ab | ba | bb;
    if (LANES == 16 || any((last_a | last_b | second) & goal)) {
        Lanes crowned = (last_a & goal) | rotate(last_b & goal, 1) | rotate(aa & goal, 2) |
                        rotate(ab & goal, 3) | rotate(ba & goal, 4) | rotate(bb & goal, 5);
        sums->promotions += halves(count(crowned));
    }
    Lanes last = second & more & (rotate_left(goal, -RA) | rotate_left(goal, -RB));
    if (any(last)) {
        Lanes set[4] = {aa, ab, ba, bb}, crowned = own ^ own;
        for (int k = 0; k < 4; k++)
            crowned += count(rotate(set[k] & more_a, RA) & goal) +
                       count(rotate(set[k] & more_b, RB) & goal);
        sums->promotions += halves(crowned);
    }
}

INLINE void add_up(Counts *counts, const Sums *sums) {
    uint64_t king_steps = total(whole(sums->king_steps));
    counts->nodes +=
        total(sums->pairs) + total(whole(sums->moves)) + king_steps - total(whole(sums->closed));
    counts->captures += total(whole(sums->captures));
    counts->multi_captures += total(whole(sums->multi_captures));
    counts->king_moves += king_steps;
    counts->promotions += total(sums->pair_promotions) + total(whole(sums->promotions));
}

/* Pass on the positions at a ply: all, or as many as fill whole vectors. */
INLINE void drain_side(Tree *tree, int ply, int white, int all) {
    Positions *in = &tree->plies[ply];
    const int left = tree->depth - ply;
    if (UNLIKELY(*tree->stop)) {
        in->n = 0;
        return;
    }
    int n = in->n / LANES * LANES;
    if (all && left > 0)
        for (n = (in->n + LANES - 1) / LANES * LANES; in->n < n; in->n++)
            in->own[in->n] = in->enemy[in->n] = in->kings[in->n] = 0;
    Sums sums;
    memset(&sums, 0, sizeof sums);
    if (left == 0) {
        tree->counts.nodes +=
            (unsigned)in->n; /* only the captures of kings are made at the last ply */
        tree->counts.captures += (unsigned)in->n;
        n = in->n;
    } else if (left == 1) {
        for (int i = 0; i < n; i += LANES)
            leaves(tree, white, in, i, &sums);
        if (tree->hard.n) {
            Positions *hard = &tree->hard;
            int m = (hard->n + LANES - 1) / LANES * LANES;
            for (; hard->n < m; hard->n++)
                hard->own[hard->n] = hard->enemy[hard->n] = hard->kings[hard->n] = 0;
            hard->n = 0;
            tree->tally = 1;
            for (int i = 0; i < m; i += LANES)
                white ? expand_white(tree, ply, hard, i, NULL)
                      : expand_black(tree, ply, hard, i, NULL);
            white ? follow_white(tree, ply, 1) : follow_black(tree, ply, 1);
            tree->tally = 0;
            drain(tree, ply + 1, !white, 1);
        }
    } else {
        for (int i = 0; i < n; i += LANES)
            white ? expand_white(tree, ply, in, i, left == 2 ? &sums : NULL)
                  : expand_black(tree, ply, in, i, left == 2 ? &sums : NULL);
        if (all)
            white ? follow_white(tree, ply, 1) : follow_black(tree, ply, 1);
    }
    in->n -= n;
    add_up(&tree->counts, &sums);
    for (int i = 0; i < in->n; i++) {
        in->own[i] = in->own[n + i];
        in->enemy[i] = in->enemy[n + i];
        in->kings[i] = in->kings[n + i];
    }
}

TARGET void NAME(drain_black)(Tree *tree, int ply, int all) {
    drain_side(tree, ply, 0, all);
}
TARGET void NAME(drain_white)(Tree *tree, int ply, int all) {
    drain_side(tree, ply, 1, all);
}
