#pragma once
#include <pthread.h>
#include <stdint.h>

/* Words, and functions that say where they are.

   The functions are in a file of their own, so that no loop that calls them keeps the address: each access
   finds its word anew, behind a call that is the same for all. What one costs more than the plain word
   is what its kind of locality costs. */

#pragma clang assume_nonnull begin

/* A word that all threads share. */
uint64_t *sync_plain_word(void);

/* The calling thread's own of a _Thread_local word. */
uint64_t *sync_own_word(void);

/* What the calling thread has stored under the key by pthread_setspecific; it must have stored something. */
uint64_t *sync_word_of_key(pthread_key_t key);

#pragma clang assume_nonnull end
