#pragma once
#include <stdint.h>

#include "cpu.h"

/* A value that is made at its first use, and by whom C's pthread_once lets make it. */

#pragma clang assume_nonnull begin

/* What the value is when it is whole; before that it is 0. */
static inline uint64_t sync_once_whole(void) { return 0x9e3779b97f4a7c15u; }

/* Makes the value, and counts that. It takes some tens of microseconds: threads that come together find the
   value in the making. */
static inline uint64_t sync_once_make(uint64_t *count) {
  __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
  (void)sync_work(20000);
  return sync_once_whole();
}

/* The value of a process's one pthread_once, and how often that made it. */
uint64_t sync_pthread_once_value(void);
uint64_t sync_pthread_once_count(void);

#pragma clang assume_nonnull end
