#pragma once
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

/* Maps memory for `count` numbers, all zero, in huge pages if the kernel has some. Returns 0 or -errno. */
static inline int sync_map_doubles(size_t count, double **numbers) {
  size_t bytes = count * sizeof(double);
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return -errno;
  /* A kernel without huge pages refuses, and the pages stay small. */
  madvise(memory, bytes, MADV_HUGEPAGE);
  *numbers = (double *)memory;
  return 0;
}

static inline void sync_unmap_doubles(double *numbers, size_t count) {
  munmap(numbers, count * sizeof(double));
}

/* a = b + s * c: the triad of the STREAM benchmark (McCalpin 1995). The arrays don't overlap. */
static inline void sync_triad(double *restrict a, const double *restrict b, const double *restrict c,
                              double s, size_t count) {
  for (size_t i = 0; i < count; i++) a[i] = b[i] + s * c[i];
}
