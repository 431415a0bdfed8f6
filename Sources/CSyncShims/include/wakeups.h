#pragma once
#include "file.h"
#include <errno.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What threads wake each other with through the kernel's files. Each call waits on across signals. */

/* A new pipe, closed on exec: its ends go to `ends`, the one to read from first. 0 or -errno. */
static inline int sync_wake_pipe(int32_t *ends) {
  int made[2];
  if (syscall(SYS_pipe2, made, SYNC_CLOEXEC) < 0) return -errno;
  ends[0] = made[0];
  ends[1] = made[1];
  return 0;
}

/* A new event counter at zero, closed on exec: its descriptor or -errno. */
static inline int sync_wake_counter(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

/* Writes `size` bytes in one call. 0 or -errno; -EPIPE where fewer were taken. */
static inline int sync_wake_write(int descriptor, const void *bytes, size_t size) {
  ssize_t r;
  do {
    r = write(descriptor, bytes, size);
  } while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : (size_t)r == size ? 0 : -EPIPE;
}

/* Waits for `size` bytes and reads them in one call. 0 or -errno; -EPIPE where fewer came. */
static inline int sync_wake_read(int descriptor, void *bytes, size_t size) {
  ssize_t r;
  do {
    r = read(descriptor, bytes, size);
  } while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : (size_t)r == size ? 0 : -EPIPE;
}

/* Passes a byte through a pipe. 0 or -errno. */
static inline int sync_wake_post_byte(int descriptor) {
  char byte = 1;
  return sync_wake_write(descriptor, &byte, sizeof byte);
}

static inline int sync_wake_take_byte(int descriptor) {
  char byte;
  return sync_wake_read(descriptor, &byte, sizeof byte);
}

/* Adds one to an event counter; waits until it is not zero and takes all of it. 0 or -errno. */
static inline int sync_wake_post_event(int descriptor) {
  uint64_t one = 1;
  return sync_wake_write(descriptor, &one, sizeof one);
}

static inline int sync_wake_take_event(int descriptor) {
  uint64_t count;
  return sync_wake_read(descriptor, &count, sizeof count);
}

/* Closes a descriptor; one that was never opened is left alone. */
static inline void sync_wake_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}
