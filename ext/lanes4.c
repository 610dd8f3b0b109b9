#include "lanes.h"

#if defined(LANES_VECTORS)
#define LANES 4
#define NAME(x) x##_4
#define TARGET
#include "lanes_kernel.h"
#include "batch_kernel.h"
#include "games_kernel.h"
#include "hops_kernel.h"
#endif
