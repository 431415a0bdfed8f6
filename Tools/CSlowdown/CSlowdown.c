#include "CSlowdown.h"

#include <linux/futex.h>
#include <math.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

uint32_t slow_whole;
uint32_t slow_fraction;
__thread uint32_t slow_credit;
static enum slow_mechanism slow_mechanism;
static uint32_t nobody;

void slow_set(enum slow_mechanism mechanism, double units) {
  double whole = floor(units);
  slow_mechanism = mechanism;
  slow_whole = (uint32_t)whole;
  slow_fraction = (uint32_t)((units - whole) * 4294967296.0);
}

static inline void slow_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  __asm__ volatile("isb" ::: "memory");
#endif
}

static inline void slow_allocate(void) {
  void *memory = malloc(64);
  /* Without this use of the memory, the compiler would remove both calls. */
  __asm__ volatile("" : : "r"(memory) : "memory");
  free(memory);
}

void slow_pay(uint32_t units) {
  for (uint32_t unit = 0; unit < units; unit++) {
    switch (slow_mechanism) {
    case SLOW_PAUSE: slow_pause(); break;
    case SLOW_WAKE: syscall(SYS_futex, &nobody, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); break;
    case SLOW_ALLOCATION: slow_allocate(); break;
    }
  }
}
