/* What the twin's locks are made of: memory on cache lines of its own, a clobber, a pause. */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 128 };

typedef _Atomic(uint32_t) word;

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

static inline void clobber(void) { __asm__ volatile("" ::: "memory"); }

static inline void cpu_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}
