#pragma once
#include <stdint.h>

/* The calling thread's id; 0 until somebody has asked. A child of fork would keep its parent's. */
extern __thread uint32_t sync_cached_thread_id;

/* Asks the kernel and keeps the answer. */
uint32_t sync_ask_thread_id(void);

/* The calling thread's id, as locks that know their owner store it: a load, not a system call. */
static inline uint32_t sync_owner_id(void) {
  uint32_t id = sync_cached_thread_id;
  return __builtin_expect(id != 0, 1) ? id : sync_ask_thread_id();
}

/* Writes a line to standard error and aborts: a lock was misused, and going on would not exclude.
   A release build drops the words of Swift's preconditions. */
_Noreturn void sync_die(const char *message);
