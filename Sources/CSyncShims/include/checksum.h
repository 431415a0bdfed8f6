#pragma once
#include <stdatomic.h>
#include <stdint.h>

/* One thread's part of a parallel loop: the number of its indices, and the sum of their mixes
   (sync_mix_index). If the sum over all threads is as expected, each index was run once, with a chance of
   error of one in 2^64. Each thread has a tally of its own, so no cache line is shared while the loop is
   measured. In loops that read the clock around each index, `busy` has the ticks that the thread spent in its
   indices. */
struct sync_index_tally {
  uint64_t count;
  uint64_t mix_sum;
  struct sync_index_tally *next;
  uint64_t busy;
} __attribute__((aligned(16)));

/* The sums of all threads' tallies, and the number of threads that ran an index. */
struct sync_tally_total {
  uint64_t count;
  uint64_t mix_sum;
  uint64_t threads;
};

/* The busy ticks of the busiest thread, and of all threads together. */
struct sync_busy_total {
  uint64_t most;
  uint64_t sum;
};

extern __thread struct sync_index_tally *sync_own_tally;

/* Makes this thread's tally and puts it on the list; called once for each thread. */
struct sync_index_tally *sync_register_tally(void);

/* Adds up and clears the tallies of all threads, except their busy ticks. Call it while no loop runs. */
struct sync_tally_total sync_collect_tallies(void);

/* Adds up the tallies of all threads and leaves them as they are. Call it while no loop runs. */
struct sync_tally_total sync_read_tallies(void);

/* Adds up and clears the busy ticks of all threads. Call it while no loop runs. */
struct sync_busy_total sync_collect_busy(void);

/* SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection, so no two indices have the same mix. */
static inline uint64_t sync_mix_index(uint64_t index) {
  uint64_t z = index + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline void sync_tally_index(uint64_t index) {
  struct sync_index_tally *tally = sync_own_tally;
  if (__builtin_expect(!tally, 0)) tally = sync_register_tally();
  tally->count += 1;
  tally->mix_sum += sync_mix_index(index);
}

static inline void sync_tally_busy(uint64_t ticks) {
  struct sync_index_tally *tally = sync_own_tally;
  if (__builtin_expect(!tally, 0)) tally = sync_register_tally();
  tally->busy += ticks;
}
