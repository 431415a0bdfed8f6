/* The queue locks of the twin, word for word those of Sources/SyncPrimitives. Each thread brings a node: LOCK_begin makes the
   node, and LOCK_end frees it. */
#pragma once
#include <stdbool.h>

#include "memory.h"

struct mcs_node { _Atomic(struct mcs_node *) next; word is_waiting; };
struct mcs { _Atomic(struct mcs_node *) *tail; };
struct mcs_thread { struct mcs_node *node; };
static struct mcs make_mcs(void) { return (struct mcs){lines(sizeof(void *))}; }
static struct mcs_thread mcs_begin(void) { return (struct mcs_thread){lines(sizeof(struct mcs_node))}; }
static inline void mcs_acquire(struct mcs lock, struct mcs_thread *thread) {
  struct mcs_node *node = thread->node;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  struct mcs_node *before = atomic_exchange_explicit(lock.tail, node, memory_order_acq_rel);
  if (!before) return;
  atomic_store_explicit(&node->is_waiting, 1, memory_order_relaxed);
  atomic_store_explicit(&before->next, node, memory_order_release);
  while (atomic_load_explicit(&node->is_waiting, memory_order_acquire) != 0) cpu_pause();
}
static inline void mcs_release(struct mcs lock, struct mcs_thread *thread) {
  struct mcs_node *node = thread->node;
  struct mcs_node *next = atomic_load_explicit(&node->next, memory_order_acquire);
  if (!next) {
    struct mcs_node *own = node;
    if (atomic_compare_exchange_strong_explicit(lock.tail, &own, NULL, memory_order_release, memory_order_relaxed)) return;
    do {
      cpu_pause();
      next = atomic_load_explicit(&node->next, memory_order_acquire);
    } while (!next);
  }
  atomic_store_explicit(&next->is_waiting, 0, memory_order_release);
}
static void mcs_end(struct mcs_thread *thread) { free(thread->node); }

struct clh_node { word is_waiting; };
struct clh { _Atomic(struct clh_node *) *tail; };
struct clh_thread { struct clh_node *node, *before; };
static struct clh make_clh(void) {
  struct clh lock = {lines(sizeof(void *))};
  atomic_init(lock.tail, lines(sizeof(struct clh_node)));
  return lock;
}
static struct clh_thread clh_begin(void) { return (struct clh_thread){lines(sizeof(struct clh_node)), NULL}; }
static inline void clh_acquire(struct clh lock, struct clh_thread *thread) {
  atomic_store_explicit(&thread->node->is_waiting, 1, memory_order_relaxed);
  thread->before = atomic_exchange_explicit(lock.tail, thread->node, memory_order_acq_rel);
  while (atomic_load_explicit(&thread->before->is_waiting, memory_order_acquire) != 0) cpu_pause();
}
static inline void clh_release(struct clh lock, struct clh_thread *thread) {
  (void)lock;
  atomic_store_explicit(&thread->node->is_waiting, 0, memory_order_release);
  thread->node = thread->before;
}
static void clh_end(struct clh_thread *thread) { free(thread->node); }

/* Linux's queued spinlock: a byte "held", a byte "pending", and the address of the last node. */
struct queued_spinlock { wide_word *word; };
#define queued_spinlock_thread mcs_thread
#define queued_spinlock_begin mcs_begin
#define queued_spinlock_end mcs_end
enum { HELD_OR_PENDING = 0xffff, HELD_BYTE = 0xff, PENDING = 0x100, PENDING_BYTE = 0xff00 };
/* Stores a part of the word. The thread sanitizer does not know that the rest of the word stays, so for the sanitizer a
   compare-and-swap stores the whole word. */
#ifdef __SANITIZE_THREAD__
#define STORE_PART(type, of, part, value, order) \
  for (uint64_t seen_ = atomic_load_explicit(of, memory_order_relaxed); \
       !atomic_compare_exchange_weak_explicit(of, &seen_, (seen_ & ~(uint64_t)(part)) | (value), order, memory_order_relaxed);) {}
