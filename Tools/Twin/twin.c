/* The hand-written C loops that syncbench's kernels are compared with: the same locks, the same
   cache lines, the same trials; and the same loops over ConcurrencyKit's locks. scripts/validate/fidelity.sh builds
   and runs this program.

   twin --kit     ConcurrencyKit's version
   twin PRIMITIVE uncontended CPU     WARMUPS TRIALS OPERATIONS SHIFT   one thread
   twin PRIMITIVE contended   CPU,... WARMUPS TRIALS WINDOW_NS  SHIFT   a thread for each of 1 to 64 CPUs
   twin PRIMITIVE mix         CPU,... WARMUPS TRIALS WINDOW_NS  SHIFT READ_PERMILLE SEED   such threads, which read and write

   SHIFT is the number of bytes that the heap is moved by, as HeapShift.swift moves it.

   It prints one line for each trial: operations, elapsed ns, and 1 if the counter agrees with the threads' operations,
   or if the pair of a mix agrees with the reads and writes. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>

#include "concurrencykit.h"
#include "locks.h"
#include "once.h"
#include "queue_locks.h"
#include "queues.h"
#include "reader_locks.h"

enum { MAX_THREADS = 64 };

/* MARK: The loops. */

struct tally { uint64_t reads, writes, torn_reads; };

struct kernel {
  const char *name;
  void *(*make)(void);
  void (*uncontended)(const void *lock, uint64_t *counter, uint64_t operations);
  uint64_t (*contended)(const void *lock, uint64_t *counter, const word *stop);
  struct tally (*mix)(const void *lock, uint64_t *first, uint64_t steps, wide_word *seen, const word *stop, uint64_t permille, uint64_t random);
  void (*take_over)(const void *lock, struct pair pair), (*put_back)(const void *lock, struct pair pair);
};

/* The two loops over a lock. They are never inlined, so that a disassembly shows their names. The
   lock's pointers are taken into registers before the loop, as in Swift. A queue lock's node is made
   before the loop and ended after it, and both are timed, as in Swift. */
#define UNCONTENDED(name) \
  static __attribute__((noinline)) void name##_uncontended(const void *of, uint64_t *counter, uint64_t operations)
#define CONTENDED(name) \
  static __attribute__((noinline)) uint64_t name##_contended(const void *of, uint64_t *counter, const word *stop)
#define SECTION(acquire, release) acquire; clobber(); *counter += 1; clobber(); release
#define LOOPS_WITH(lock, begin, acquire, release, end) \
  static void *lock##_made(void) { \
    struct lock *made = lines(sizeof *made); \
    *made = make_##lock(); \
    return made; \
  } \
  UNCONTENDED(lock) { \
    struct lock own = *(const struct lock *)of; \
    begin; \
    for (uint64_t done = 0; done < operations; done++) { SECTION(acquire, release); } \
    end; \
  } \
  CONTENDED(lock) { \
    struct lock own = *(const struct lock *)of; \
    begin; \
    uint64_t done = 0; \
    while (atomic_load_explicit(stop, memory_order_relaxed) == 0) { \
      SECTION(acquire, release); \
      done++; \
    } \
    end; \
    return done; \
  }

