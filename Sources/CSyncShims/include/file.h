#pragma once
#include <errno.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* This file does without <fcntl.h>, which declares struct stat: Swift would take the struct for this
   module's, and every user of stat() would have to import this module. The flags of eventfd are those of open
   by definition. */
#define SYNC_CLOEXEC EFD_CLOEXEC
#define SYNC_NONBLOCK EFD_NONBLOCK

/* Opens a file for reading, closed on exec. Returns its descriptor or -errno. */
static inline int sync_open_read(const char *path) {
  const int from_working_folder = -100; /* AT_FDCWD */
  long fd = syscall(SYS_openat, from_working_folder, path, SYNC_CLOEXEC);
  return fd < 0 ? -errno : (int)fd;
}
