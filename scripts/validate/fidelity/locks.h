/* The locks of the twin, word for word those of Sources/SyncPrimitives. */
#pragma once
#include "memory.h"

struct no_lock { char unused; };
static struct no_lock make_no_lock(void) { return (struct no_lock){0}; }
static inline void no_lock_acquire(struct no_lock lock) { (void)lock; }
static inline void no_lock_release(struct no_lock lock) { (void)lock; }

struct test_and_set { word *word; };
static struct test_and_set make_test_and_set(void) { return (struct test_and_set){lines(sizeof(word))}; }
static inline void test_and_set_acquire(struct test_and_set lock) {
  while (atomic_exchange_explicit(lock.word, 1, memory_order_acquire) != 0) cpu_pause();
}
static inline void test_and_set_release(struct test_and_set lock) {
  atomic_store_explicit(lock.word, 0, memory_order_release);
}

struct ttas_pause { word *word; };
static struct ttas_pause make_ttas_pause(void) { return (struct ttas_pause){lines(sizeof(word))}; }
static inline void ttas_pause_acquire(struct ttas_pause lock) {
  while (atomic_exchange_explicit(lock.word, 1, memory_order_acquire) != 0)
    while (atomic_load_explicit(lock.word, memory_order_relaxed) != 0) cpu_pause();
}
static inline void ttas_pause_release(struct ttas_pause lock) {
  atomic_store_explicit(lock.word, 0, memory_order_release);
}

struct ticket { word *next, *served; };
static struct ticket make_ticket(void) {
  word *next = lines(sizeof(word));
  return (struct ticket){next, lines(sizeof(word))};
}
static inline void ticket_acquire(struct ticket lock) {
  uint32_t own = atomic_fetch_add_explicit(lock.next, 1, memory_order_relaxed);
  while (atomic_load_explicit(lock.served, memory_order_acquire) != own) cpu_pause();
}
static inline void ticket_release(struct ticket lock) {
  uint32_t own = atomic_load_explicit(lock.served, memory_order_relaxed);
  atomic_store_explicit(lock.served, own + 1, memory_order_release);
}

struct pthread_lock { pthread_mutex_t *mutex; };
static struct pthread_lock make_pthread_lock(void) {
  struct pthread_lock lock = {lines(sizeof(pthread_mutex_t))};
  pthread_mutex_init(lock.mutex, NULL);
  return lock;
}
static inline void pthread_lock_acquire(struct pthread_lock lock) { pthread_mutex_lock(lock.mutex); }
static inline void pthread_lock_release(struct pthread_lock lock) { pthread_mutex_unlock(lock.mutex); }

/* Queue locks: each thread brings a node, and begins and ends with one. */

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
