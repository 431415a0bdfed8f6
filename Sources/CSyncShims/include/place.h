#pragma once
#include <stdbool.h>
#include <stdint.h>

/* What two threads throw to each other to see how far apart their CPUs are, and what one adds to see whether the other
   one shares its core. */

/* Waits until the word has the value, with one load at a time: several loads on their way at once are thrown away when
   the line comes, and the line then takes half as long again. False after so many loads. */
bool sync_ball_wait(const uint32_t *ball, uint32_t value, uint32_t loads);

/* The same with a pause after each load: a core that both threads share is left to the other one. */
bool sync_ball_wait_politely(const uint32_t *ball, uint32_t value, uint32_t loads);

static inline void sync_ball_throw(uint32_t *ball, uint32_t value) {
  __atomic_store_n(ball, value, __ATOMIC_RELEASE);
}

/* Steps of four independent additions: as many as one thread of a core can do beside another that pauses, and more than
   beside another that adds. The seven of sync_wide_work are slowed by one that pauses, too. */
void sync_four_wide_work(uint64_t steps);
