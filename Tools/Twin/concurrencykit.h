/* ConcurrencyKit's spinlocks (Debian's libck-dev) under the names that the loops expect, each lock and
   each node on cache lines of its own, as ours are. ck_spinlock_fas and ck_spinlock_cas read between tries: they
   are test-and-test-and-set by exchange and by compare-and-swap. */
#pragma once
#include <ck_spinlock.h>

#include "memory.h"

/* A lock of one word, to which threads bring no node. */
#define CK_LOCK(kind) \
  struct ck_##kind { ck_spinlock_##kind##_t *lock; }; \
  static struct ck_##kind make_ck_##kind(void) { \
    struct ck_##kind made = {lines(sizeof(ck_spinlock_##kind##_t))}; \
    ck_spinlock_##kind##_init(made.lock); \
    return made; \
  } \
  static inline void ck_##kind##_acquire(struct ck_##kind own) { ck_spinlock_##kind##_lock(own.lock); } \
  static inline void ck_##kind##_release(struct ck_##kind own) { ck_spinlock_##kind##_unlock(own.lock); }

CK_LOCK(fas)
CK_LOCK(cas)
CK_LOCK(ticket)

/* A queue lock, to which each thread brings a node. */
#define CK_QUEUE(kind, head, node_type, init, unlock) \
  struct ck_##kind { head *queue; }; \
  struct ck_##kind##_thread { node_type *node; }; \
  static struct ck_##kind make_ck_##kind(void) { \
    struct ck_##kind made = {lines(sizeof(head))}; \
    init; \
    return made; \
  } \
  static struct ck_##kind##_thread ck_##kind##_begin(void) { return (struct ck_##kind##_thread){lines(sizeof(node_type))}; } \
  static inline void ck_##kind##_acquire(struct ck_##kind own, struct ck_##kind##_thread *thread) { \
    ck_spinlock_##kind##_lock(own.queue, thread->node); \
  } \
  static inline void ck_##kind##_release(struct ck_##kind own, struct ck_##kind##_thread *thread) { \
    (void)own; \
    unlock; \
  } \
  static void ck_##kind##_end(struct ck_##kind##_thread *thread) { free(thread->node); }

CK_QUEUE(
  mcs, ck_spinlock_mcs_t, ck_spinlock_mcs_context_t, ck_spinlock_mcs_init(made.queue),
  ck_spinlock_mcs_unlock(own.queue, thread->node))
CK_QUEUE(
  clh, ck_spinlock_clh_t *, ck_spinlock_clh_t, ck_spinlock_clh_init(made.queue, lines(sizeof(ck_spinlock_clh_t))),
  ck_spinlock_clh_unlock(&thread->node))
