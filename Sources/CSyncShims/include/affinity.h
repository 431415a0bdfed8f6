#pragma once

// Swift does not import CPU_SET, and imports the affinity calls only with _GNU_SOURCE. The raw system calls
// also avoid glibc's cpu_set_t, which is limited to 1024 CPUs.

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { SYNC_AFFINITY_CPUS_FIRST = 1024, SYNC_AFFINITY_CPUS_MOST = 65536 };

#define SYNC_AFFINITY_WORD_BITS (8 * sizeof(unsigned long))

/// Writes the CPUs that the calling thread may run on, ascending.
///
/// Returns the number of written CPUs, or -errno: -ERANGE if there are more than `capacity`.
static inline int64_t sync_affinity_get(int32_t *cpus, size_t capacity) {
  unsigned long mask[SYNC_AFFINITY_CPUS_MOST / SYNC_AFFINITY_WORD_BITS];
  for (size_t bits = SYNC_AFFINITY_CPUS_FIRST; bits <= SYNC_AFFINITY_CPUS_MOST; bits *= 2) {
    // The kernel fills only the bytes that its CPUs need, and returns the number of these bytes.
    long filled = syscall(SYS_sched_getaffinity, 0, bits / 8, mask);
    if (filled < 0) {
      if (errno == EINVAL) continue;
      return -errno;
    }
    size_t count = 0;
    for (size_t cpu = 0; cpu < (size_t)filled * 8; cpu++) {
      if (!(mask[cpu / SYNC_AFFINITY_WORD_BITS] >> (cpu % SYNC_AFFINITY_WORD_BITS) & 1)) continue;
      if (count == capacity) return -ERANGE;
      cpus[count++] = (int32_t)cpu;
    }
    return (int64_t)count;
  }
  return -EINVAL;
}

/// Confines a thread to some CPUs; `tid` 0 is the calling thread.
///
/// Returns 0 or -errno; -EINVAL for a CPU number out of range, or when none of the CPUs is allowed.
static inline int sync_affinity_set(int32_t tid, const int32_t *cpus, size_t count) {
  unsigned long mask[SYNC_AFFINITY_CPUS_MOST / SYNC_AFFINITY_WORD_BITS] = {0};
  for (size_t index = 0; index < count; index++) {
    int32_t cpu = cpus[index];
    if (cpu < 0 || cpu >= SYNC_AFFINITY_CPUS_MOST) return -EINVAL;
    mask[(size_t)cpu / SYNC_AFFINITY_WORD_BITS] |= 1UL << ((size_t)cpu % SYNC_AFFINITY_WORD_BITS);
  }
  // A mask wider than the kernel's own is cut, never refused.
  return syscall(SYS_sched_setaffinity, (pid_t)tid, sizeof mask, mask) < 0 ? -errno : 0;
}

/// The CPU that the calling thread runs on, or -errno.
static inline int sync_current_cpu(void) {
  unsigned cpu = 0;
  return syscall(SYS_getcpu, &cpu, NULL, NULL) < 0 ? -errno : (int)cpu;
}

/// The memory node of the CPU that the calling thread runs on, or -errno.
static inline int sync_current_node(void) {
  unsigned node = 0;
  return syscall(SYS_getcpu, NULL, &node, NULL) < 0 ? -errno : (int)node;
}

/// The number of memory nodes of the machine; 1 if the kernel does not say.
int sync_memory_nodes(void);

/// The memory node of the page that an address is in, or -errno: -EFAULT for an invalid address, -ENOSYS
/// without NUMA.
static inline int sync_memory_node(const void *address) {
  int node = -1;
  // MPOL_F_NODE | MPOL_F_ADDR, of the kernel's linux/mempolicy.h.
  return syscall(SYS_get_mempolicy, &node, NULL, 0UL, address, 3UL) < 0 ? -errno : node;
}
