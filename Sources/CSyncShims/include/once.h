#pragma once
#include <stdint.h>

#include "cpu.h"

/* The value that the measured kinds of once make, and one of these kinds: C's pthread_once. */

#pragma clang assume_nonnull begin

/* The complete value; a word for the value holds 0 until the value is made. */
static inline uint64_t sync_once_whole(void) { return 0x9e3779b97f4a7c15u; }

/* Makes the value, and adds one to `count`, the number of times that it was made. Making it takes some tens
   of microseconds, so that threads that come at the same time find the value incomplete. */
static inline uint64_t sync_once_make(uint64_t *count) {
  __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  (void)sync_work(20000);
  return sync_once_whole();
}

/* The value of a process's only pthread_once, and the number of times that it was made. */
uint64_t sync_pthread_once_value(void);
uint64_t sync_pthread_once_count(void);

#pragma clang assume_nonnull end
