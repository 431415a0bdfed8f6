#pragma once
#include "file.h"
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's facts about this process and its threads, mostly from /proc. */

/* Reads the beginning of a small file into `text`, which then ends in a NUL. Returns the number of bytes, or
   -errno. */
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

/* The number that follows the first `skipped` words, each ended by a space; -EINVAL if there is none. */
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

/* The number of threads of this process, or -errno. */
static inline int64_t sync_thread_count(void) {
  char text[1024];
  int64_t count = sync_read_text("/proc/self/stat", text, sizeof text);
  if (count < 0) return count;
  /* The second field is the program's name in parentheses, which may have spaces; the 20th field is the
     number of threads. */
  const char *name_end = strrchr(text, ')');
  return name_end ? sync_number_after(name_end, 18) : -EINVAL;
}

/* The resident memory of this process, in bytes, or -errno. From Linux 6.2 to 6.15, the kernel's figure may
   lag behind by some pages for each CPU. */
static inline int64_t sync_resident_bytes(void) {
  char text[256];
  int64_t count = sync_read_text("/proc/self/statm", text, sizeof text);
  if (count < 0) return count;
  int64_t pages = sync_number_after(text, 1);
  return pages < 0 ? pages : pages * (int64_t)sysconf(_SC_PAGESIZE);
}

/* Opens the kernel's account of the calling thread's waits for CPUs, closed on exec. Returns a descriptor, or
   -errno: -ENOENT if the kernel keeps no account. The account stays that of the thread that opened it,
   whichever thread reads it. */
static inline int sync_thread_run_account(void) { return sync_open_read("/proc/thread-self/schedstat"); }

/* The time that the thread of an account has waited for a CPU while it could have run, in ns, or -errno. */
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

/* The time that the calling thread has waited for a CPU while it could have run, in ns, or -errno. */
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

/* The CPU that the calling thread runs on, or -1. The answer is a load if glibc has registered a restartable
   sequence (since 2.35), otherwise a call into the vDSO. */
extern int sync_running_cpu(void) __asm__("sched_getcpu");
