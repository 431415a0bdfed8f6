#include "watched.h"

/* Clang's question, to which gcc knows no answer. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif

int sync_thread_sanitizer_is_on(void) {
#if __has_feature(thread_sanitizer)
  return 1;
#else
  return 0;
#endif
}

/* The loops must stay alike, access by access: the clobber keeps each addition one of its own. */

void sync_count_watched(uint64_t *words, uint64_t count, uint64_t rounds) {
  for (uint64_t round = 0; round < rounds; round++) {
    for (uint64_t i = 0; i < count; i++) {
      __asm__ volatile("" ::: "memory");
      words[i] += 1;
    }
  }
}

__attribute__((no_sanitize("thread"))) void sync_count_unwatched(uint64_t *words, uint64_t count,
                                                                 uint64_t rounds) {
  for (uint64_t round = 0; round < rounds; round++) {
    for (uint64_t i = 0; i < count; i++) {
      __asm__ volatile("" ::: "memory");
      words[i] += 1;
    }
  }
}
