#pragma once
#include "file.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A new counter of events, readable while it is not 0, that never blocks and is closed on exec: its
   descriptor or -errno. */
static inline int sync_event_create(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

/* Adds one to the counter: 0 or -errno. */
static inline int sync_event_add(int fd) {
  uint64_t one = 1;
  return write(fd, &one, sizeof one) < 0 ? -errno : 0;
}

/* Adds as much as fits to an empty counter, which can't be added to then: 0 or -errno. */
static inline int sync_event_fill(int fd) {
  uint64_t most = UINT64_MAX - 1;
  return write(fd, &most, sizeof most) < 0 ? -errno : 0;
}

/* Sets the counter back to 0: 0, or -errno where it was that already. */
static inline int sync_event_clear(int fd) {
  uint64_t count;
  return read(fd, &count, sizeof count) < 0 ? -errno : 0;
}

/* A new pipe that never blocks, both ends closed on exec: ends[0] is read, ends[1] written. 0 or -errno. */
static inline int sync_pipe(int *ends) {
  return syscall(SYS_pipe2, ends, SYNC_CLOEXEC | SYNC_NONBLOCK) < 0 ? -errno : 0;
}

/* Writes a byte: 0 or -errno. */
static inline int sync_byte_write(int fd) {
  char byte = 1;
  return write(fd, &byte, 1) < 0 ? -errno : 0;
}

/* Reads a byte: 0 or -errno. */
static inline int sync_byte_read(int fd) {
  char byte;
  return read(fd, &byte, 1) < 0 ? -errno : 0;
}

/* Sends this process a signal, as kill does: 0 or -errno. */
static inline int sync_signal_self(int number) {
  return kill(getpid(), number) < 0 ? -errno : 0;
}
