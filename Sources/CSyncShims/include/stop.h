#pragma once
#include <stdint.h>

/* A flag that one thread raises and measured loops read; relaxed, because the flag orders nothing. */
static inline uint32_t sync_flag_read(const uint32_t *flag) {
  return __atomic_load_n(flag, __ATOMIC_RELAXED);
}

static inline void sync_flag_write(uint32_t *flag, uint32_t value) {
  __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}

/* A counter that one thread writes while other threads read it. */
static inline uint64_t sync_counter_read(const uint64_t *counter) {
  return __atomic_load_n(counter, __ATOMIC_RELAXED);
}

static inline void sync_counter_write(uint64_t *counter, uint64_t value) {
  __atomic_store_n(counter, value, __ATOMIC_RELAXED);
}
