#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while *word == expected. 0 when woken, -EAGAIN when the word had changed, -EINTR. */
static inline int sync_futex_wait(const void *word, uint32_t expected) {
  long r = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Wakes up to `count` sleepers of *word; how many it woke, or -errno. */
static inline int sync_futex_wake(const void *word, int count) {
  long r = syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, 0, 0, 0);
  return r < 0 ? -errno : (int)r;
}

/* Sleeps while *word == expected, but no longer than `nanoseconds`; -ETIMEDOUT then. */
static inline int sync_futex_wait_at_most(const void *word, uint32_t expected, uint64_t nanoseconds) {
  struct timespec most;
  most.tv_sec = (time_t)(nanoseconds / 1000000000u);
  most.tv_nsec = (long)(nanoseconds % 1000000000u);
  long r = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, &most, 0, 0);
  return r < 0 ? -errno : 0;
}

/* A priority-inheriting futex holds its owner's thread id, and FUTEX_WAITERS where others sleep. */
#define SYNC_FUTEX_WAITERS 0x80000000u
#define SYNC_FUTEX_OWNER 0x3fffffffu

/* Sleeps until the kernel has made the calling thread the owner of *word, and meanwhile lends the
   owner the calling thread's priority. -EDEADLK when the caller owns it, -EAGAIN when the owner is
   just exiting, -EINTR, -ESRCH when there is no such owner. */
static inline int sync_futex_lock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_LOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Hands *word to the most urgent sleeper. -EPERM when the caller does not own it. */
static inline int sync_futex_unlock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_UNLOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}

/* Makes the calling thread the owner of *word if the kernel knows of no other. -EAGAIN when it does,
   -EDEADLK when the caller owns it. */
static inline int sync_futex_trylock_pi(const void *word) {
  long r = syscall(SYS_futex, word, FUTEX_TRYLOCK_PI_PRIVATE, 0, 0, 0, 0);
  return r < 0 ? -errno : 0;
}
