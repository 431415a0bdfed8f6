#pragma once
#include <stdint.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/* Bits that differ between threads that were released together: the low bits of the CPU's counter; 0 on a
   processor that is neither x86-64 nor arm64. */
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

/* The number of pauses that fit into `nanoseconds` on this machine: at least 1, at most `most`.

   A pause takes from 3 to 50 ns, depending on the processor, so a count that is a short wait on one processor
   is a long wait on another. A pause is measured once in a process. */
uint32_t sync_pauses_within(uint32_t nanoseconds, uint32_t most);
