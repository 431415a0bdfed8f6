#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The word that two threads throw to each other to see how far apart their CPUs are, and the additions by
   which a thread sees whether the other thread shares its core. */

/* Waits until the word has the value, and returns false after `loads` loads. There is only one load at a
   time: several loads in flight are thrown away when the line comes, and the line then takes 1.5 times as
   long. */
bool sync_ball_wait(const uint32_t *ball, uint32_t value, uint32_t loads);

/* Waits like sync_ball_wait, with a pause after each load, so that a shared core is left to the other
   thread. */
bool sync_ball_wait_politely(const uint32_t *ball, uint32_t value, uint32_t loads);

static inline void sync_ball_throw(uint32_t *ball, uint32_t value) {
  __atomic_store_n(ball, value, __ATOMIC_RELEASE);
}

/* Steps of four independent additions. A core does these four at full speed beside another thread that
   pauses, but not beside another thread that adds. The seven additions of sync_wide_work are slowed even by a
   thread that pauses. */
void sync_four_wide_work(uint64_t steps);
