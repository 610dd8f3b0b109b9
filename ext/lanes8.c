#include "lanes.h"

#if defined(LANES_X86)
#define LANES 8
#define NAME(x) x##_8
#define TARGET __attribute__((target("avx2,popcnt")))
#include "lanes_kernel.h"
#include "batch_kernel.h"
#include "games_kernel.h"
#include "hops_kernel.h"
#endif
