#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

static inline int sync_thread_id(void) { return (int)syscall(SYS_gettid); }

/* The parent's id, asked from the kernel each time. Tests count its calls, because the system call is
   cheap and no other code makes it during a test. */
static inline int sync_parent_id(void) { return (int)syscall(SYS_getppid); }

/* A descriptor that becomes readable when process `pid` ends, closed on exec; or -errno. */
static inline int sync_open_process(int pid) {
  long fd = syscall(SYS_pidfd_open, pid, 0);
  return fd < 0 ? -errno : (int)fd;
}

/* Blocks until process `pid` has ended, without polling. Returns 0 when it has ended, otherwise -errno. */
static inline int sync_wait_for_end_of(int pid) {
  int fd = sync_open_process(pid);
  if (fd < 0) return fd;
  struct pollfd p = {fd, POLLIN, 0};
  int r;
  do {
    r = poll(&p, 1, -1);
  } while (r < 0 && errno == EINTR);
  int result = r < 0 ? -errno : 0;
  close(fd);
  return result;
}

/* Makes a copy of this process, which must have only one thread. Returns 0 in the copy, the copy's id in the
   caller, or -errno. Swift hides fork, because fork is unsafe with several threads. */
static inline int sync_fork(void) {
  pid_t pid = fork();
  return pid < 0 ? -errno : (int)pid;
}

/* Makes the kernel kill this process when the thread that forked it ends. Returns 0 or -errno. */
static inline int sync_end_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0;
}

/* Starts a program in its own process group, with `streams` as its standard input, output and error, and with
   the default signal actions. Returns its id or -errno. The kernel kills the program when the calling thread
   ends. */
static inline int sync_start_bound(
    const char *path, char *const *arguments, char *const *environment, const int *streams) {
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid < 0) return -errno;
  if (pid > 0) {
    setpgid(pid, pid);
    return (int)pid;
  }
  /* The parent has other threads, so nothing here may allocate. */
  setpgid(0, 0);
  if (sync_end_with_parent() < 0 || getppid() != parent) _exit(127);
  for (int i = 0; i < 3; i++)
    if (dup2(streams[i], i) < 0 || fcntl(i, F_SETFL, 0) < 0) _exit(127);
  for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(path, arguments, environment);
  _exit(127);
}

/* Makes this process the parent of the processes that its ended children leave behind. Returns 0 or -errno. */
static inline int sync_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1) < 0 ? -errno : 0;
}

/* Makes all threads that start from now on allocate from the process's first malloc arena. */
static inline void sync_share_arena(void) { mallopt(M_ARENA_MAX, 1); }

/* The environment of this process, ended by a null. Swift can't name the global variable `environ`, and would
   see it declared twice if this declaration were outside of a function. */
static inline char **sync_environment(void) {
  extern char **environ;
  return environ;
}

/* Makes a file in memory, closed on exec. Returns its descriptor or -errno. The name is only for /proc. */
static inline int sync_memory_file(const char *name) {
  long fd = syscall(SYS_memfd_create, name, 1U /* MFD_CLOEXEC, of linux/memfd.h */);
  return fd < 0 ? -errno : (int)fd;
}

/* The nice value of the calling thread (Linux keeps one per thread), -20 to 19. */
static inline int sync_thread_nice(void) { return getpriority(PRIO_PROCESS, (id_t)sync_thread_id()); }

/* The nice value of the process's first thread, as its user set it. */
static inline int sync_process_nice(void) { return getpriority(PRIO_PROCESS, (id_t)getpid()); }

/* Sets the nice value of the calling thread alone. */
static inline int sync_set_thread_nice(int nice) {
  return setpriority(PRIO_PROCESS, (id_t)sync_thread_id(), nice) < 0 ? -errno : 0;
}

/* The policy of the calling thread: SCHED_OTHER 0, SCHED_FIFO 1, SCHED_RR 2, SCHED_BATCH 3, SCHED_IDLE 5, or
   -errno. */
static inline int sync_thread_policy(void) {
  int r = sched_getscheduler(0);
  return r < 0 ? -errno : r;
}

/* Sets the calling thread's policy, a number as in sync_thread_policy, and its priority: 1 to 99 for
   SCHED_FIFO and SCHED_RR, 0 for the others. Returns 0, or -errno: -EPERM if the thread may not. */
static inline int sync_set_thread_policy(int policy, int priority) {
  struct sched_param p = {0};
  p.sched_priority = priority;
  return syscall(SYS_sched_setscheduler, 0, policy, &p) < 0 ? -errno : 0;
}
