#pragma once
#include <stdint.h>

/* The calling thread's id; 0 until the thread has asked the kernel. A child of fork would keep its parent's
   id. */
extern __thread uint32_t sync_cached_thread_id;

/* Asks the kernel for the calling thread's id and keeps the answer. */
uint32_t sync_ask_thread_id(void);

/* The calling thread's id, as locks that know their owner store it: a load, not a system call. */
static inline uint32_t sync_owner_id(void) {
  uint32_t id = sync_cached_thread_id;
  return __builtin_expect(id != 0, 1) ? id : sync_ask_thread_id();
}

/* Writes a line to standard error and aborts, because a lock was misused and no longer excludes. A release
   build would drop the message of a Swift precondition. */
_Noreturn void sync_die(const char *message);
