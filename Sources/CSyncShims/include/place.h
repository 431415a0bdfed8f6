#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The ball is a word that two threads write in turn, to measure how far apart their CPUs are. By timing
   additions, a thread then finds out whether the other thread shares its core. */

/* Waits until the word has the value. Returns false if none of `loads` loads has seen the value. Only one load
   is in flight at a time: several would be discarded when the cache line comes, and the line would take 1.5
   times as long to come. */
bool sync_ball_wait(const uint32_t *ball, uint32_t value, uint32_t loads);

/* Waits like sync_ball_wait, with a pause after each load, so that a shared core is left to the other
   thread. */
bool sync_ball_wait_politely(const uint32_t *ball, uint32_t value, uint32_t loads);

static inline void sync_ball_throw(uint32_t *ball, uint32_t value) {
  __atomic_store_n(ball, value, __ATOMIC_RELEASE);
}

/* Steps of four independent additions. A core does these additions at full speed if its other hardware thread
   pauses, but not if that thread adds too. The seven additions of sync_wide_work are slowed even by a thread
   that pauses. */
void sync_four_wide_work(uint64_t steps);
