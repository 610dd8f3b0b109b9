#include "lanes.h"

#define LANES 1
#define NAME(x) x##_1
#define TARGET
#include "lanes_kernel.h"
#include "batch_kernel.h"
#include "games_kernel.h"
#include "hops_kernel.h"
