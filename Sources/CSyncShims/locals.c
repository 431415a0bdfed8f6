#include "locals.h"

#include <pthread.h>

/* The word has its own cache lines, because other threads write to the memory beside it. */
static _Alignas(128) struct {
  uint64_t word;
  char rest[120];
} plain;

static _Thread_local uint64_t own_word;

uint64_t *sync_plain_word(void) { return &plain.word; }

uint64_t *sync_own_word(void) { return &own_word; }

uint64_t *sync_word_of_key(uint32_t key) { return pthread_getspecific(key); }
