#pragma once
#include <stdint.h>

enum slow_mechanism {
  SLOW_PAUSE,
  SLOW_WAKE,
  SLOW_ALLOCATION,
};

/* What an operation owes: so many whole units, and a fraction in 2^-32. */
extern uint32_t slow_whole;
extern uint32_t slow_fraction;

/* The fractions that the calling thread still owes. */
extern __thread uint32_t slow_credit;

/* From now on an operation owes `units` of the mechanism on average. Call it before threads start. */
void slow_set(enum slow_mechanism mechanism, double units);

/* Pauses, wakes nobody through the kernel, or allocates and frees 64 bytes, so many times. */
void slow_pay(uint32_t units);

/* What stands in the slowed section: an addition, and the payment when a whole unit is due. */
static inline void slow_section(void) {
  uint32_t before = slow_credit;
  slow_credit = before + slow_fraction;
  uint32_t units = slow_whole + (slow_credit < before);
  if (__builtin_expect(units != 0, 0)) slow_pay(units);
}
