#pragma once
#include <errno.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A request to perf_event_open as plain numbers, so that Swift need not import the bit fields and unions of
   perf_event_attr. `exclude_kernel` and `inherit` are 0 or 1. */
struct sync_perf_request {
  uint32_t type;
  uint32_t breakpoint_type;
  uint64_t config;
  uint64_t config1; /* or a breakpoint's address */
  uint64_t config2; /* or a breakpoint's length */
  int exclude_kernel;
  int inherit;
  int thread; /* 0 for the calling thread */
  int group;  /* the leader's descriptor; -1 for a leader */
};

/* Opens an event that counts on any CPU and whose descriptor is closed on exec. An event that leads a group
   starts disabled, so its group does not count yet. Returns the descriptor, or -errno. */
static inline int sync_perf_open(const struct sync_perf_request *request) {
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = request->type;
  attr.config = request->config;
  attr.config1 = request->config1;
  attr.config2 = request->config2;
  attr.bp_type = request->breakpoint_type;
  attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_TOTAL_TIME_ENABLED |
                     PERF_FORMAT_TOTAL_TIME_RUNNING;
  attr.disabled = request->group < 0;
  attr.inherit = (unsigned)(request->inherit != 0);
  /* Threads inherit the event, and child processes do not. */
  attr.inherit_thread = attr.inherit;
  attr.exclude_kernel = (unsigned)(request->exclude_kernel != 0);
  /* The processor's counters also count in a hypervisor or a guest, which is not this process's work. Other
     units get no exclusion, because some refuse exclusions (uncore units with EINVAL). The kernel's own
     events need none, because they never count a hypervisor or a guest. */
  int is_processor = request->type == PERF_TYPE_HARDWARE || request->type == PERF_TYPE_HW_CACHE ||
                     request->type == PERF_TYPE_RAW;
  attr.exclude_hv = (unsigned)is_processor;
  attr.exclude_guest = (unsigned)is_processor;
  long r = syscall(SYS_perf_event_open, &attr, request->thread, -1, request->group,
                   PERF_FLAG_FD_CLOEXEC);
  if (r < 0 && errno == EINVAL && attr.inherit_thread) {
    /* Linux before 5.13 does not know inherit_thread. */
    attr.inherit_thread = 0;
    r = syscall(SYS_perf_event_open, &attr, request->thread, -1, request->group,
                PERF_FLAG_FD_CLOEXEC);
  }
  return r < 0 ? -errno : (int)r;
}

/* Reads an event's group into up to `count` words. Returns the number of words, or -errno: -ENOSPC if the
   group does not fit into the words, -ECHILD while a thread is inheriting the group. */
static inline int sync_perf_read(int descriptor, uint64_t *words, size_t count) {
  ssize_t r = read(descriptor, words, count * sizeof *words);
  return r < 0 ? -errno : (int)((size_t)r / sizeof *words);
}

/* Starts a leader, its group and all events inherited from them. Returns 0 or -errno. */
static inline int sync_perf_enable(int descriptor) {
  return ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) < 0 ? -errno : 0;
}

/* Stops a leader, its group and all events inherited from them, and keeps the counts. Returns 0 or -errno. */
static inline int sync_perf_disable(int descriptor) {
  return ioctl(descriptor, PERF_EVENT_IOC_DISABLE, 0) < 0 ? -errno : 0;
}

/* Limits a tracepoint to the hits that match `filter`. Returns 0, or -errno: -EINVAL for a filter that the
   kernel does not understand. */
static inline int sync_perf_set_filter(int descriptor, const char *filter) {
  return ioctl(descriptor, PERF_EVENT_IOC_SET_FILTER, filter) < 0 ? -errno : 0;
}

/* Gets the id under which a reading of a group names an event. Returns 0 or -errno. */
static inline int sync_perf_id(int descriptor, uint64_t *id) {
  return ioctl(descriptor, PERF_EVENT_IOC_ID, id) < 0 ? -errno : 0;
}
