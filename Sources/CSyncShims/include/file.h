#pragma once
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Opens a file for reading, closed on exec. Returns its descriptor or -errno. */
static inline int sync_open_read(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}
