#pragma once
#include <stdint.h>

#include "cpu.h"

/* A value that is made at its first use, and the value that C's pthread_once makes. */

#pragma clang assume_nonnull begin

/* The complete value; before the value is made, it is 0. */
static inline uint64_t sync_once_whole(void) { return 0x9e3779b97f4a7c15u; }

/* Makes the value, and counts how often it was made. Making it takes some tens of microseconds, so that
   threads that come together find the value incomplete. */
static inline uint64_t sync_once_make(uint64_t *count) {
  __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  (void)sync_work(20000);
  return sync_once_whole();
}

/* The value of a process's only pthread_once, and the number of times that it was made. */
uint64_t sync_pthread_once_value(void);
uint64_t sync_pthread_once_count(void);

#pragma clang assume_nonnull end