#define LOOPS(name, lock) LOOPS_WITH(lock, , lock##_acquire(own), lock##_release(own), )
#define QUEUE_LOOPS(name, lock) \
  LOOPS_WITH( \
    lock, struct lock##_thread thread = lock##_begin(), lock##_acquire(own, &thread), lock##_release(own, &thread), \
    lock##_end(&thread))

/* Each lock with its name on the command line; each thread brings a node to the locks of the second list. */
#define LOCKS(of) \
  of("no-lock", no_lock) of("test-and-set", test_and_set) of("ttas-pause", ttas_pause) of("ticket", ticket) \
  of("waiting-array", waiting_array) \
  of("parking-lot", parking_lot) of("pthread-mutex", pthread_lock) of("spin-park-futex", spin_park_futex) \
  of("ck-fas", ck_fas) of("ck-cas", ck_cas) of("ck-ticket", ck_ticket)
#define QUEUE_LOCKS(of) \
  of("mcs", mcs) of("clh", clh) of("queued-spinlock", queued_spinlock) of("hemlock", hemlock) of("cna", cna) \
  of("reciprocating", reciprocating) of("ck-mcs", ck_mcs) of("ck-clh", ck_clh)
LOCKS(LOOPS)
QUEUE_LOCKS(QUEUE_LOOPS)

static void *nothing(void) { return lines(1); }

UNCONTENDED(atomic_add) {
  (void)of;
  for (uint64_t done = 0; done < operations; done++)
    atomic_fetch_add_explicit((_Atomic(uint64_t) *)counter, 1, memory_order_relaxed);
}

CONTENDED(atomic_add) {
  (void)of;
  uint64_t done = 0;
  for (; atomic_load_explicit(stop, memory_order_relaxed) == 0; done++)
    atomic_fetch_add_explicit((_Atomic(uint64_t) *)counter, 1, memory_order_relaxed);
  return done;
}

/* A section that another thread may run is a function. Its values are written to memory before the lock is tried, as Swift
   writes those of a closure. A holder runs its own section inline. */
struct section { uint64_t *counter, steps; };
static void add_one(void *values) {
  clobber();
  *((struct section *)values)->counter += 1;
  clobber();
}

static void *flat_combining_made(void) {
  struct flat_combining *made = lines(sizeof *made);
  *made = make_flat_combining();
  return made;
}

static inline void flat_combining_add(struct flat_combining lock, struct combining_record **record, uint64_t *counter) {
  struct section section = {counter, 0};
  __asm__ volatile("" : : "r"(&section) : "memory");
  if (!flat_combining_take(lock)) {
    flat_combining_publish(lock, record, add_one, &section);
    return;
  }
  clobber();
  *counter += 1;
  clobber();
  if (atomic_load_explicit(lock.records, memory_order_relaxed)) flat_combining_combine(lock);
  flat_combining_leave(lock);
}

UNCONTENDED(flat_combining) {
  struct flat_combining own = *(const struct flat_combining *)of;
  struct combining_record *record = NULL;
  for (uint64_t done = 0; done < operations; done++) flat_combining_add(own, &record, counter);
  flat_combining_give_up(record);
}

CONTENDED(flat_combining) {
  struct flat_combining own = *(const struct flat_combining *)of;
  struct combining_record *record = NULL;
  uint64_t done = 0;
  for (; atomic_load_explicit(stop, memory_order_relaxed) == 0; done++) flat_combining_add(own, &record, counter);
  flat_combining_give_up(record);
  return done;
}

/* One thread puts an element in and takes it out again; the counter counts the elements that came in order. */
static struct taken *taken;

static void *bounded_queue_made(void) {
  taken = lines(sizeof *taken);
  return make_bounded_queue(16);
}

UNCONTENDED(bounded_queue) {
  struct bounded_queue *queue = (struct bounded_queue *)of;
  struct taken *own = taken;
  *own = (struct taken){0};
  uint64_t producers = 1;
  __asm__("" : "+r"(producers));
  for (uint64_t done = 0; done < operations;) {
    done++;
    struct element element;
    bounded_queue_put(queue, (struct element){done, 0});
    if (!bounded_queue_take(queue, &element)) break;
    note(own, producers, element);
  }
  *counter += own->count - own->disorder;
}

/* One thread reads a value again and again; the operations are counted only if each read saw the value. */
static void *atomic_once_made(void) {
  struct atomic_once *made = lines(sizeof *made);
  *made = make_atomic_once();
  return made;
}

UNCONTENDED(atomic_once) {
  struct atomic_once own = *(const struct atomic_once *)of;
  uint64_t sum = 0;
  for (uint64_t done = 0; done < operations; done++) sum += atomic_once_read(own);
  *counter += sum == operations * WHOLE ? operations : 0;
}

UNCONTENDED(posix_once) {
  (void)of;
  uint64_t sum = 0;
  for (uint64_t done = 0; done < operations; done++) sum += posix_once_read();
  *counter += sum == operations * WHOLE ? operations : 0;
}

/* Reads and writes, drawn by Xorshift64. */
static inline bool draws_read(uint64_t *random, uint64_t permille) {
  *random ^= *random << 13, *random ^= *random >> 7, *random ^= *random << 17;
  return (*random >> 32) % 1000 < permille;
}
/* Swift borrows snapshots where they are, and takes BRAVO's pointers into registers before the loop. */
#define THERE(kind) const struct kind *own = of
#define COPIED(kind) const struct kind copy = *(const struct kind *)of, *own = &copy
#define MIX(name, lock, kind, borrow, ...) \
  static void *lock##_made(void) { \
    struct kind *made = lines(sizeof *made); \
    *made = make_##kind(); \
    return made; \
  } \
  static __attribute__((noinline)) struct tally lock##_mix( \
      const void *of, uint64_t *first, uint64_t steps, wide_word *seen, const word *stop, uint64_t permille, uint64_t random) { \
    borrow(kind); \
    struct pair pair = {first, steps, seen}; \
    uint64_t reads = 0, writes = 0, torn_reads = 0; \
    __asm__ volatile(".p2align 6"); \
    while (atomic_load_explicit(stop, memory_order_relaxed) == 0) { \
      if (draws_read(&random, permille)) { \
        torn_reads += !lock##_read(own, pair); \
        reads++; \
      } else { \
        lock##_write(own, pair); \
        writes++; \
      } \
    } \
    return (struct tally){reads, writes, torn_reads}; \
  }
