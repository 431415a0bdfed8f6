#pragma once
#include <errno.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

static inline uint64_t sync_clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static inline uint64_t sync_monotonic_ns(void) { return sync_clock_ns(CLOCK_MONOTONIC); }
static inline uint64_t sync_realtime_ns(void) { return sync_clock_ns(CLOCK_REALTIME); }
static inline uint64_t sync_thread_cpu_ns(void) { return sync_clock_ns(CLOCK_THREAD_CPUTIME_ID); }

static inline uint64_t sync_process_cpu_ns(void) { return sync_clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

/* Sleeps until the monotonic clock shows `deadline_ns`, even if signals interrupt the sleep. */
static inline void sync_sleep_until(uint64_t deadline_ns) {
  struct timespec t;
  t.tv_sec = (time_t)(deadline_ns / 1000000000u);
  t.tv_nsec = (long)(deadline_ns % 1000000000u);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0) == EINTR) {
  }
}

struct sync_usage {
  uint64_t user_ns;
  uint64_t system_ns;
  uint64_t voluntary_switches;
  uint64_t involuntary_switches;
  uint64_t minor_faults;
  uint64_t major_faults;
};

static inline struct sync_usage sync_usage_of(int who) {
  struct rusage u;
  getrusage(who, &u);
  struct sync_usage r;
  r.user_ns = (uint64_t)u.ru_utime.tv_sec * 1000000000u + (uint64_t)u.ru_utime.tv_usec * 1000u;
  r.system_ns = (uint64_t)u.ru_stime.tv_sec * 1000000000u + (uint64_t)u.ru_stime.tv_usec * 1000u;
  r.voluntary_switches = (uint64_t)u.ru_nvcsw;
  r.involuntary_switches = (uint64_t)u.ru_nivcsw;
  r.minor_faults = (uint64_t)u.ru_minflt;
  r.major_faults = (uint64_t)u.ru_majflt;
  return r;
}

/* The usage of this process so far, by all of its threads, including ended ones. */
static inline struct sync_usage sync_process_usage(void) { return sync_usage_of(RUSAGE_SELF); }

/* The usage of the calling thread so far; 1 is RUSAGE_THREAD, which needs _GNU_SOURCE. */
static inline struct sync_usage sync_thread_usage(void) { return sync_usage_of(1); }
