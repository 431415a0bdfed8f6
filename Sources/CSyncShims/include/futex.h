#pragma once
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
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
