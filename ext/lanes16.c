#include "lanes.h"

#if defined(LANES_X86)
#define LANES 16
#define NAME(x) x##_16
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,popcnt")))
#include "lanes_kernel.h"
#include "batch_kernel.h"
#include "games_kernel.h"
#include "hops_kernel.h"
#endif
