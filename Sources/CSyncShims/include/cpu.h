#pragma once
#include <sched.h>
#include <stdint.h>

/* Tells the core that the thread spins until a word changes. */
static inline void sync_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Makes the optimiser assume that the memory at `pointer` is read. */
static inline void sync_keep(void *pointer) { __asm__ volatile("" : : "r"(pointer) : "memory"); }

/* Makes the compiler assume that all memory may have changed. Otherwise the optimiser folds a loop of
   protected increments into one addition, and a lock that excludes nothing passes its check. */
static inline void sync_clobber(void) { __asm__ volatile("" ::: "memory"); }

/* Holds back all later instructions until all earlier ones are done. */
static inline void sync_serialise(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

/* Busy work of a fixed number of dependent steps, each a multiplication and an addition. The steps access no
   memory, and no compiler can fold them, because the asm makes every step's result opaque. The work is
   serialised at its end. Otherwise the core would overlap it with the next operation's work, and ten
   nanoseconds of work would take three. */
static inline uint64_t sync_work(uint64_t steps) {
  uint64_t x = steps;
  for (uint64_t i = 0; i < steps; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
  sync_serialise();
  return x;
}

/* Steps of seven independent additions, which fill a core's ports. Another thread on the same core, even a
   thread of another guest, slows this work by a fifth or more, as it slows locks and queues. Such a thread
   does not slow dependent steps like those of sync_work. The function is not inlined, so that its code
   always has the same address. */
void sync_wide_work(uint64_t steps);

/* Gives the CPU to another runnable thread. */
static inline void sync_yield(void) { sched_yield(); }

/* Puts the next instruction at the beginning of a line of 64 bytes, which also aligns the function that has
   the instruction. A loop's position in the lines of the instruction cache changes its time by some percent,
   and must not depend on the code that is linked before it. The padding is executed once, before the loop. */
static inline void sync_align_code(void) { __asm__ volatile(".p2align 6"); }

/* Marks a function with a constant, without an instruction. The optimiser merges functions that differ only in
   the functions they call, and the merged loop calls through pointers. Loops with different marks are not
   merged. */
static inline void sync_mark(uint32_t mark) { __asm__ volatile("" : : "g"(mark)); }
