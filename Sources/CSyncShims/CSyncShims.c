#include "CSyncShims.h"

#include <stdlib.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

__thread struct sync_index_tally *sync_own_tally;

/* Lock-free push, never popped: a tally outlives its thread, so that a pool thread that has left
   does not take its share of the sum with it. */
static _Atomic(struct sync_index_tally *) all_tallies;

struct sync_index_tally *sync_register_tally(void) {
  struct sync_index_tally *tally = aligned_alloc(128, 128);
  if (!tally) abort();
  tally->count = 0;
  tally->mix_sum = 0;
  struct sync_index_tally *head = atomic_load_explicit(&all_tallies, memory_order_relaxed);
  do {
    tally->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&all_tallies, &head, tally, memory_order_release,
                                                  memory_order_relaxed));
  sync_own_tally = tally;
  return tally;
}

void sync_collect_tallies(uint64_t *count, uint64_t *mix_sum) {
  *count = 0;
  *mix_sum = 0;
  struct sync_index_tally *t = atomic_load_explicit(&all_tallies, memory_order_acquire);
  for (; t; t = t->next) {
    *count += t->count;
    *mix_sum += t->mix_sum;
    t->count = 0;
    t->mix_sum = 0;
  }
}

/* CPUID leaf 0x80000007, EDX bit 8: the bit from which Linux makes its two flags. */
int sync_ticks_are_invariant(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
#else
  return 1;
#endif
}

#ifndef SYNC_COMMIT
#define SYNC_COMMIT ""
#endif

const char *sync_commit(void) { return SYNC_COMMIT; }
