#pragma once
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SYNC_CPU_LIMIT = 65536 };

/* The CPUs that the calling thread may use, ascending; how many, or -errno. The kernel refuses a
   mask shorter than its own with EINVAL, so the mask grows until it fits. */
static inline int64_t sync_affinity_get(int32_t *cpus, size_t capacity) {
  for (size_t bits = 1024; bits <= SYNC_CPU_LIMIT; bits *= 2) {
    unsigned char *mask = calloc(1, bits / 8);
    if (!mask) return -ENOMEM;
    long bytes = syscall(SYS_sched_getaffinity, 0, bits / 8, mask);
    if (bytes >= 0) {
      int64_t count = 0;
      for (size_t cpu = 0; cpu < (size_t)bytes * 8 && (size_t)count < capacity; cpu++) {
        if (mask[cpu / 8] >> (cpu % 8) & 1) cpus[count++] = (int32_t)cpu;
      }
      free(mask);
      return count;
    }
    int error = errno;
    free(mask);
    if (error != EINVAL) return -error;
  }
  return -EINVAL;
}

/* Binds a thread (0: the calling one) to a list of CPUs. 0 or -errno. */
static inline int sync_affinity_set(int32_t tid, const int32_t *cpus, size_t count) {
  size_t bytes = SYNC_CPU_LIMIT / 8;
  unsigned char *mask = calloc(1, bytes);
  if (!mask) return -ENOMEM;
  for (size_t i = 0; i < count; i++) {
    if (cpus[i] < 0 || cpus[i] >= SYNC_CPU_LIMIT) {
      free(mask);
      return -EINVAL;
    }
    mask[cpus[i] / 8] |= (unsigned char)(1u << (cpus[i] % 8));
  }
  long result = syscall(SYS_sched_setaffinity, tid, bytes, mask);
  int error = errno;
  free(mask);
  return result < 0 ? -error : 0;
}

/* The CPU that the calling thread is on, or -errno. */
static inline int sync_current_cpu(void) {
  unsigned cpu = 0;
  return syscall(SYS_getcpu, &cpu, 0, 0) < 0 ? -errno : (int)cpu;
}
