#pragma once
#include <stdint.h>

/* A word of data that is read while it may be written: relaxed, so that there is no data race, and
   ordered by whoever reads and writes. */
static inline uint64_t sync_word_read(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void sync_word_write(uint64_t *word, uint64_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}
