/* Regions of the board and the weights of the evaluation, in hundredths of a man. */
#ifndef PYDRAUGHTS_EVALUATE_H
#define PYDRAUGHTS_EVALUATE_H

#include <stdint.h>

/* For Black (0) and White (1): the own back row; the two squares of it that together let no king through,
 * 1 and 3 or 30 and 32; the far half of the board; the last two rows before the crowning row.
 */
static const uint32_t BACK_ROW[2] = {0x20820800u, 0x10410400u};
static const uint32_t BRIDGE[2] = {0x20020000u, 0x00400400u};
static const uint32_t FAR_HALF[2] = {0x0830E38Eu, 0xC70C1071u};
static const uint32_t NEAR_CROWN[2] = {0x0030C30Cu, 0xC30C0030u};

/* For both: 14, 15, 18, 19; the rim; the double corners 1, 5 and 28, 32. */
static const uint32_t CENTRE = 0x000000C3u;
static const uint32_t RIM = 0x38DB1C18u;
static const uint32_t DOUBLE_CORNERS = 0x20000418u;

#endif
