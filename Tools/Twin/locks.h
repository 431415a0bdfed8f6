/* The locks of the twin, which is the C program that syncbench's loops are compared with: word for word those of
   Sources/SyncPrimitives. The comment "unseen" marks an order whose absence the thread sanitizer can't see, with the reason.
   "unseen as ORDER" says so only of the weaker ORDER (scripts/validate/check-orders.py). */
#pragma once
#include <linux/futex.h>
#include <stdbool.h>

#include "memory.h"

static void futex(word *address, int operation, uint32_t value) { syscall(SYS_futex, address, operation, value, NULL, NULL, 0); }

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

/* TWA: a ticket lock whose distant waiters wait on an array. */
enum { WAITING_WORDS = 4096 };
struct waiting_array { word *next, *served; wide_word *array; };
static struct waiting_array make_waiting_array(void) {
  word *next = lines(sizeof(word));
  return (struct waiting_array){next, lines(sizeof(word)), lines(WAITING_WORDS * sizeof(wide_word))};
}
static inline wide_word *waiting_array_word(struct waiting_array lock, uint32_t ticket) {
  return lock.array + (((uint64_t)(uint32_t)(ticket * 127) ^ (uintptr_t)lock.next >> 7) & (WAITING_WORDS - 1));
}
static __attribute__((noinline)) void waiting_array_wait(struct waiting_array lock, uint32_t own, uint32_t number) {
  if (own - number > 1) {
    wide_word *at = waiting_array_word(lock, own);
    for (;;) {
      uint64_t seen = atomic_load_explicit(at, memory_order_acquire);  // unseen: without it a waiter may go on waiting
      if (own - atomic_load_explicit(lock.served, memory_order_relaxed) <= 1) break;
      while (atomic_load_explicit(at, memory_order_relaxed) == seen) cpu_pause();
    }
  }
  while (atomic_load_explicit(lock.served, memory_order_acquire) != own) cpu_pause();
}
static inline void waiting_array_acquire(struct waiting_array lock) {
  uint32_t own = atomic_fetch_add_explicit(lock.next, 1, memory_order_relaxed);
  uint32_t number = atomic_load_explicit(lock.served, memory_order_acquire);
  if (number != own) waiting_array_wait(lock, own, number);
}
static inline void waiting_array_release(struct waiting_array lock) {
  uint32_t number = atomic_load_explicit(lock.served, memory_order_relaxed) + 1;
  atomic_store_explicit(lock.served, number, memory_order_release);
  atomic_fetch_add_explicit(waiting_array_word(lock, number + 1), 1, memory_order_release);  // unseen: without it a waiter may go on waiting
}

/* A lock of one byte, whose waiters sleep in a table outside the lock. */
enum { PARKING_BUCKETS = 256, NOT_PARKED = 0, WOKEN = 1, HANDED_OVER = 2 };
struct parked { word waking; uintptr_t address; struct parked *next; };
struct bucket { word mutex; struct parked *first, *last; uint64_t hands_over_at; uint32_t random; };
struct parking_lot { _Atomic(uint8_t) *state; };
static struct bucket buckets[PARKING_BUCKETS];
static struct parking_lot make_parking_lot(void) {
  for (int i = 0; i < PARKING_BUCKETS; i++) buckets[i].random = 0x9e3779b9;
  return (struct parking_lot){lines(1)};
}
static inline void parking_lot_bucket_enter(struct bucket *bucket) {
  uint32_t none = 0;
  if (atomic_compare_exchange_strong_explicit(&bucket->mutex, &none, 1, memory_order_acquire, memory_order_relaxed)) return;
  while (atomic_exchange_explicit(&bucket->mutex, 2, memory_order_acquire)) futex(&bucket->mutex, FUTEX_WAIT_PRIVATE, 2);
}
static inline void parking_lot_bucket_exit(struct bucket *bucket) {
  if (atomic_exchange_explicit(&bucket->mutex, 0, memory_order_release) == 2) futex(&bucket->mutex, FUTEX_WAKE_PRIVATE, 1);
}
static inline struct bucket *parking_lot_bucket_of(const void *address) {
  return buckets + (((uint64_t)(uintptr_t)address * 0x9e3779b97f4a7c15u) >> 56);
}
static inline bool parking_lot_try(struct parking_lot lock) {
  uint8_t seen = atomic_load_explicit(lock.state, memory_order_relaxed);
  while (!(seen & 1))
    if (atomic_compare_exchange_weak_explicit(lock.state, &seen, seen | 1, memory_order_acquire, memory_order_relaxed)) return true;
  return false;
}
static uint32_t parking_lot_park(struct parking_lot lock) {
  struct bucket *bucket = parking_lot_bucket_of((void *)lock.state);
  parking_lot_bucket_enter(bucket);
  if (atomic_load_explicit(lock.state, memory_order_relaxed) != 3) {
    parking_lot_bucket_exit(bucket);
    return NOT_PARKED;
  }
  struct parked *thread = lines(sizeof *thread);
  thread->address = (uintptr_t)lock.state;
  if (bucket->last) bucket->last->next = thread;
  else bucket->first = thread;
  bucket->last = thread;
  parking_lot_bucket_exit(bucket);
  uint32_t waking;
  while (!(waking = atomic_load_explicit(&thread->waking, memory_order_acquire))) futex(&thread->waking, FUTEX_WAIT_PRIVATE, 0);
  free(thread);
  return waking;
}
static __attribute__((noinline)) void parking_lot_wait(struct parking_lot lock) {
  for (uint32_t round = 0;;) {
    uint8_t seen = atomic_load_explicit(lock.state, memory_order_relaxed);
    if (!(seen & 1)) {
      if (parking_lot_try(lock)) return;
      continue;
    }
    if (!(seen & 2)) {
      if (round < 10) {
        round++;
        if (round <= 3) for (uint32_t i = 0; i < 1u << round; i++) cpu_pause();
        else sched_yield();
        continue;
      }
      if (!atomic_compare_exchange_weak_explicit(lock.state, &seen, seen | 2, memory_order_relaxed, memory_order_relaxed)) continue;
    }
    if (parking_lot_park(lock) == HANDED_OVER) return;
    round = 0;
  }
}
static __attribute__((noinline)) void parking_lot_unpark(struct parking_lot lock) {
  struct bucket *bucket = parking_lot_bucket_of((void *)lock.state);
  parking_lot_bucket_enter(bucket);
  struct parked *before = NULL, *thread = bucket->first, *other;
  while (thread && thread->address != (uintptr_t)lock.state) before = thread, thread = thread->next;
  if (!thread) {
    atomic_store_explicit(lock.state, 0, memory_order_release);
    parking_lot_bucket_exit(bucket);
    return;
  }
  if (before) before->next = thread->next;
  else bucket->first = thread->next;
  if (bucket->last == thread) bucket->last = before;
  for (other = thread->next; other && other->address != (uintptr_t)lock.state; other = other->next) {}
  uint64_t now = now_ns();
  bool hands_over = now >= bucket->hands_over_at;
  if (hands_over) {
    bucket->random ^= bucket->random << 13, bucket->random ^= bucket->random >> 17, bucket->random ^= bucket->random << 5;
    bucket->hands_over_at = now + bucket->random % 1000000;
  }
  atomic_store_explicit(lock.state, (uint8_t)((hands_over ? 1 : 0) | (other ? 2 : 0)), memory_order_release);
  parking_lot_bucket_exit(bucket);
  atomic_store_explicit(&thread->waking, hands_over ? HANDED_OVER : WOKEN, memory_order_release);
  futex(&thread->waking, FUTEX_WAKE_PRIVATE, 1);
}
static inline void parking_lot_acquire(struct parking_lot lock) {
  uint8_t none = 0;
  if (!atomic_compare_exchange_strong_explicit(lock.state, &none, 1, memory_order_acquire, memory_order_relaxed)) parking_lot_wait(lock);
}
static inline void parking_lot_release(struct parking_lot lock) {
  uint8_t held = 1;
  if (!atomic_compare_exchange_strong_explicit(lock.state, &held, 0, memory_order_release, memory_order_relaxed)) parking_lot_unpark(lock);
}

