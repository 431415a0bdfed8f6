// A preloaded library that reports an affinity mask of MACHINE_CPUS CPUs, whatever CPUs there are.
//
// For machines whose CPUs are a made-up tree of /sys. The tool asks for its mask by syscall(); all other calls go to the kernel.
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

static long into_kernel(long number, const long *a) {
  long result;
  register long r10 __asm__("r10") = a[3], r8 __asm__("r8") = a[4], r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

long syscall(long number, ...) {
  long a[6];
  va_list words;
  va_start(words, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(words, long);
  va_end(words);
  const char *cpus = getenv("MACHINE_CPUS");
  if (number == SYS_sched_setaffinity) return 0;
  if (number == SYS_sched_getaffinity && cpus) {
    unsigned char *mask = (unsigned char *)a[2];
    memset(mask, 0, (size_t)a[1]);
    int count = atoi(cpus);
    if ((long)(count + 7) / 8 > a[1]) {
      errno = EINVAL;
      return -1;
    }
    for (int cpu = 0; cpu < count; cpu++) mask[cpu / 8] |= (unsigned char)(1 << cpu % 8);
    return a[1];
  }
  long result = into_kernel(number, a);
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  return result;
}