#else
#define STORE_PART(type, of, part, value, order) atomic_store_explicit((_Atomic(type) *)of, value, order)
#endif
static struct queued_spinlock make_queued_spinlock(void) { return (struct queued_spinlock){lines(sizeof(wide_word))}; }
static inline bool queued_spinlock_pending(wide_word *of) {
  uint64_t seen = atomic_load_explicit(of, memory_order_relaxed);
  for (int looks = 512; seen == PENDING && looks > 0; looks--) {
    cpu_pause();
    seen = atomic_load_explicit(of, memory_order_relaxed);
  }
  if (seen & ~(uint64_t)HELD_BYTE) return false;
  uint64_t before = atomic_fetch_or_explicit(of, PENDING, memory_order_acquire);
  if (before & ~(uint64_t)HELD_BYTE) {
    if (!(before & PENDING_BYTE)) atomic_fetch_and_explicit(of, ~(uint64_t)PENDING_BYTE, memory_order_relaxed);
    return false;
  }
  if (before & HELD_BYTE)
    while (atomic_load_explicit(of, memory_order_acquire) & HELD_BYTE) cpu_pause();
  STORE_PART(uint16_t, of, HELD_OR_PENDING, 1, memory_order_relaxed);
  return true;
}
static inline void queued_spinlock_queue(wide_word *of, struct mcs_node *node) {
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->is_waiting, 1, memory_order_relaxed);
  uint64_t tail = (uint64_t)(uintptr_t)node << 16, seen = atomic_load_explicit(of, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(of, &seen, (seen & HELD_OR_PENDING) | tail, memory_order_acq_rel, memory_order_relaxed)) {}
  struct mcs_node *before = (struct mcs_node *)(uintptr_t)(seen >> 16), *next;
  if (before) {
    atomic_store_explicit(&before->next, node, memory_order_release);
    while (atomic_load_explicit(&node->is_waiting, memory_order_acquire) != 0) cpu_pause();  // unseen: it orders only the lock's word, an atomic
  }
  while ((seen = atomic_load_explicit(of, memory_order_acquire)) & HELD_OR_PENDING) cpu_pause();
  if (seen == tail && atomic_compare_exchange_strong_explicit(of, &seen, 1, memory_order_relaxed, memory_order_relaxed)) return;
  STORE_PART(uint8_t, of, HELD_BYTE, 1, memory_order_relaxed);
  while (!(next = atomic_load_explicit(&node->next, memory_order_acquire))) cpu_pause();
  atomic_store_explicit(&next->is_waiting, 0, memory_order_release);  // unseen: it orders only the lock's word, an atomic
}
static __attribute__((noinline)) void queued_spinlock_wait(wide_word *of, struct mcs_node *node) {
  if (!queued_spinlock_pending(of)) queued_spinlock_queue(of, node);
}
static inline void queued_spinlock_acquire(struct queued_spinlock lock, struct mcs_thread *thread) {
  uint64_t none = 0;
  if (!atomic_compare_exchange_strong_explicit(lock.word, &none, 1, memory_order_acquire, memory_order_relaxed))
    queued_spinlock_wait(lock.word, thread->node);
}
static inline void queued_spinlock_release(struct queued_spinlock lock, struct mcs_thread *thread) {
  (void)thread;
  STORE_PART(uint8_t, lock.word, HELD_BYTE, 0, memory_order_release);
}

struct hemlock_thread { _Atomic(uintptr_t) *named; };
struct hemlock { _Atomic(_Atomic(uintptr_t) *) *tail; };
static struct hemlock make_hemlock(void) { return (struct hemlock){lines(sizeof(void *))}; }
static struct hemlock_thread hemlock_begin(void) { return (struct hemlock_thread){lines(sizeof(uintptr_t))}; }
static inline void hemlock_acquire(struct hemlock lock, struct hemlock_thread *thread) {
  _Atomic(uintptr_t) *before = atomic_exchange_explicit(lock.tail, thread->named, memory_order_acq_rel);
  if (!before) return;
  uintptr_t name = (uintptr_t)lock.tail;
  while (!atomic_compare_exchange_strong_explicit(before, &name, 0, memory_order_acq_rel, memory_order_relaxed)) {
    name = (uintptr_t)lock.tail;
    cpu_pause();
  }
}
static inline void hemlock_release(struct hemlock lock, struct hemlock_thread *thread) {
  _Atomic(uintptr_t) *own = thread->named;
  if (atomic_compare_exchange_strong_explicit(lock.tail, &own, NULL, memory_order_release, memory_order_relaxed)) return;
  atomic_store_explicit(thread->named, (uintptr_t)lock.tail, memory_order_release);
  while (atomic_fetch_add_explicit(thread->named, 0, memory_order_acquire) != 0) cpu_pause();
}
static void hemlock_end(struct hemlock_thread *thread) { free((void *)thread->named); }

