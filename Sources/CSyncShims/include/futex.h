#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps until woken if *word == expected. Returns 0 when woken, -EAGAIN if the word had another value, or
   -EINTR. */
static inline int sync_futex_wait(const void *word, uint32_t expected) {
  long r = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Wakes up to `count` sleepers of *word. Returns the number of woken threads, or -errno. */
static inline int sync_futex_wake(const void *word, int count) {
  long r = syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, 0, 0, 0);
  return r < 0 ? -errno : (int)r;
}

/* Like sync_futex_wait, but sleeps no longer than `nanoseconds`. Returns -ETIMEDOUT after that time. */
static inline int sync_futex_wait_at_most(const void *word, uint32_t expected, uint64_t nanoseconds) {
  struct timespec most;
  most.tv_sec = (time_t)(nanoseconds / 1000000000u);
  most.tv_nsec = (long)(nanoseconds % 1000000000u);
  long r = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, &most, 0, 0);
  return r < 0 ? -errno : 0;
}

/* A priority-inheriting futex holds its owner's thread id, and FUTEX_WAITERS if other threads sleep. */
#define SYNC_FUTEX_WAITERS 0x80000000u
#define SYNC_FUTEX_OWNER 0x3fffffffu

/* Sleeps until the kernel has made the calling thread the owner of *word, and meanwhile lends the owner the
   calling thread's priority. Returns 0, -EDEADLK if the caller owns the word, -EAGAIN if the owner is just
   exiting, -EINTR, or -ESRCH if no thread has the owner's id. */
static inline int sync_futex_lock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Hands *word to the most urgent sleeper. Returns 0, or -EPERM if the caller does not own the word. */
static inline int sync_futex_unlock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_UNLOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Makes the calling thread the owner of *word if the kernel knows no other owner. Returns 0, -EAGAIN if there
   is another owner, or -EDEADLK if the caller owns the word. */
static inline int sync_futex_trylock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_TRYLOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}
