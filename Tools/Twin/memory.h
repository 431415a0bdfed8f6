/* Memory on cache lines of its own, a compiler barrier and a pause, for the twin's locks; a clock and binding to a CPU, for all
   programs here. */
#pragma once
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 128 };

typedef _Atomic(uint32_t) word;
typedef _Atomic(uint64_t) wide_word;

static void fail(const char *what) {
  fprintf(stderr, "twin: %s\n", what);
  exit(1);
}

/* Memory on cache lines of its own, as CacheAligned allocates it. */
static void *lines(size_t bytes) {
  void *memory = aligned_alloc(LINE, (bytes + LINE - 1) / LINE * LINE);
  if (!memory) fail("no memory");
  memset(memory, 0, (bytes + LINE - 1) / LINE * LINE);
  return memory;
}

static uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void bind_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((unsigned)cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) fail("can't bind to the CPU");
}

static inline void clobber(void) { __asm__ volatile("" ::: "memory"); }

static inline void cpu_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* The calling thread's id. */
static __thread uint32_t cached_id;
static __attribute__((noinline)) uint32_t ask_id(void) { return cached_id = (uint32_t)syscall(SYS_gettid); }
static inline uint32_t own_id(void) { return __builtin_expect(cached_id != 0, 1) ? cached_id : ask_id(); }

/* Bits that differ between threads that were released together. */
static inline uint32_t jitter(void) {
#if defined(__x86_64__)
  return (uint32_t)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return (uint32_t)ticks;
#endif
}
