#pragma once
/* The order matters: pfmlib_perf_event.h uses types of the two headers before it. */
#include <linux/perf_event.h>
#include <perfmon/pfmlib.h>
#include <perfmon/pfmlib_perf_event.h>