#define MIXES(of) \
  of("bravo-phase-fair", bravo_phase_fair, bravo_phase_fair, COPIED, pair_stays, pair_stays) \
  of("bravo-pthread-rwlock", bravo_pthread_rwlock, bravo_pthread_rwlock, COPIED, pair_stays, pair_stays) \
  of("snapshot-hazard", snapshot_hazard, snapshots, THERE, snapshot_hazard_take_over, snapshots_put_back) \
  of("snapshot-epoch", snapshot_epoch, snapshots, THERE, snapshot_epoch_take_over, snapshots_put_back)
MIXES(MIX)

#define ALONE(name, make, function) {name, make, function##_uncontended, 0, 0, 0, 0}
#define BOTH(name, make, function) {name, make, function##_uncontended, function##_contended, 0, 0, 0}
#define LOCK(name, lock) BOTH(name, lock##_made, lock),
#define MIXED(name, lock, kind, borrow, ...) {name, lock##_made, NULL, NULL, lock##_mix, __VA_ARGS__},
static const struct kernel kernels[] = {
    ALONE("once-atomic-load", atomic_once_made, atomic_once), ALONE("once-pthread", nothing, posix_once),
    ALONE("bounded-queue", bounded_queue_made, bounded_queue), BOTH("atomic-add", nothing, atomic_add),
    BOTH("flat-combining", flat_combining_made, flat_combining),
    LOCKS(LOCK) QUEUE_LOCKS(LOCK) MIXES(MIXED)
};

/* MARK: The team of threads; a trial has the steps of Sources/BenchmarkRunner/Worker/ThreadTeam.swift. */

struct report {
  uint64_t operations, start_ns, end_ns;
};

static struct {
  const struct kernel *kernel;
  void *lock;
  uint64_t *counter;
  bool is_contended, is_mix;
  uint64_t permille, seed, *words;
  struct tally *tallies[MAX_THREADS];
  uint64_t operations;
  unsigned threads;
  bool is_end;
  int cpus[MAX_THREADS];
  word *generation, *ready, *running, *stop;
  _Atomic(uint64_t) *gate;
  struct report *reports[MAX_THREADS];
} team;

