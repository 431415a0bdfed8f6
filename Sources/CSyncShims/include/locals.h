#pragma once
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

/* What the calling thread has stored under the pthread key, which must be something. The key is a plain
   number here: pthread.h would make its types this module's. */
uint64_t *sync_word_of_key(uint32_t key);

#pragma clang assume_nonnull end
