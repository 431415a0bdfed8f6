#pragma once
#include <stdint.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Bits that differ between threads that were released together: the low ones of the cycle counter. */
static inline uint32_t sync_jitter(void) {
#if defined(__x86_64__)
  return (uint32_t)__rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return (uint32_t)ticks;
#else
  return 0;
#endif
}

/* How many pauses fit into `nanoseconds` on this machine: at least 1, `most` at most.

   A pause costs from 3 ns to 50, by processor: a count that is a short wait on one is a long one on
   another. Measured once a process. */
uint32_t sync_pauses_within(uint32_t nanoseconds, uint32_t most);