struct reciprocating { _Atomic(uintptr_t) *arrivals; };
struct reciprocating_thread { _Atomic(uintptr_t) *granted; uintptr_t successor, end; };
static struct reciprocating make_reciprocating(void) { return (struct reciprocating){lines(sizeof(uintptr_t))}; }
static struct reciprocating_thread reciprocating_begin(void) {
  return (struct reciprocating_thread){lines(sizeof(uintptr_t)), 0, 0};
}
static inline void reciprocating_acquire(struct reciprocating lock, struct reciprocating_thread *thread) {
  atomic_store_explicit(thread->granted, 0, memory_order_relaxed);
  thread->successor = 0, thread->end = (uintptr_t)thread->granted;
  uintptr_t before = atomic_exchange_explicit(lock.arrivals, (uintptr_t)thread->granted, memory_order_acq_rel);
  if (!before) return;
  thread->successor = before & ~(uintptr_t)1;
  while (!(thread->end = atomic_load_explicit(thread->granted, memory_order_acquire))) cpu_pause();
  if (thread->successor == thread->end) thread->successor = 0, thread->end = 1;
}
static inline void reciprocating_release(struct reciprocating lock, struct reciprocating_thread *thread) {
  uintptr_t next = thread->successor, end = thread->end;
  if (!next) {
    if (atomic_compare_exchange_strong_explicit(lock.arrivals, &end, 0, memory_order_release, memory_order_relaxed)) return;
    next = atomic_exchange_explicit(lock.arrivals, 1, memory_order_acquire);
  }
  atomic_store_explicit((_Atomic(uintptr_t) *)next, thread->end, memory_order_release);
}
static void reciprocating_end(struct reciprocating_thread *thread) { free((void *)thread->granted); }

/* CNA: mcs that prefers waiters of the holder's memory node. */
struct cna_node { _Atomic(struct cna_node *) next; _Atomic(uintptr_t) spin; struct cna_node *last; int32_t memory_node; uint32_t random; };
struct cna { _Atomic(struct cna_node *) *tail; };
struct cna_thread { struct cna_node *node; };
static struct cna make_cna(void) { return (struct cna){lines(sizeof(void *))}; }
static struct cna_thread cna_begin(void) {
  struct cna_thread thread = {lines(sizeof(struct cna_node))};
  unsigned memory_node = 0;
#ifdef __SANITIZE_THREAD__
  // Threads get made-up nodes in turn, so that a machine with one node too tries the orders of a hand-over across nodes.
  static word threads;
  memory_node = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) & 1;
#else
  syscall(SYS_getcpu, NULL, &memory_node, NULL);
#endif
  thread.node->memory_node = (int32_t)memory_node, thread.node->random = 0x9e3779b9;
  return thread;
}
static inline struct cna_node *cna_second(struct cna_node *node) {
  uintptr_t spin = atomic_load_explicit(&node->spin, memory_order_relaxed);
  return spin > 1 ? (struct cna_node *)spin : NULL;
}
static inline bool cna_ends_turn(struct cna_node *node) {
  node->random ^= node->random << 13, node->random ^= node->random >> 17, node->random ^= node->random << 5;
  return (node->random & 0xffff) == 0;
}
static inline void cna_acquire(struct cna lock, struct cna_thread *thread) {
  struct cna_node *node = thread->node;
  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&node->spin, 0, memory_order_relaxed);
  struct cna_node *before = atomic_exchange_explicit(lock.tail, node, memory_order_acq_rel);
  if (!before) {
    atomic_store_explicit(&node->spin, 1, memory_order_relaxed);
    return;
  }
  atomic_store_explicit(&before->next, node, memory_order_release);
  while (atomic_load_explicit(&node->spin, memory_order_acquire) == 0) cpu_pause();
}
static inline void cna_put_back(struct cna_node *node, struct cna_node *next) {
  struct cna_node *first = cna_second(node);
  atomic_store_explicit(&first->last->next, next, memory_order_relaxed);
  atomic_store_explicit(&first->spin, 1, memory_order_release);
}
static inline struct cna_node *cna_move_others(struct cna_node *node, struct cna_node *next) {
  struct cna_node *last = next, *waiter, *first = cna_second(node);
  while ((waiter = atomic_load_explicit(&last->next, memory_order_acquire)) && waiter->memory_node != node->memory_node) last = waiter;
  if (!waiter) return NULL;
  atomic_store_explicit(&last->next, NULL, memory_order_relaxed);
  if (first) {
    atomic_store_explicit(&first->last->next, next, memory_order_relaxed);
    first->last = last;
  } else {
    next->last = last;
    atomic_store_explicit(&node->spin, (uintptr_t)next, memory_order_relaxed);
  }
  return waiter;
}
static __attribute__((noinline)) void cna_across(struct cna_node *node, struct cna_node *next) {
  struct cna_node *local = cna_ends_turn(node) ? NULL : cna_move_others(node, next);
  if (local) atomic_store_explicit(&local->spin, atomic_load_explicit(&node->spin, memory_order_relaxed), memory_order_release);
  else if (cna_second(node)) cna_put_back(node, next);
  else atomic_store_explicit(&next->spin, 1, memory_order_release);
}
static inline void cna_release(struct cna lock, struct cna_thread *thread) {
  struct cna_node *node = thread->node, *own = node, *next = atomic_load_explicit(&node->next, memory_order_acquire);
  if (!next) {
    struct cna_node *second = cna_second(node);
    if (atomic_compare_exchange_strong_explicit(lock.tail, &own, second ? second->last : NULL, memory_order_release, memory_order_relaxed)) {
      if (second) atomic_store_explicit(&second->spin, 1, memory_order_release);
      return;
    }
    do {
      cpu_pause();
      next = atomic_load_explicit(&node->next, memory_order_acquire);
    } while (!next);
  }
  if (next->memory_node != node->memory_node) cna_across(node, next);
  else if (cna_second(node) && cna_ends_turn(node)) cna_put_back(node, next);
  else atomic_store_explicit(&next->spin, atomic_load_explicit(&node->spin, memory_order_relaxed), memory_order_release);
}
static void cna_end(struct cna_thread *thread) { free(thread->node); }

