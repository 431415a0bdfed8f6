#pragma once
#include <stdint.h>

/* A word of data that may be written while it is read. The accesses are relaxed atomics, so that there is no
   data race; the callers order the accesses. */
static inline uint64_t sync_word_read(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void sync_word_write(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
