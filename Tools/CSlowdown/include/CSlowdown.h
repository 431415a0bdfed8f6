#pragma once
#include <stdint.h>

enum slow_mechanism {
  SLOW_PAUSE,
  SLOW_WAKE,
  SLOW_ALLOCATION,
};

/* The units of the mechanism in each operation: whole units, and a fraction in 2^-32. */
extern uint32_t slow_whole;
extern uint32_t slow_fraction;

/* The sum of the calling thread's fractions, in 2^-32. When the sum overflows, a whole unit is due. */
extern __thread uint32_t slow_credit;

/* Sets the average units of the mechanism in an operation. Call it before threads start. */
void slow_set(enum slow_mechanism mechanism, double units);

/* Does `units` pauses, calls of the kernel that wake no thread, or allocations of 64 bytes that are freed again. */
void slow_pay(uint32_t units);

/* The extra code in a slowed section: an addition, and the units that are due. */
static inline void slow_section(void) {
  uint32_t before = slow_credit;
  slow_credit = before + slow_fraction;
  uint32_t units = slow_whole + (slow_credit < before);
  if (__builtin_expect(units != 0, 0)) slow_pay(units);
}
