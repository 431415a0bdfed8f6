#pragma once
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Files of the kernel by which threads wake each other. A call that a signal interrupts is repeated. */

/* Makes a pipe, closed on exec, and writes its ends to `ends`, the end for reading first. Returns 0 or
   -errno. */
static inline int sync_wake_pipe(int32_t *ends) {
  int made[2];
  if (syscall(SYS_pipe2, made, O_CLOEXEC) < 0) return -errno;
  ends[0] = made[0];
  ends[1] = made[1];
  return 0;
}

/* Makes an event counter at zero, closed on exec. Returns its descriptor or -errno. */
static inline int sync_wake_counter(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

/* Writes `size` bytes in one call. Returns 0, or -errno: -EPIPE if fewer were written. */
static inline int sync_wake_write(int descriptor, const void *bytes, size_t size) {
  ssize_t r;
  do {
    r = write(descriptor, bytes, size);
  } while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : (size_t)r == size ? 0 : -EPIPE;
}

/* Waits for `size` bytes and reads them in one call. Returns 0, or -errno: -EPIPE if fewer came. */
static inline int sync_wake_read(int descriptor, void *bytes, size_t size) {
  ssize_t r;
  do {
    r = read(descriptor, bytes, size);
  } while (r < 0 && errno == EINTR);
  return r < 0 ? -errno : (size_t)r == size ? 0 : -EPIPE;
}

/* Posting writes a byte to a pipe; taking waits for a byte and reads it. Both return 0 or -errno. */
static inline int sync_wake_post_byte(int descriptor) {
  char byte = 1;
  return sync_wake_write(descriptor, &byte, sizeof byte);
}

static inline int sync_wake_take_byte(int descriptor) {
  char byte;
  return sync_wake_read(descriptor, &byte, sizeof byte);
}

/* Posting adds one to an event counter; taking waits until the counter is not zero, and resets it. Both
   return 0 or -errno. */
static inline int sync_wake_post_event(int descriptor) {
  uint64_t one = 1;
  return sync_wake_write(descriptor, &one, sizeof one);
}

static inline int sync_wake_take_event(int descriptor) {
  uint64_t count;
  return sync_wake_read(descriptor, &count, sizeof count);
}

/* Closes a descriptor, unless it is negative because it was never opened. */
static inline void sync_wake_close(int descriptor) {
  if (descriptor >= 0) close(descriptor);
}
