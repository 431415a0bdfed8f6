#pragma once
#include <stddef.h>
#include <stdint.h>

/* A library to be preloaded (LD_PRELOAD), never linked: it stands in for glibc's malloc, calloc, realloc,
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

/* Writes the counts since the process's start, `capacity` rows at most, and allocates nothing. Row 0 is
   of the threads that found the table full: how many they are, and what they count together. Each
   further row is of one thread, in the order of their first call: its id (which the kernel may give
   again, to a row of its own), allocations, allocated bytes, frees. Rows never go away nor change their
   place. Returns how many rows there are; with 0 for `capacity` nothing is written.

   A thread's counts are read while it may run: they are true once it has met the reader, by a join or a
   futex. */
size_t syncbench_allocations_read(uint64_t *rows, size_t capacity);
