/* A cache line handed between two CPUs, by hand in C: what the suite cores is held against.
   scripts/validate/cores.sh builds and runs it.

   twin MEANS CPU CPU TRIALS WINDOW_NS

   MEANS is store, exchange or futex-wake. One line a trial: ns a hand-over, one way. It ends with 1 where a value
   was lost. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Each on a pair of lines of its own. */
static _Alignas(128) _Atomic uint32_t word;
static _Alignas(128) _Atomic uint32_t stop;
static _Alignas(128) _Atomic uint64_t lost;
static char means;
static pthread_barrier_t gate;

enum { END = 1u << 31 };

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* `kind` is known where these are inlined: a loop a means, as in Swift, with no branch on it. */
#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t get(uint32_t own, char kind) {
  uint32_t value;
  while ((value = atomic_load_explicit(&word, memory_order_acquire)) == own)
    if (kind == 'f') syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, own, NULL, NULL, 0);
  return value;
}

/* What was there before, where the means tells it. */
INLINE uint32_t give(uint32_t value, uint32_t seen, char kind) {
  if (kind == 'e') return atomic_exchange_explicit(&word, value, memory_order_acq_rel);
  atomic_store_explicit(&word, value, memory_order_release);
  if (kind == 'f') syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return seen;
}

struct half {
  int cpu, is_first;
  uint64_t given, start, end;
};

INLINE void loop(struct half *half, char kind) {
  __asm__ volatile(".p2align 6");
  uint32_t own = 0;
  uint64_t given = 0, faults = 0;
  if (half->is_first) {
    give(own = 1, 0, kind);
    given = 1;
  }
  for (;;) {
    uint32_t got = get(own, kind);
    if ((got & ~END) != own + 1) faults++;
    if (got & END) break;
    int is_last = atomic_load_explicit(&stop, memory_order_relaxed) != 0;
    own = got + 1;
    if (give(is_last ? own | END : own, got, kind) != got) faults++;
    given++;
    if (is_last) break;
  }
  half->given = given;
  atomic_fetch_add(&lost, faults);
}

static void *run(void *argument) {
  struct half *half = argument;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(half->cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    perror("twin: sched_setaffinity");
    exit(2);
  }
  pthread_barrier_wait(&gate);
  half->start = now();
  if (means == 's') loop(half, 's');
  if (means == 'e') loop(half, 'e');
  if (means == 'f') loop(half, 'f');
  half->end = now();
  return NULL;
}

int main(int count, char **words) {
  if (count != 6) return fprintf(stderr, "twin: usage: twin MEANS CPU CPU TRIALS WINDOW_NS\n"), 2;
  means = words[1][0];
  struct timespec window = {0, atol(words[5])};
  for (int trial = 0; trial < atoi(words[4]); trial++) {
    struct half halves[2] = {{.cpu = atoi(words[2]), .is_first = 1}, {.cpu = atoi(words[3])}};
    pthread_t threads[2];
    word = 0;
    stop = 0;
    pthread_barrier_init(&gate, NULL, 3);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, &halves[i]);
    pthread_barrier_wait(&gate);
    nanosleep(&window, NULL);
    stop = 1;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    uint64_t start = halves[0].start < halves[1].start ? halves[0].start : halves[1].start;
    uint64_t end = halves[0].end > halves[1].end ? halves[0].end : halves[1].end;
    uint64_t given = halves[0].given + halves[1].given;
    if (given != (word & ~END)) lost++;
    printf("%.3f\n", (double)(end - start) / (double)given);
  }
  return lost != 0;
}