/* Flat combining: the holder runs the sections that others have published. */
struct combining_record { word is_pending, is_given_up; void (*section)(void *); void *context; struct combining_record *next; };
struct flat_combining { word *is_held; _Atomic(struct combining_record *) *records; };
static struct flat_combining make_flat_combining(void) {
  word *is_held = lines(sizeof(word));
  return (struct flat_combining){is_held, lines(sizeof(void *))};
}
static inline bool flat_combining_take(struct flat_combining lock) {
  return atomic_exchange_explicit(lock.is_held, 1, memory_order_acquire) == 0;
}
static inline void flat_combining_leave(struct flat_combining lock) {
  atomic_store_explicit(lock.is_held, 0, memory_order_release);
}
static void flat_combining_give_up(struct combining_record *record) {
  if (record && atomic_exchange_explicit(&record->is_given_up, 1, memory_order_acq_rel)) free(record);  // unseen: no lock of the twin ends
}
static inline bool flat_combining_pass(struct flat_combining lock) {
  bool has_run = false;
  struct combining_record *before = NULL, *next = atomic_load_explicit(lock.records, memory_order_acquire);
  while (next) {
    struct combining_record *record = next;
    next = record->next;
    if (atomic_load_explicit(&record->is_pending, memory_order_acquire)) {
      record->section(record->context);
      atomic_store_explicit(&record->is_pending, 0, memory_order_release);
      has_run = true;
    } else if (before && atomic_load_explicit(&record->is_given_up, memory_order_acquire)) {
      before->next = next;
      free(record);
      continue;
    }
    before = record;
  }
  return has_run;
}
static __attribute__((noinline)) void flat_combining_combine(struct flat_combining lock) {
  for (int pass = 0; pass < 8 && flat_combining_pass(lock); pass++) {}
}
#ifdef BOXED
/* What Swift makes of a closure that another thread runs: a reference-counted box on the heap. The count is changed as Swift's
   runtime changes it, by a load and a compare-and-swap. */
struct box { wide_word count; void (*section)(void *); void *context; };
static __attribute__((noinline)) uint64_t box_count(struct box *box, uint64_t change) {
  uint64_t seen = atomic_load_explicit(&box->count, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&box->count, &seen, seen + change)) {}
  return seen + change;
}
static void run_box(void *of) {
  struct box *box = of;
  box_count(box, 1);
  box->section(box->context);
  box_count(box, -1ull);
}
static void *boxed(void (**section)(void *), void *context) {
  struct box *box = malloc(sizeof *box);
  *box = (struct box){1, *section, context};
  *section = run_box;
  return box;
}
static void unbox(void *box) {
  if (box_count(box, -1ull) == 0) free(box);
}
#else
static void *boxed(void (**section)(void *), void *context) { (void)section; return context; }
static void unbox(void *context) { (void)context; }
#endif
static __attribute__((noinline)) void flat_combining_publish(
    struct flat_combining lock, struct combining_record **of, void (*section)(void *), void *context) {
  struct combining_record *record = *of;
  if (!record) {
    *of = record = lines(sizeof *record);
    record->next = atomic_load_explicit(lock.records, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(lock.records, &record->next, record, memory_order_release, memory_order_relaxed)) {}
  }
  record->context = context = boxed(&section, context);
  record->section = section;
  atomic_store_explicit(&record->is_pending, 1, memory_order_release);
  while (atomic_load_explicit(&record->is_pending, memory_order_acquire)) {
    if (!atomic_load_explicit(lock.is_held, memory_order_relaxed) && flat_combining_take(lock)) {
      flat_combining_combine(lock);
      flat_combining_leave(lock);
      break;
    }
    cpu_pause();
  }
  unbox(context);
}
