#pragma once
#include <stdint.h>

/* What the thread sanitizer does to code that it watches. In a build without it the two loops are the
   same; with it, it sees each access of the first one and none of the second's.

   They go over many words: additions to one word alone depend on each other, and take 0.3 ns or 2.3 as the
   processor guesses. */

#pragma clang assume_nonnull begin

/* 1 where this was built with the thread sanitizer, else 0. */
int sync_thread_sanitizer_is_on(void);

/* Adds one to each of the words, so many times over. */
void sync_count_watched(uint64_t *words, uint64_t count, uint64_t rounds);

/* The same, and the thread sanitizer looks away. */
void sync_count_unwatched(uint64_t *words, uint64_t count, uint64_t rounds);

#pragma clang assume_nonnull end
