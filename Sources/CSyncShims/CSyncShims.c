#include "CSyncShims.h"

#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

__thread struct sync_index_tally *sync_own_tally;

/* The list of all threads' tallies, with a lock-free push and no pop. A tally outlives its thread, so that
   the sums also have the counts of a pool's ended threads. */
static _Atomic(struct sync_index_tally *) all_tallies;

struct sync_index_tally *sync_register_tally(void) {
  struct sync_index_tally *tally = aligned_alloc(128, 128);
  if (!tally) abort();
  tally->count = 0;
  tally->mix_sum = 0;
  tally->busy = 0;
  struct sync_index_tally *head = atomic_load_explicit(&all_tallies, memory_order_relaxed);
  do {
    tally->next = head;
  } while (!atomic_compare_exchange_weak_explicit(&all_tallies, &head, tally, memory_order_release,
                                                  memory_order_relaxed));
  sync_own_tally = tally;
  return tally;
}

struct sync_tally_total sync_read_tallies(void) {
  struct sync_tally_total total = {0, 0, 0};
  struct sync_index_tally *t = atomic_load_explicit(&all_tallies, memory_order_acquire);
  for (; t; t = t->next) {
    total.count += t->count;
    total.mix_sum += t->mix_sum;
    total.threads += t->count > 0;
  }
  return total;
}

struct sync_tally_total sync_collect_tallies(void) {
  struct sync_tally_total total = sync_read_tallies();
  struct sync_index_tally *t = atomic_load_explicit(&all_tallies, memory_order_acquire);
  for (; t; t = t->next) {
    t->count = 0;
    t->mix_sum = 0;
  }
  return total;
}

struct sync_busy_total sync_collect_busy(void) {
  struct sync_busy_total total = {0, 0};
  struct sync_index_tally *t = atomic_load_explicit(&all_tallies, memory_order_acquire);
  for (; t; t = t->next) {
    if (t->busy > total.most) total.most = t->busy;
    total.sum += t->busy;
    t->busy = 0;
  }
  return total;
}

/* CPUID leaf 0x80000007, EDX bit 8: the bit from which Linux derives constant_tsc and nonstop_tsc. */
int sync_ticks_are_invariant(void) {
#if defined(__x86_64__)
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
#else
  return 1;
#endif
}

__thread uint32_t sync_cached_thread_id;

uint32_t sync_ask_thread_id(void) {
  sync_cached_thread_id = (uint32_t)sync_thread_id();
  return sync_cached_thread_id;
}

void sync_die(const char *message) {
  if (write(STDERR_FILENO, message, strlen(message)) < 0 || write(STDERR_FILENO, "\n", 1) < 0) abort();
  abort();
}

/* The first caller measures; two threads that measure at the same time store nearly the same value. The time
   of the quickest batch counts, because any disturbance makes a batch longer. */
static uint32_t picoseconds_of_a_pause(void) {
  static _Atomic(uint32_t) known;
  uint32_t picoseconds = atomic_load_explicit(&known, memory_order_relaxed);
  if (picoseconds) return picoseconds;
  enum { BATCHES = 16, PAUSES = 64 };
  uint64_t best = UINT64_MAX;
  for (int batch = 0; batch < BATCHES; batch++) {
    uint64_t start = sync_monotonic_ns();
    for (int pause = 0; pause < PAUSES; pause++) sync_pause();
    uint64_t elapsed = sync_monotonic_ns() - start;
    if (elapsed < best) best = elapsed;
  }
  if (best > 1000000) best = 1000000;
  picoseconds = (uint32_t)(best * 1000 / PAUSES) + 1;
  atomic_store_explicit(&known, picoseconds, memory_order_relaxed);
  return picoseconds;
}

uint32_t sync_pauses_within(uint32_t nanoseconds, uint32_t most) {
  uint64_t fit = (uint64_t)nanoseconds * 1000 / picoseconds_of_a_pause();
  return fit < 1 ? 1 : fit > most ? most : (uint32_t)fit;
}

int sync_fence_all_threads(void) {
  while (1) {
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) return 0;
    // EPERM means that the process has not registered yet, which it must do once.
    if (errno != EPERM) return -errno;
    if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) < 0) return -errno;
  }
}

void sync_wide_work(uint64_t steps) {
  uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7;
  sync_align_code();
  for (uint64_t i = 0; i < steps; i++) {
    a++, b++, c++, d++, e++, f++, g++;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g));
  }
}

void sync_four_wide_work(uint64_t steps) {
  uint64_t a = 1, b = 2, c = 3, d = 4;
  sync_align_code();
  for (uint64_t i = 0; i < steps; i++) {
    a++, b++, c++, d++;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
}

bool sync_ball_wait(const uint32_t *ball, uint32_t value, uint32_t loads) {
#pragma clang loop unroll(disable)
  for (uint32_t i = 0; i < loads; i++) {
    if (__atomic_load_n(ball, __ATOMIC_ACQUIRE) == value) return true;
  }
  return false;
}

bool sync_ball_wait_politely(const uint32_t *ball, uint32_t value, uint32_t loads) {
  for (uint32_t i = 0; i < loads; i++) {
    if (__atomic_load_n(ball, __ATOMIC_ACQUIRE) == value) return true;
    sync_pause();
  }
  return false;
}

int sync_memory_nodes(void) {
  int nodes = 0;
  for (int node = 0; node < 1024; node++) {
    char path[64];
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d", node);
    nodes += access(path, F_OK) == 0;
  }
  return nodes > 0 ? nodes : 1;
}
