/* The twin's locks whose readers run together, and the pair that they guard: word for word those of Sources/SyncPrimitives. The
   thread sanitizer sees the acquire and the release in a sequentially consistent order, but not that all threads agree on one order. */
#pragma once
#include "locks.h"

/* Two words that every writer changes together, and a thread's note: the value it last saw, and the number of its stale reads. */
enum { WORDS_APART = 16, PAIR_BYTES = 2 * WORDS_APART * sizeof(uint64_t) };
struct pair { uint64_t *first, steps; wide_word *seen; };
static inline void pair_work(uint64_t steps) {
  for (uint64_t i = 0, x = steps; i < steps; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
}
static inline bool pair_read(struct pair pair) {
  clobber();
  uint64_t before = *pair.first;
  if (pair.steps > 0) pair_work(pair.steps);
  clobber();
  if (before >= atomic_load_explicit(pair.seen, memory_order_relaxed)) atomic_store_explicit(pair.seen, before, memory_order_relaxed);
  else atomic_store_explicit(pair.seen + 1, atomic_load_explicit(pair.seen + 1, memory_order_relaxed) + 1, memory_order_relaxed);
  return pair.first[WORDS_APART] == before;
}
static inline void pair_write(struct pair pair) {
  clobber();
  uint64_t next = *pair.first + 1;
  *pair.first = next;
  clobber();
  if (pair.steps > 0) pair_work(pair.steps);
  clobber();
  pair.first[WORDS_APART] += 1;
  atomic_store_explicit(pair.seen, next, memory_order_relaxed);
  clobber();
}

/* With FEW, readers claim the words of others, so that the thread sanitizer sees what a claim orders. */
#ifdef FEW
enum { READER_SLOTS = 1, READER_WORDS = 1 };
#else
enum { READER_SLOTS = 64, READER_WORDS = 4096 };
#endif

/* The words in which readers announce their reads. */
static inline wide_word *reader_slots_at(wide_word *slots, uint64_t index) { return slots + (index & (READER_SLOTS - 1)) * WORDS_APART; }
static inline wide_word *reader_slots_claim(wide_word *slots, uint64_t value) {
  for (uint64_t index = own_id();;) {
    wide_word *slot = reader_slots_at(slots, index);
    uint64_t none = 0;
    if (atomic_compare_exchange_strong_explicit(slot, &none, value, memory_order_seq_cst, memory_order_relaxed)) return slot;  // unseen as acquire: it continues the last reader's release
    if ((++index & (READER_SLOTS - 1)) == 0) cpu_pause();
  }
}

/* A snapshot's memory: a count that PublishedSnapshot uses, and the data. */
static inline uint64_t snapshot_copy(const void *data) {
  void *memory;
  if (posix_memalign(&memory, LINE, LINE + PAIR_BYTES)) fail("no memory");
  atomic_init((wide_word *)memory, 0);
  memcpy((char *)memory + LINE, data, PAIR_BYTES);
  if ((uintptr_t)memory >> 48) fail("an address has more than 48 bits");
  return (uintptr_t)memory;
}
static inline void *snapshot_data(uint64_t word) {
  uintptr_t memory = word & 0xffffffffffff;
  if (!memory) __builtin_trap();
  return (char *)memory + LINE;
}
static inline struct pair snapshot_pair(struct pair pair, uint64_t word) { return (struct pair){snapshot_data(word), pair.steps, pair.seen}; }

/* The published snapshot, and the replaced ones that are not yet freed, each with the epoch of its end, which only snapshot_epoch uses. */
struct old_snapshot { uint64_t word, epoch; };
struct old_snapshots { struct old_snapshot *at; uint64_t count, capacity; };
struct snapshots { wide_word *published, *epoch, *slots; struct spin_park_futex writers; struct old_snapshots *old; };
static struct snapshots make_snapshots(void) {
  wide_word *published = lines(sizeof(wide_word)), *epoch = lines(sizeof(wide_word)), *slots = lines(READER_SLOTS * LINE);
  atomic_init(epoch, 1);
  return (struct snapshots){published, epoch, slots, make_spin_park_futex(), lines(sizeof(struct old_snapshots))};
}
/* Keeps an old snapshot, and returns whether there are so many that some should be freed. */
static inline bool snapshots_keep(struct old_snapshots *old, uint64_t word, uint64_t epoch) {
  if (old->count == old->capacity && !(old->at = realloc(old->at, (old->capacity = 2 * old->capacity + 2) * sizeof *old->at))) fail("no memory");
  if (word) old->at[old->count++] = (struct old_snapshot){word, epoch};
  return old->count >= 32;
}
/* Keeps the old snapshots on a condition, and frees the others. */
#define FREE_UNLESS(old, condition) \
  uint64_t kept = 0; \
  for (uint64_t i = 0; i < old->count; i++) { \
    if (condition) old->at[kept++] = old->at[i]; \
    else free((void *)(uintptr_t)old->at[i].word); \
  } \
  old->count = kept
static inline __attribute__((always_inline)) void snapshots_write(
    const struct snapshots *lock, struct pair pair, void (*publish)(const struct snapshots *lock, uint64_t next)) {
  struct spin_park_futex writers = lock->writers;
  spin_park_futex_acquire(writers);
  uint64_t next = snapshot_copy(snapshot_data(atomic_load_explicit(lock->published, memory_order_relaxed)));
  pair_write(snapshot_pair(pair, next));
  publish(lock, next);
  spin_park_futex_release(writers);
}
static void snapshots_put_back(const void *of, struct pair pair) {
  memcpy(pair.first, snapshot_data(atomic_load_explicit(((const struct snapshots *)of)->published, memory_order_relaxed)), PAIR_BYTES);
}

/* The Swift compiler unrolls the same search, in which a writer spends a good part of its time. */
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll_count(5)")
#else
#define UNROLLED _Pragma("GCC unroll 5")
#endif
static inline bool snapshot_hazard_is_read(wide_word *slots, uint64_t word) {
  UNROLLED for (uint64_t i = 0; i < READER_SLOTS; i++)
    if (atomic_load_explicit(reader_slots_at(slots, i), memory_order_seq_cst) == word) return true;
  return false;
}
static __attribute__((noinline)) void snapshot_hazard_publish(const struct snapshots *lock, uint64_t next) {
  uint64_t before = atomic_exchange_explicit(lock->published, next, memory_order_seq_cst);  // unseen as release: the lock orders writers
  struct old_snapshots *old = lock->old;
  if (!snapshots_keep(old, before, 0)) return;
  FREE_UNLESS(old, snapshot_hazard_is_read(lock->slots, old->at[i].word));
}
static inline bool snapshot_hazard_read(const struct snapshots *lock, struct pair pair) {
  uint64_t word = atomic_load_explicit(lock->published, memory_order_relaxed);
  wide_word *slot = reader_slots_claim(lock->slots, word);
  for (uint64_t now; (now = atomic_load_explicit(lock->published, memory_order_seq_cst)) != word;) {
    word = now;
    atomic_store_explicit(slot, word, memory_order_seq_cst);  // unseen: only the one order counts
  }
  bool is_whole = pair_read(snapshot_pair(pair, word));
  atomic_store_explicit(slot, 0, memory_order_release);
  return is_whole;
}

static void snapshot_epoch_begin(const struct snapshots *lock, uint64_t now) {
  for (uint64_t i = 0; i < READER_SLOTS; i++) {
    uint64_t seen = atomic_load_explicit(reader_slots_at(lock->slots, i), memory_order_seq_cst);
    if (seen && seen != now) return;
  }
  atomic_store_explicit(lock->epoch, now + 1, memory_order_seq_cst);  // unseen: the scan refuses an epoch that a reader saw too early
  FREE_UNLESS(lock->old, lock->old->at[i].epoch + 2 > now + 1);
}
static __attribute__((noinline)) void snapshot_epoch_publish(const struct snapshots *lock, uint64_t next) {
  uint64_t before = atomic_exchange_explicit(lock->published, next, memory_order_seq_cst);  // unseen as release: the lock orders writers
  uint64_t now = atomic_load_explicit(lock->epoch, memory_order_relaxed);
  if (snapshots_keep(lock->old, before, now)) snapshot_epoch_begin(lock, now);
}
static inline bool snapshot_epoch_read(const struct snapshots *lock, struct pair pair) {
  wide_word *slot = reader_slots_claim(lock->slots, atomic_load_explicit(lock->epoch, memory_order_relaxed));
  bool is_whole = pair_read(snapshot_pair(pair, atomic_load_explicit(lock->published, memory_order_seq_cst)));
  atomic_store_explicit(slot, 0, memory_order_release);
  return is_whole;
}
#define SNAPSHOT(name) \
  static inline void name##_write(const struct snapshots *lock, struct pair pair) { snapshots_write(lock, pair, name##_publish); } \
  static void name##_take_over(const void *of, struct pair pair) { name##_publish(of, snapshot_copy(pair.first)); }
SNAPSHOT(snapshot_hazard)
SNAPSHOT(snapshot_epoch)
static void pair_stays(const void *of, struct pair pair) { (void)of, (void)pair; }

struct phase_fair_words { _Alignas(LINE) word readers_in; _Alignas(LINE) word readers_out; _Alignas(LINE) word writers_in; _Alignas(LINE) word writers_out; };
struct phase_fair { struct phase_fair_words *words; };
static struct phase_fair make_phase_fair(void) { return (struct phase_fair){lines(sizeof(struct phase_fair_words))}; }
static inline void phase_fair_acquire_shared(const struct phase_fair *lock) {
  uint32_t writer = atomic_fetch_add_explicit(&lock->words->readers_in, 0x100, memory_order_acquire) & 3;
  if (!writer) return;
  while ((atomic_load_explicit(&lock->words->readers_in, memory_order_acquire) & 3) == writer) cpu_pause();
}
static inline void phase_fair_release_shared(const struct phase_fair *lock) {
  atomic_fetch_add_explicit(&lock->words->readers_out, 0x100, memory_order_release);
}
static inline void phase_fair_acquire_exclusive(const struct phase_fair *lock) {
  uint32_t ticket = atomic_fetch_add_explicit(&lock->words->writers_in, 1, memory_order_relaxed);
  while (atomic_load_explicit(&lock->words->writers_out, memory_order_acquire) != ticket) cpu_pause();
  uint32_t arrived = atomic_fetch_add_explicit(&lock->words->readers_in, 2 | (ticket & 1), memory_order_relaxed);
  while (atomic_load_explicit(&lock->words->readers_out, memory_order_acquire) != arrived) cpu_pause();
}
static inline void phase_fair_release_exclusive(const struct phase_fair *lock) {
  atomic_fetch_and_explicit(&lock->words->readers_in, ~3u, memory_order_release);
  uint32_t ticket = atomic_load_explicit(&lock->words->writers_out, memory_order_relaxed);
  atomic_store_explicit(&lock->words->writers_out, ticket + 1, memory_order_release);
}

#define PTHREAD(own, function) static inline void own(const struct rwlock *lock) { function(lock->lock); }
struct rwlock { pthread_rwlock_t *lock; };
static struct rwlock make_rwlock(void) {
  struct rwlock made = {lines(sizeof(pthread_rwlock_t))};
  pthread_rwlock_init(made.lock, NULL);
  return made;
}
PTHREAD(rwlock_acquire_shared, pthread_rwlock_rdlock)
PTHREAD(rwlock_release_shared, pthread_rwlock_unlock)
PTHREAD(rwlock_acquire_exclusive, pthread_rwlock_wrlock)
PTHREAD(rwlock_release_exclusive, pthread_rwlock_unlock)

/* BRAVO: a reader-writer lock whose readers mostly write to a word of a table. */
struct bravo_bias { word is_biased; wide_word may_return_at; };
struct bravo { struct bravo_bias *bias; wide_word *readers; };
static struct bravo make_bravo(void) {
  struct bravo_bias *bias = lines(sizeof *bias);
  return (struct bravo){bias, lines(READER_WORDS * sizeof(wide_word))};
}
static inline wide_word *bravo_word(struct bravo lock) {
  uint64_t key = (uint64_t)own_id() ^ (uintptr_t)lock.bias;
  return lock.readers + ((key * 0x9e3779b97f4a7c15u) >> 52 & (READER_WORDS - 1));
}
static inline wide_word *bravo_enter(struct bravo lock) {
  if (atomic_load_explicit(&lock.bias->is_biased, memory_order_acquire) == 0) return NULL;  // unseen: the second load acquires too
  wide_word *at = bravo_word(lock);
  uint64_t none = 0;
  if (!atomic_compare_exchange_strong_explicit(at, &none, (uintptr_t)lock.bias, memory_order_seq_cst, memory_order_relaxed)) return NULL;  // unseen as acquire: it continues the last reader's release
  if (atomic_load_explicit(&lock.bias->is_biased, memory_order_seq_cst) != 0) return at;  // unseen: the first load acquires too
  atomic_store_explicit(at, 0, memory_order_release);  // unseen: the sanitizer keeps an earlier release through a relaxed store
  return NULL;
}
static inline void bravo_leave(wide_word *at) { atomic_store_explicit(at, 0, memory_order_release); }
static __attribute__((noinline)) void bravo_restore(struct bravo lock) {
  if (atomic_load_explicit(&lock.bias->is_biased, memory_order_relaxed)) return;
  if (now_ns() < atomic_load_explicit(&lock.bias->may_return_at, memory_order_relaxed)) return;
  atomic_store_explicit(&lock.bias->is_biased, 1, memory_order_release);
}
static __attribute__((noinline)) void bravo_end(struct bravo lock) {
  atomic_store_explicit(&lock.bias->is_biased, 0, memory_order_seq_cst);  // unseen: only the one order counts
  uint64_t start = now_ns();
  for (uint64_t i = 0; i < READER_WORDS; i++)
    while (atomic_load_explicit(lock.readers + i, memory_order_seq_cst) == (uintptr_t)lock.bias) cpu_pause();
  uint64_t end = now_ns();
  atomic_store_explicit(&lock.bias->may_return_at, end + (end - start) * 9, memory_order_relaxed);
}

#define BRAVO(name, lock) \
  struct name { struct bravo bravo; struct lock inner; }; \
  static struct name make_##name(void) { \
    struct lock inner = make_##lock(); \
    return (struct name){make_bravo(), inner}; \
  } \
  static inline bool name##_read(const struct name *own, struct pair pair) { \
    wide_word *at = bravo_enter(own->bravo); \
    if (at) { \
      bool is_whole = pair_read(pair); \
      bravo_leave(at); \
      return is_whole; \
    } \
    lock##_acquire_shared(&own->inner); \
    bravo_restore(own->bravo); \
    bool is_whole = pair_read(pair); \
    lock##_release_shared(&own->inner); \
    return is_whole; \
  } \
  static inline void name##_write(const struct name *own, struct pair pair) { \
    lock##_acquire_exclusive(&own->inner); \
    if (atomic_load_explicit(&own->bravo.bias->is_biased, memory_order_relaxed)) bravo_end(own->bravo); \
    pair_write(pair); \
    lock##_release_exclusive(&own->inner); \
  }
BRAVO(bravo_phase_fair, phase_fair)
BRAVO(bravo_pthread_rwlock, rwlock)
