#pragma once
#include <stdint.h>

/* Words, and functions that return their addresses.

   The functions are in a file of their own, so that no loop that calls them keeps the address. Each access
   finds its word again, through a call, which costs the same for all words. The extra cost of a
   thread's own word over the plain word is therefore the cost of finding the own word. */

#pragma clang assume_nonnull begin

/* A word that all threads share. */
uint64_t *sync_plain_word(void);

/* The calling thread's own copy of a _Thread_local word. */
uint64_t *sync_own_word(void);

/* The pointer that the calling thread must have stored under the pthread key, and that must not be null. The
   key is a plain number: if this file included pthread.h, Swift would take pthread's types for this module's. */
uint64_t *sync_word_of_key(uint32_t key);

#pragma clang assume_nonnull end