/* Three states, as in a futex mutex; a few waiters at a time spin before they sleep. */
struct spin_park_words { word state, sleepers; };
struct spin_park_futex { struct spin_park_words *words; uint32_t pauses; };
static struct spin_park_futex make_spin_park_futex(void) {
  uint64_t best = UINT64_MAX;
  for (int batch = 0; batch < 16; batch++) {
    uint64_t start = now_ns();
    for (int i = 0; i < 64; i++) cpu_pause();
    uint64_t elapsed = now_ns() - start;
    if (elapsed < best) best = elapsed;
  }
  uint64_t fit = 2000 * 64 / (best + 1);
  return (struct spin_park_futex){lines(sizeof(struct spin_park_words)), fit < 1 ? 1 : fit > 64 ? 64 : (uint32_t)fit};
}
static bool spin_park_futex_spin(struct spin_park_futex lock) {
  uint32_t delay = lock.pauses + ((jitter() & 0xffff) * lock.pauses >> 16);
  for (int i = 0; i < 20; i++) {
    uint32_t seen = 0;
    if (atomic_compare_exchange_strong_explicit(&lock.words->state, &seen, 1, memory_order_acquire, memory_order_relaxed)) return true;
    if (seen == 2) return false;
    for (uint32_t left = delay; left > 0; left--) cpu_pause();
  }
  return false;
}
static __attribute__((noinline)) void spin_park_futex_wait(struct spin_park_futex lock) {
  bool is_crowded = atomic_load_explicit(&lock.words->state, memory_order_relaxed) == 2
      && atomic_load_explicit(&lock.words->sleepers, memory_order_relaxed) >= 4;
  if (!is_crowded && spin_park_futex_spin(lock)) return;
  if (atomic_exchange_explicit(&lock.words->state, 2, memory_order_acquire) == 0) return;
  atomic_fetch_add_explicit(&lock.words->sleepers, 1, memory_order_relaxed);
  do futex(&lock.words->state, FUTEX_WAIT_PRIVATE, 2);
  while (atomic_exchange_explicit(&lock.words->state, 2, memory_order_acquire) != 0);
  atomic_fetch_sub_explicit(&lock.words->sleepers, 1, memory_order_relaxed);
}
static inline void spin_park_futex_acquire(struct spin_park_futex lock) {
  uint32_t none = 0;
  if (!atomic_compare_exchange_strong_explicit(&lock.words->state, &none, 1, memory_order_acquire, memory_order_relaxed)) spin_park_futex_wait(lock);
}
static inline void spin_park_futex_release(struct spin_park_futex lock) {
  if (atomic_exchange_explicit(&lock.words->state, 0, memory_order_release) == 2) futex(&lock.words->state, FUTEX_WAKE_PRIVATE, 1);
}
