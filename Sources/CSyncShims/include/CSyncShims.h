#pragma once
/* Everything here is static inline: a call from a measured loop must cost what the instruction
   costs. Calls into the kernel return -errno, never -1. */
#include "affinity.h"
#include "build.h"
#include "checksum.h"
#include "clock.h"
#include "cpu.h"
#include "dispatch.h"
#include "fence.h"
#include "futex.h"
#include "owner.h"
#include "perf.h"
#include "proc.h"
#include "process.h"
#include "spin.h"
#include "stop.h"
#include "ticks.h"
#include "word.h"
