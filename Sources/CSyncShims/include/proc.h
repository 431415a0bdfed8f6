#pragma once
#include "file.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the kernel says of this process and its threads, mostly under /proc. */

/* Reads the beginning of a small file into `text`, which then ends in a NUL. How many bytes, or -errno. */
static inline int64_t sync_read_text(const char *path, char *text, size_t capacity) {
  int file = sync_open_read(path);
  if (file < 0) return file;
  ssize_t count;
  do {
    count = read(file, text, capacity - 1);
  } while (count < 0 && errno == EINTR);
  int64_t result = count < 0 ? -errno : count;
  close(file);
  text[count > 0 ? count : 0] = 0;
  return result;
}

/* The number behind `skipped` words that spaces end; -EINVAL where there are fewer. */
static inline int64_t sync_number_after(const char *text, int skipped) {
  while (skipped-- > 0) {
    text = strchr(text, ' ');
    if (!text) return -EINVAL;
    text++;
  }
  char *end;
  unsigned long long number = strtoull(text, &end, 10);
  return end == text ? -EINVAL : (int64_t)number;
}

/* How many threads this process has, or -errno. */
static inline int64_t sync_thread_count(void) {
  char text[1024];
  int64_t count = sync_read_text("/proc/self/stat", text, sizeof text);
  if (count < 0) return count;
  /* The second field is the program's name in parentheses, which may hold spaces; the 20th is wanted. */
  const char *name_end = strrchr(text, ')');
  return name_end ? sync_number_after(name_end, 18) : -EINVAL;
}

/* How much of this process is in memory, in bytes, or -errno. From Linux 6.2 to 6.15 it may be some pages
   for each CPU behind. */
static inline int64_t sync_resident_bytes(void) {
  char text[256];
  int64_t count = sync_read_text("/proc/self/statm", text, sizeof text);
  if (count < 0) return count;
  int64_t pages = sync_number_after(text, 1);
  return pages < 0 ? pages : pages * (int64_t)sysconf(_SC_PAGESIZE);
}

/* The kernel's account of how the calling thread waits for CPUs: a descriptor, closed on exec, or -errno;
   -ENOENT where it keeps none. It stays that thread's, whoever reads it. */
static inline int sync_thread_run_account(void) { return sync_open_read("/proc/thread-self/schedstat"); }

/* How long the thread of an account has waited for a CPU while it could have run, in ns, or -errno. */
static inline int64_t sync_run_delay_ns(int account) {
  char text[128];
  ssize_t count;
  do {
    count = pread(account, text, sizeof text - 1, 0);
  } while (count < 0 && errno == EINTR);
  if (count < 0) return -errno;
  text[count] = 0;
  return sync_number_after(text, 1);
}

/* The same of the calling thread. */
static inline int64_t sync_thread_run_delay_ns(void) {
  int account = sync_thread_run_account();
  if (account < 0) return account;
  int64_t delay = sync_run_delay_ns(account);
  close(account);
  return delay;
}

/* Whether this process has a thread of that id: 1, 0, or -errno. */
static inline int sync_thread_exists(int tid) {
  if (syscall(SYS_tgkill, getpid(), tid, 0) == 0) return 1;
  return errno == ESRCH ? 0 : -errno;
}

/* The CPU that the calling thread runs on, or -1: a load where glibc has registered a restartable sequence
   (2.35), else a call into the vDSO. */
extern int sync_running_cpu(void) __asm__("sched_getcpu");
