/* Values that are made at their first use, word for word those of Sources/SyncPrimitives/DispatchObjects: an atomic
   load with a mutex for the first use, and pthread_once. Each read is a call that is not inlined. */
#pragma once
#include "memory.h"

#define WHOLE 0x9e3779b97f4a7c15u

struct atomic_once {
  _Atomic(uint64_t) *value;
  pthread_mutex_t *mutex;
};

static struct atomic_once make_atomic_once(void) {
  struct atomic_once once = {lines(sizeof *once.value), lines(sizeof *once.mutex)};
  pthread_mutex_init(once.mutex, NULL);
  return once;
}

static __attribute__((noinline)) uint64_t atomic_once_first(struct atomic_once once) {
  pthread_mutex_lock(once.mutex);
  if (atomic_load_explicit(once.value, memory_order_relaxed) == 0)
    atomic_store_explicit(once.value, WHOLE, memory_order_release);
  pthread_mutex_unlock(once.mutex);
  return atomic_load_explicit(once.value, memory_order_relaxed);
}

static __attribute__((noinline)) uint64_t atomic_once_read(struct atomic_once once) {
  uint64_t seen = atomic_load_explicit(once.value, memory_order_acquire);
  return seen == 0 ? atomic_once_first(once) : seen;
}

static _Alignas(LINE) struct {
  pthread_once_t once;
  uint64_t value;
} posix_once = {.once = PTHREAD_ONCE_INIT};

static void make_posix_once(void) { posix_once.value = WHOLE; }

static __attribute__((noinline)) uint64_t posix_once_read(void) {
  pthread_once(&posix_once.once, make_posix_once);
  return posix_once.value;
}
