/* Checks the promises of the C shims on (emulated) arm64. Exit status: the number of failed checks. */
#include "CSyncShims.h"
#include <pthread.h>
#include <stddef.h>
#include <sys/utsname.h>

static int failures;

static void check(int holds, const char *what) {
  printf("%-9s %s\n", holds ? "holds" : "BROKEN", what);
  failures += !holds;
}

static uint32_t word;

static void *wake(void *unused) {
  (void)unused;
  /* Until the other thread sleeps, no thread is woken. */
  while (sync_futex_wake(&word, 1) == 0) sync_yield();
  return 0;
}

static void clocks(void) {
  uint64_t before = sync_monotonic_ns(), ticks = sync_ticks();
  check(sync_ticks_are_invariant() == 1, "ticks: the counter is invariant");
  for (int i = 0; i < 1000; i++) sync_pause();
  uint64_t later = sync_ticks();
  check(later > ticks, "ticks: they go forward");
  sync_sleep_until(before + 2000000);
  check(sync_monotonic_ns() >= before + 2000000, "clock: a sleep lasts until its time");
  check(sync_stamp(1) >= later, "ticks: a stamp is a reading of the counter");
  check(sync_thread_cpu_ns() > 0 && sync_process_cpu_ns() >= sync_thread_cpu_ns(), "clock: a process has at least its thread's CPU time");
  uint32_t seen = sync_jitter();
  for (int i = 0; i < 1000; i++) sync_pause();
  check(sync_jitter() != seen, "jitter: its bits change");
  uint32_t pauses = sync_pauses_within(1000, 100000);
  check(pauses >= 1 && pauses <= 100000, "pause: some fit into a microsecond");
  check(sync_work(10) == sync_work(10) && sync_work(10) != sync_work(11), "work: its steps decide its result");
}

static void threads(void) {
  int32_t cpus[1024];
  int64_t count = sync_affinity_get(cpus, 1024);
  check(count >= 1, "affinity: the CPUs are read");
  check(sync_affinity_set(0, cpus, 1) == 0 && sync_current_cpu() == cpus[0], "affinity: a thread goes where it is bound");
  check(sync_affinity_set(0, (int32_t[]){65535}, 1) == -EINVAL, "affinity: a CPU that is not there is refused");
  check(sync_affinity_set(0, cpus, (size_t)count) == 0, "affinity: the binding is undone");
  check(sync_thread_id() == (int)getpid(), "process: the first thread has the process's number");
  check(sync_owner_id() == (uint32_t)sync_thread_id(), "owner: a thread knows its number");
  check(sync_running_threads() == 0, "threads: no other thread runs");
  int fenced = sync_fence_all_threads();
  check(fenced == 0 || fenced == -ENOSYS, "fence: it succeeds, or says that the kernel lacks it");
}

static void futexes(void) {
  check(sync_futex_wait(&word, 1) == -EAGAIN, "futex: a changed word is not slept for");
  check(sync_futex_wait_at_most(&word, 0, 1000000) == -ETIMEDOUT, "futex: a sleep ends with its time");
  pthread_t waker;
  pthread_create(&waker, 0, wake, 0);
  int woken = sync_futex_wait(&word, 0);
  pthread_join(waker, 0);
  check(woken == 0, "futex: a sleeper is woken");
  /* A PI futex needs the kernel's help only if a thread waits; an emulator may lack these calls. */
  uint32_t owned = 0;
  int taken = sync_futex_lock_pi(&owned);
  check(taken == -ENOSYS || (taken == 0 && (owned & SYNC_FUTEX_OWNER) == sync_owner_id()), "futex: a PI futex has an owner");
  if (taken == 0) check(sync_futex_unlock_pi(&owned) == 0 && owned == 0, "futex: a PI futex is released");
}

static void events(void) {
  /* The kernel's structure, which the shims fill in, has the same sizes and offsets on every architecture. */
  check(offsetof(struct perf_event_attr, read_format) == 32 && offsetof(struct perf_event_attr, bp_type) == 52 &&
            offsetof(struct perf_event_attr, config1) == 56 && offsetof(struct perf_event_attr, config2) == 64,
        "perf: the kernel's structure has the expected offsets");
  struct sync_perf_request request = {.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS, .exclude_kernel = 1, .group = -1};
  int opened = sync_perf_open(&request);
  check(opened >= 0 || opened == -ENOSYS || opened == -EACCES || opened == -EPERM, "perf: an event opens, or the reason is told");
  int event = sync_event_create();
  check(event >= 0 && sync_event_add(event) == 0 && sync_event_clear(event) == 0, "event: it is raised and cleared");
  struct utsname name;
  check(uname(&name) == 0 && !strcmp(name.machine, "aarch64"), "the machine says that it is arm64");
}

int main(void) {
  clocks();
  threads();
  futexes();
  events();
  return failures;
}
