#pragma once
#include <sched.h>
#include <stdint.h>

/* Tells the core that this is a spin-wait loop. */
static inline void sync_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Makes the optimiser believe that somebody looks at what `pointer` points to. */
static inline void sync_keep(void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

/* Makes the compiler believe that all memory may have changed: without it the optimiser folds a
   loop of protected increments into one addition, and a lock that excludes nothing passes. */
static inline void sync_clobber(void) { __asm__ volatile("" ::: "memory"); }

/* Holds back what follows until everything before it is done. */
static inline void sync_serialise(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Busy work of a fixed number of dependent steps: a multiply and an add each, which no compiler
   can fold (the asm makes every step's result opaque) and which touches no memory. Serialised at
   its end: the core would overlap it with the next operation's, and ten nanoseconds of work
   would take three. */
static inline uint64_t sync_work(uint64_t steps) {
  uint64_t x = steps;
  for (uint64_t i = 0; i < steps; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
  sync_serialise();
  return x;
}

/* Steps of seven independent additions: work that fills a core's ports. Another thread on the same core, of
   a neighbour behind the hypervisor too, slows it by a fifth and more, as it slows locks and queues;
   dependent steps as of sync_work it leaves alone. One copy, so that it always lies at the same place. */
void sync_wide_work(uint64_t steps);

/* Gives the CPU to another runnable thread. */
static inline void sync_yield(void) { sched_yield(); }

/* Begins a line of 64 bytes with the next instruction, in a function that is aligned by that. Where a loop lies
   in the lines of the instruction cache moves it by some percent: what is linked before it must not decide
   that. The padding is passed once, before the loop. */
static inline void sync_align_code(void) { __asm__ volatile(".p2align 6"); }

/* Nothing, but a nothing of its own for each constant. The optimiser merges functions that differ only in
   what they call, and the merged loop calls through pointers that it is given: loops with different
   marks stay apart. */
static inline void sync_mark(uint32_t mark) { __asm__ volatile("" : : "g"(mark)); }