static void sleep_until(uint64_t deadline_ns) {
  struct timespec t = {(time_t)(deadline_ns / 1000000000u), (long)(deadline_ns % 1000000000u)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

/* Holds the thread until all threads are ready; the last of them opens the start gate. */
static void meet(void) {
  if (atomic_fetch_add_explicit(team.ready, 1, memory_order_acq_rel) + 1 == team.threads) {
    atomic_store_explicit(team.gate, now_ns(), memory_order_release);
    return;
  }
  for (unsigned spins = 1; atomic_load_explicit(team.gate, memory_order_acquire) == 0; spins++) {
    if (spins < 1000) cpu_pause();
    else sched_yield();
  }
}

/* The pair of a mix, with the note of a thread; the last note belongs to no thread. */
static struct pair pair_of(unsigned thread) { return (struct pair){team.words, 0, (wide_word *)team.words + (2 + thread) * WORDS_APART}; }

static uint64_t run_mix(unsigned thread) {
  struct pair pair = pair_of(thread);
  *team.tallies[thread] = team.kernel->mix(team.lock, pair.first, pair.steps, pair.seen, team.stop, team.permille, mix(team.seed + thread) | 1);
  return team.tallies[thread]->reads + team.tallies[thread]->writes;
}

/* Whether no read was torn or stale and no write was lost; begins the next trial's pair. */
static bool mix_agrees(void) {
  team.kernel->put_back(team.lock, pair_of(team.threads));
  bool agrees = team.words[0] == team.words[WORDS_APART];
  uint64_t writes = team.words[0];
  for (unsigned i = 0; i < team.threads; i++) {
    agrees = agrees && team.tallies[i]->torn_reads == 0 && pair_of(i).seen[1] == 0;
    writes -= team.tallies[i]->writes;
  }
  memset(team.words, 0, (3 + team.threads) * LINE);
  team.kernel->take_over(team.lock, pair_of(team.threads));
  return agrees && writes == 0;
}

static void *serve(void *context) {
  unsigned index = (unsigned)(uintptr_t)context;
  bind_to(team.cpus[index]);
  uint32_t served = 0;
  for (;;) {
    while (atomic_load_explicit(team.generation, memory_order_acquire) == served)
      futex(team.generation, FUTEX_WAIT_PRIVATE, served);
    served++;
    if (team.is_end) return NULL;
    meet();
    struct report report = {.start_ns = now_ns()};
    if (team.is_mix) {
      report.operations = run_mix(index);
    } else if (team.is_contended) {
      report.operations = team.kernel->contended(team.lock, team.counter, team.stop);
    } else {
      team.kernel->uncontended(team.lock, team.counter, team.operations);
      report.operations = team.operations;
    }
    report.end_ns = now_ns();
    *team.reports[index] = report;
    if (atomic_fetch_sub_explicit(team.running, 1, memory_order_acq_rel) == 1)
      futex(team.running, FUTEX_WAKE_PRIVATE, 1);
  }
}

static void release_team(void) {
  atomic_fetch_add_explicit(team.generation, 1, memory_order_release);
  futex(team.generation, FUTEX_WAKE_PRIVATE, INT_MAX);
}

/* Sleeps for the window's length, and sets `team.stop`. If the start gate opened so late that the threads have not yet had seven
   eighths of the window, the main thread first sleeps until they have. */
static void stop_after(uint64_t window_ns) {
  uint64_t due = now_ns() + window_ns;
  for (;;) {
    sleep_until(due);
    uint64_t opened = atomic_load_explicit(team.gate, memory_order_acquire);
    uint64_t least = (opened ? opened : now_ns()) + window_ns - window_ns / 8;
    if (least <= due) break;
    due = least;
  }
  atomic_store_explicit(team.stop, 1, memory_order_relaxed);
}

static void run_trial(uint64_t window_ns, uint64_t *operations, uint64_t *elapsed_ns) {
  atomic_store_explicit(team.stop, 0, memory_order_relaxed);
  atomic_store_explicit(team.ready, 0, memory_order_relaxed);
  atomic_store_explicit(team.gate, 0, memory_order_relaxed);
  atomic_store_explicit(team.running, team.threads, memory_order_relaxed);
  release_team();
  if (team.is_contended) stop_after(window_ns);
  for (uint32_t left; (left = atomic_load_explicit(team.running, memory_order_acquire)) != 0;)
    futex(team.running, FUTEX_WAIT_PRIVATE, left);
  uint64_t start = UINT64_MAX, end = 0;
  *operations = 0;
  for (unsigned i = 0; i < team.threads; i++) {
    *operations += team.reports[i]->operations;
    if (team.reports[i]->start_ns < start) start = team.reports[i]->start_ns;
    if (team.reports[i]->end_ns > end) end = team.reports[i]->end_ns;
  }
  *elapsed_ns = end - start;
}

/* A second thread, which sleeps: in a process of one thread, glibc's mutex uses no atomic operations. */
static void *park(void *context) {
  while (true) pause();
  return context;
}

static uint64_t number(const char *text) {
  char *end;
  errno = 0;
  uint64_t value = strtoull(text, &end, 10);
  if (errno || end == text || *end) fail("a count is not a number");
  return value;
}

static void read_cpus(char *list) {
  unsigned count = 0;
  for (char *part = strtok(list, ","); part && count < MAX_THREADS; part = strtok(NULL, ","))
    team.cpus[count++] = (int)number(part);
  if (count == 0) fail("no CPUs");
  team.threads = team.is_contended ? count : 1;
}

/* Keeps an allocation that the optimiser would leave out. */
static inline void clobber_with(const void *address) { __asm__ volatile("" : : "r"(address) : "memory"); }

static void make_team(const char *primitive) {
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    if (strcmp(kernels[i].name, primitive) == 0) team.kernel = &kernels[i];
  if (!team.kernel || !(team.is_mix ? team.kernel->mix != NULL : team.is_contended ? team.kernel->contended != NULL : team.kernel->uncontended != NULL)) fail("no such primitive");
  team.lock = team.kernel->make();
  team.counter = lines(sizeof *team.counter);
  team.generation = lines(sizeof(word)), team.ready = lines(sizeof(word));
  team.gate = lines(sizeof(uint64_t));
  team.running = lines(sizeof(word)), team.stop = lines(sizeof(word));
  for (unsigned i = 0; i < team.threads; i++) team.reports[i] = lines(sizeof(struct report)), team.tallies[i] = lines(sizeof(struct tally));
  team.words = lines((3 + team.threads) * LINE);
  if (team.is_mix) team.kernel->take_over(team.lock, pair_of(team.threads));
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--kit") == 0) {
    puts(CK_VERSION);
    return 0;
  }
  if (argc != 8 && argc != 10) fail("PRIMITIVE uncontended|contended|mix CPUS WARMUPS TRIALS OPERATIONS|WINDOW_NS SHIFT [READ_PERMILLE SEED]");
  team.is_mix = argc == 10;
  team.is_contended = team.is_mix || strcmp(argv[2], "contended") == 0;
  if (team.is_mix) team.permille = number(argv[8]), team.seed = number(argv[9]);
  read_cpus(argv[3]);
  uint64_t warmups = number(argv[4]), trials = number(argv[5]), amount = number(argv[6]);
  team.operations = amount;
  clobber_with(malloc(number(argv[7]) + 24));
  make_team(argv[1]);

  pthread_t parked, threads[MAX_THREADS];
  if (pthread_create(&parked, NULL, park, NULL)) fail("no more threads");
  for (unsigned i = 0; i < team.threads; i++)
    if (pthread_create(&threads[i], NULL, serve, (void *)(uintptr_t)i)) fail("no more threads");

  uint64_t before = 0;
  for (uint64_t trial = 0; trial < warmups + trials; trial++) {
    uint64_t operations, elapsed_ns;
    run_trial(amount, &operations, &elapsed_ns);
    uint64_t counted = *team.counter - before;
    before = *team.counter;
    bool agrees = team.is_mix ? mix_agrees() : counted == operations;
    if (trial >= warmups)
      printf("%lu %lu %d\n", (unsigned long)operations, (unsigned long)elapsed_ns, agrees);
  }
  team.is_end = true;
  release_team();
  for (unsigned i = 0; i < team.threads; i++) pthread_join(threads[i], NULL);
  return 0;
}
