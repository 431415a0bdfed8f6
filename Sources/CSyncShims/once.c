#include "once.h"

#include <pthread.h>

/* The words have their own cache lines, because other threads write to the memory beside them. */
static _Alignas(128) struct {
  pthread_once_t once;
  uint64_t value, count;
  char rest[104];
} once = {.once = PTHREAD_ONCE_INIT};

static void make(void) { once.value = sync_once_make(&once.count); }

uint64_t sync_pthread_once_value(void) {
  pthread_once(&once.once, make);
  return once.value;
}

uint64_t sync_pthread_once_count(void) { return __atomic_load_n(&once.count, __ATOMIC_RELAXED); }
