/* ConcurrencyKit's spinlocks (Debian's libck-dev) under the names that the loops expect, each lock and
   each node on cache lines of its own, as ours are. What they do is in their headers, and ck_spinlock_fas
   and ck_spinlock_cas read between tries: they are test-and-test-and-set by exchange and by
   compare-and-swap. */
#pragma once
#include <ck_spinlock.h>

#include "memory.h"

/* A lock of one word that needs nothing of its threads. */
#define CK_LOCK(kind)                                                                            \
  struct ck_##kind { ck_spinlock_##kind##_t *lock; };                                            \
  static struct ck_##kind make_ck_##kind(void) {                                                 \
    struct ck_##kind made = {lines(sizeof(ck_spinlock_##kind##_t))};                             \
    ck_spinlock_##kind##_init(made.lock);                                                        \
    return made;                                                                                 \
  }                                                                                              \
  static inline void ck_##kind##_acquire(struct ck_##kind own) {                                 \
    ck_spinlock_##kind##_lock(own.lock);                                                         \
  }                                                                                              \
  static inline void ck_##kind##_release(struct ck_##kind own) {                                 \
    ck_spinlock_##kind##_unlock(own.lock);                                                       \
  }

CK_LOCK(fas)
CK_LOCK(cas)
CK_LOCK(ticket)

struct ck_mcs { ck_spinlock_mcs_t *queue; };
struct ck_mcs_thread { ck_spinlock_mcs_context_t *node; };
static struct ck_mcs make_ck_mcs(void) {
  struct ck_mcs made = {lines(sizeof(ck_spinlock_mcs_t))};
  ck_spinlock_mcs_init(made.queue);
  return made;
}
static struct ck_mcs_thread ck_mcs_begin(void) {
  return (struct ck_mcs_thread){lines(sizeof(ck_spinlock_mcs_context_t))};
}
static inline void ck_mcs_acquire(struct ck_mcs own, struct ck_mcs_thread *thread) {
  ck_spinlock_mcs_lock(own.queue, thread->node);
}
static inline void ck_mcs_release(struct ck_mcs own, struct ck_mcs_thread *thread) {
  ck_spinlock_mcs_unlock(own.queue, thread->node);
}
static void ck_mcs_end(struct ck_mcs_thread *thread) { free(thread->node); }

struct ck_clh { ck_spinlock_clh_t **queue; };
struct ck_clh_thread { ck_spinlock_clh_t *node; };
static struct ck_clh make_ck_clh(void) {
  struct ck_clh made = {lines(sizeof(ck_spinlock_clh_t *))};
  ck_spinlock_clh_init(made.queue, lines(sizeof(ck_spinlock_clh_t)));
  return made;
}
static struct ck_clh_thread ck_clh_begin(void) {
  return (struct ck_clh_thread){lines(sizeof(ck_spinlock_clh_t))};
}
static inline void ck_clh_acquire(struct ck_clh own, struct ck_clh_thread *thread) {
  ck_spinlock_clh_lock(own.queue, thread->node);
}
static inline void ck_clh_release(struct ck_clh own, struct ck_clh_thread *thread) {
  (void)own;
  ck_spinlock_clh_unlock(&thread->node);
}
static void ck_clh_end(struct ck_clh_thread *thread) { free(thread->node); }
