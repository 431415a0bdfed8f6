#pragma once
#include "clock.h"
#include <stdint.h>

/* An ordered read of the CPU's counter: at the read, everything before it is done, and nothing after it has
   begun.

   For a stamp before an acquisition, nothing after the read may have begun, because the acquisition's loads
   could otherwise run ahead of the stamp, and a wait would look shorter than it was. For the stamp in the
   section, everything before the read must be done, because the counter could otherwise be read while the
   acquisition still waits for its cache line. On x86-64 RDTSC is not ordered with other instructions. LFENCE
   on both sides orders it (Intel SDM volume 2, RDTSC), because LFENCE lets no younger instruction start
   before all older ones are done. RDTSCP followed by LFENCE does the same and takes as long, but writes a
   third register. Neither form waits until older stores have left the core: a stamp is the time at which this
   core had done its part. On arm64 ISB orders the counter's read on either side in the same way (Arm Architecture
   Reference Manual, Generic Timer). */
static inline uint64_t sync_ticks(void) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high)::"memory");
  return (uint64_t)high << 32 | low;
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks)::"memory");
  return ticks;
#else
  return sync_monotonic_ns();
#endif
}

/* Whether the counter runs at one rate, whatever the CPU's clock rate and sleep states are. Linux calls this
   constant_tsc and nonstop_tsc. arm64's counter always runs at one rate. */
int sync_ticks_are_invariant(void);

/* A stamp from the counter, or from the monotonic clock if the counter can't serve as a clock. The monotonic
   clock's read of the counter is ordered too, and that clock corrects differences between CPUs. */
static inline uint64_t sync_stamp(int from_counter) {
  return __builtin_expect(from_counter, 1) ? sync_ticks() : sync_monotonic_ns();
}
