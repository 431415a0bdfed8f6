#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Makes a counter of events, which is readable while it is not 0, never blocks, and is closed on exec.
   Returns its descriptor or -errno. */
static inline int sync_event_create(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

/* Adds one to the counter. Returns 0 or -errno. */
static inline int sync_event_add(int fd) {
  uint64_t one = 1;
  return write(fd, &one, sizeof one) < 0 ? -errno : 0;
}

/* Fills an empty counter, so that nothing can be added to it. Returns 0 or -errno. */
static inline int sync_event_fill(int fd) {
  uint64_t most = UINT64_MAX - 1;
  return write(fd, &most, sizeof most) < 0 ? -errno : 0;
}

/* Sets the counter back to 0. Returns 0, or -errno if the counter was 0 already. */
static inline int sync_event_clear(int fd) {
  uint64_t count;
  return read(fd, &count, sizeof count) < 0 ? -errno : 0;
}

/* Makes a pipe that never blocks, with both ends closed on exec: ends[0] is for reading, ends[1] for writing.
   Returns 0 or -errno. */
static inline int sync_pipe(int *ends) {
  return syscall(SYS_pipe2, ends, O_CLOEXEC | O_NONBLOCK) < 0 ? -errno : 0;
}

/* Writes a byte. Returns 0 or -errno. */
static inline int sync_byte_write(int fd) {
  char byte = 1;
  return write(fd, &byte, 1) < 0 ? -errno : 0;
}

/* Reads a byte. Returns 0 or -errno. */
static inline int sync_byte_read(int fd) {
  char byte;
  return read(fd, &byte, 1) < 0 ? -errno : 0;
}

/* Sends this process a signal, as kill does. Returns 0 or -errno. */
static inline int sync_signal_self(int number) {
  return kill(getpid(), number) < 0 ? -errno : 0;
}
