#pragma once
#include <stddef.h>
#include <stdint.h>

/* A library to be preloaded (LD_PRELOAD), never linked. It replaces glibc's malloc, calloc, realloc,
   reallocarray, free, memalign, aligned_alloc, posix_memalign, valloc and pvalloc, and counts calls per
   thread. See docs/background/decisions.md, "Counting", for what counts. */

/* The words of a row of syncbench_allocations_read. */
enum {
  SYNCBENCH_ALLOCATIONS_OWNER,
  SYNCBENCH_ALLOCATIONS_CALLS,
  SYNCBENCH_ALLOCATIONS_BYTES,
  SYNCBENCH_ALLOCATIONS_FREES,
  SYNCBENCH_ALLOCATIONS_WORDS
};

/* Writes the counts since the process's start, `capacity` rows at most, and allocates nothing. Row 0 is of
   the threads after the first 4096: their number, and the sums of their counts. Each further row is of one
   thread, in the order of the threads' first calls: its id, allocations, allocated bytes and frees. If the
   kernel reuses an id, the new thread has its own row. Rows are never removed or moved. Returns the number of
   rows that exist, which may exceed `capacity`; with 0 for `capacity`, nothing is written.

   A thread's counts are read while it may run. They are exact after the thread has synchronised with the
   reader, by a join or a futex. */
size_t syncbench_allocations_read(uint64_t *rows, size_t capacity);
