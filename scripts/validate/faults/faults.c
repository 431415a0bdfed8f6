/* A library for LD_PRELOAD. It counts the calls of each kind in each role of process, and lets the n-th call fail, come back
   short, move the clock, or end the process, as SQLite's tests do with SQLite's file layer.

   FAULTS_STATE   a file of struct state, shared by all processes of a run
   FAULTS_FOLDER  the run's folder: a call on a file in it is of a kind such as write-file, any other such as write-other
   FAULTS_AT      role:kind:n:action[:on], such as orchestrator:write-file:7:ENOSPC; "on" lets all later calls fail too

   An action is an errno's name, a signal's name, `short`, `jump+SECONDS`, `jump-SECONDS`, or a false answer. A worker's are
   `exit`, `garbage`, `half`, `flood`, `bomb`, `again`, `put=KEY=NUMBER`, `hang`, `children`, `daemon` and `affinity`; a fork
   server's is `head=LINE`. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum role { ORCHESTRATOR, SERVER, WORKER, OTHER, ROLES };
enum kind {
  OPEN_FILE, OPEN_OTHER, READ_FILE, READ_OTHER, WRITE_FILE, WRITE_OTHER, SYNC, RENAME, MKDIR, UNLINK, FLOCK, POLL, PIPE,
  FORK, SPAWN, THREAD, MMAP, MALLOC, DUP, CLOCK, WAIT, SEND, STAT, FOLDER, PIDFD, MEMFD, ANSWER, KINDS
};
static const char *const role_names[] = {"orchestrator", "server", "worker", "other"};
static const char *const kind_names[] = {
  "open-file", "open-other", "read-file", "read-other", "write-file", "write-other", "sync", "rename", "mkdir", "unlink",
  "flock", "poll", "pipe", "fork", "spawn", "thread", "mmap", "malloc", "dup", "clock", "wait", "send", "stat", "folder",
  "pidfd", "memfd", "answer"};

/* The campaign reads this struct: keep HEAD and COUNTS of scene.py the same. */
struct state {
  _Atomic uint32_t fired;
  int32_t process;
  _Atomic uint32_t launches;
  uint32_t unused;
  _Atomic int64_t jumped;
  char target[512];
  _Atomic uint64_t counts[ROLES][KINDS];
};

static struct state *state;
static enum role role = OTHER;
static int own, wanted_role = -1, wanted_kind = -1, goes_on;
static uint64_t wanted_n;
static char action[64];
static const char *folder;
static size_t folder_length;

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void read_plan(const char *text) {
  char role_name[16], kind_name[16], rest[4] = "";
  if (sscanf(text, "%15[^:]:%15[^:]:%" SCNu64 ":%63[^:]:%3s", role_name, kind_name, &wanted_n, action, rest) < 4) return;
  for (int i = 0; i < ROLES; i++) if (!strcmp(role_name, role_names[i])) wanted_role = i;
  for (int i = 0; i < KINDS; i++) if (!strcmp(kind_name, kind_names[i])) wanted_kind = i;
  goes_on = !strcmp(rest, "on");
}

__attribute__((constructor)) static void begin(int count, char **words) {
  const char *path = getenv("FAULTS_STATE"), *plan = getenv("FAULTS_AT");
  folder = getenv("FAULTS_FOLDER");
  if (!path || !folder) return;
  folder_length = strlen(folder);
  own = (int)syscall(SYS_getpid);
  const char *name = strrchr(words[0], '/');
  name = name ? name + 1 : words[0];
  if (!strcmp(name, "syncbench")) {
    role = ORCHESTRATOR;
    if (count > 1 && !strcmp(words[1], "worker")) role = WORKER;
    for (int i = 2; i < count && role == WORKER; i++) if (!strcmp(words[i], "--serve")) role = SERVER;
  }
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *memory = (void *)syscall(SYS_mmap, 0, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (memory == MAP_FAILED) return;
  if (plan) read_plan(plan);
  state = memory;
  if (role == WORKER) atomic_fetch_add(&state->launches, 1);
}

static int is_inside(const char *path) {
  return !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

/* The path of a descriptor; empty if it has none. */
static void path_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  long count = syscall(SYS_readlinkat, AT_FDCWD, link, path, size - 1);
  path[count < 0 ? 0 : count] = 0;
}

/* The path of a name that is relative to the folder of a descriptor. */
static void path_at(int descriptor, const char *name, char *path, size_t size) {
  if (name[0] == '/') {
    snprintf(path, size, "%s", name);
    return;
  }
  char above[400];
  if (descriptor == AT_FDCWD) {
    if (syscall(SYS_getcwd, above, sizeof above) < 0) above[0] = 0;
  } else {
    path_of(descriptor, above, sizeof above);
  }
  snprintf(path, size, "%s/%s", above, name);
}

/* A process that a fork server has just forked is a worker. A process between vfork and exec shares its parent's memory, and
   is left alone. */
static int is_watched(void) {
  if (!state || role == OTHER) return 0;
  int now = (int)syscall(SYS_getpid);
  if (now == own) return 1;
  if (role != SERVER) return 0;
  own = now;
  role = WORKER;
  atomic_fetch_add(&state->launches, 1);
  return 1;
}

/* Counts a call, and returns whether the action is due at it. If so, tells the campaign. */
static int is_due(enum kind kind, const char *target) {
  if (!is_watched()) return 0;
  uint64_t n = atomic_fetch_add(&state->counts[role][kind], 1) + 1;
  if ((int)role != wanted_role || (int)kind != wanted_kind || n < wanted_n || (n > wanted_n && !goes_on)) return 0;
  if (n == wanted_n) {
    snprintf(state->target, sizeof state->target, "%s", target);
    state->process = own;
    atomic_store(&state->fired, 1);
  }
  return 1;
}

static void raise_raw(int number) {
  syscall(SYS_kill, own, number);
  // Another thread of the process may get the signal, so this thread waits for the process's end.
  if (number != SIGSTOP && number != SIGHUP && number != SIGTERM && number != SIGINT) for (;;) syscall(SYS_pause);
}

/* Makes four children that never end. */
static void make_children(int is_daemon) {
  for (int i = 0; i < 4; i++) {
    if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) {
      if (is_daemon) setsid();
      for (;;) syscall(SYS_pause);
    }
  }
}

static void take_affinity(void) {
  unsigned long mask = 1;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *entry; tasks && (entry = readdir(tasks));)
    if (entry->d_name[0] != '.') syscall(SYS_sched_setaffinity, atoi(entry->d_name), sizeof mask, &mask);
  if (tasks) closedir(tasks);
}

/* Carries the action out. Returns an errno for the call to fail with, 0 to let it pass, -1 for a short one. */
static int act(void) {
  for (int number = 1; number <= EHWPOISON; number++) {
    const char *name = strerrorname_np(number), *signal_name = sigabbrev_np(number);
    if (name && !strcmp(action, name)) return number;
    if (signal_name && !strncmp(action, "SIG", 3) && !strcmp(action + 3, signal_name)) raise_raw(number);
  }
  if (!strcmp(action, "short")) return -1;
  // The jump holds for all processes, because they share the machine's clock.
  if (!strncmp(action, "jump", 4)) atomic_store(&state->jumped, strtoll(action + 4, 0, 10));
  if (!strcmp(action, "exit")) syscall(SYS_exit_group, 0);
  if (!strcmp(action, "hang")) for (;;) syscall(SYS_pause);
  if (!strcmp(action, "children")) make_children(0);
  if (!strcmp(action, "daemon")) make_children(1);
  if (!strcmp(action, "affinity")) take_affinity();
  return 0;
}

static int fails(enum kind kind, const char *target) { return is_due(kind, target) ? act() : 0; }

#define FAIL_WITH(failure, result) \
  if ((failure) > 0) { \
    errno = failure; \
    return result; \
  }

// MARK: Files

/* The failure of a call on an open file; fstat fails only on files of the run. */
static int fails_of(enum kind kind, int file) {
  if (!state) return 0;
  char path[512];
  path_of(file, path, sizeof path);
  return kind == STAT && !is_inside(path) ? 0 : fails(kind, path);
}

static int fails_at(enum kind kind, int above, const char *name) {
  if (!state) return 0;
  char path[512];
  path_at(above, name, path, sizeof path);
  return fails(kind == OPEN_FILE && !is_inside(path) ? OPEN_OTHER : kind, path);
}

#define OPENS(function, parameters, arguments, above) \
  int function parameters { \
    REAL(function); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    int failure = fails_at(OPEN_FILE, above, name); \
    FAIL_WITH(failure, -1) \
    return real arguments; \
  }
OPENS(open, (const char *name, int flags, ...), (name, flags, mode), AT_FDCWD)
OPENS(open64, (const char *name, int flags, ...), (name, flags, mode), AT_FDCWD)
OPENS(openat, (int above, const char *name, int flags, ...), (above, name, flags, mode), above)
OPENS(openat64, (int above, const char *name, int flags, ...), (above, name, flags, mode), above)

ssize_t read(int file, void *bytes, size_t count) {
  REAL(read);
  if (!state) return real(file, bytes, count);
  char path[512];
  path_of(file, path, sizeof path);
  int failure = fails(is_inside(path) ? READ_FILE : READ_OTHER, path);
  FAIL_WITH(failure, -1)
  return real(file, bytes, failure < 0 && count > 1 ? 1 : count);
}

/* Tells the campaign that the action found nothing to change. */
static void take_back(void) { atomic_store(&state->fired, 0); }

static void write_all(int file, const char *bytes, size_t count) {
  REAL(write);
  for (ssize_t done; count && (done = real(file, bytes, count)) > 0; bytes += done) count -= (size_t)done;
}

/* Writes the bytes with NUMBER in place of every value of KEY; `text` is KEY=NUMBER. */
static void put_number(int file, const char *bytes, size_t count, const char *text) {
  const char *value = strchr(text, '=');
  char key[64];
  int length = snprintf(key, sizeof key, "\"%.*s\":", (int)(value - text), text), changed = 0;
  const char *rest = bytes, *end = bytes + count;
  for (const char *found; (found = memmem(rest, (size_t)(end - rest), key, (size_t)length)); changed++) {
    found += length;
    write_all(file, rest, (size_t)(found - rest));
    write_all(file, value + 1, strlen(value + 1));
    for (rest = found; rest < end && strchr("-+.eE0123456789", *rest); rest++) {}
  }
  write_all(file, rest, (size_t)(end - rest));
  if (!changed && !goes_on) take_back();
}

/* Writes an answer whose rows, between the first line and the last, are there `times` times. */
static void repeat_rows(int file, const char *bytes, size_t count, long times) {
  const char *rows = memchr(bytes, '\n', count), *trial = memmem(bytes, count, "{\"trial\"", 8);
  const char *end = memrchr(bytes, '\n', count - 1);
  if (!trial || !rows || end <= rows) {
    take_back();
    times = 1;
  }
  write_all(file, bytes, (size_t)(end + 1 - bytes));
  for (long i = 1; i < times; i++) write_all(file, rows + 1, (size_t)(end - rows));
  write_all(file, end + 1, (size_t)(bytes + count - end - 1));
}

/* Writes a fork server's reply with another first line. */
static ssize_t forge(int file, const char *bytes, size_t count) {
  const char *line = memchr(bytes, '\n', count);
  if (!line) {
    take_back();
    line = bytes;
  } else {
    write_all(file, action + 5, strlen(action + 5));
  }
  write_all(file, line, (size_t)(bytes + count - line));
  return (ssize_t)count;
}

/* Writes a false answer instead of a worker's own: the bytes that the worker writes to its standard output, in one call. */
static ssize_t lie(int file, const char *bytes, size_t count) {
  REAL(write);
  if (!strncmp(action, "put=", 4)) {
    put_number(file, bytes, count, action + 4);
    return (ssize_t)count;
  }
  if (!strcmp(action, "again") || !strcmp(action, "bomb")) {
    // The rows of one answer together have at least some 900 bytes, so a bomb has 4 GB.
    repeat_rows(file, bytes, count, action[0] == 'a' ? 2 : (4L << 30) / 900);
    return (ssize_t)count;
  }
  static char block[1 << 20];
  int ends = 1;
  if (!strcmp(action, "garbage")) {
    uint32_t random = (uint32_t)wanted_n * 2654435761u + 1;
    for (size_t i = 0; i < 4096; i++) block[i] = (char)((random = random * 1664525u + 1013904223u) >> 24);
    real(file, block, 4096);
  } else if (!strcmp(action, "half")) {
    real(file, bytes, count / 2);
  } else if (!strcmp(action, "flood")) {
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 1024; i++) real(file, block, sizeof block);
  } else {
    ends = 0;
  }
  if (ends) syscall(SYS_exit_group, 0);
  int failure = act();
  FAIL_WITH(failure, -1)
  return real(file, bytes, failure < 0 && count > 1 ? count / 2 : count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  if (!state) return real(file, bytes, count);
  if (file == 1 && is_watched() && role == WORKER) {
    if (is_due(ANSWER, "the worker's answer")) return lie(file, bytes, count);
    return real(file, bytes, count);
  }
  char path[512];
  path_of(file, path, sizeof path);
  enum kind kind = is_inside(path) ? WRITE_FILE : WRITE_OTHER;
  if (!is_due(kind, path)) return real(file, bytes, count);
  if (!strncmp(action, "head=", 5)) return forge(file, bytes, count);
  int failure = act();
  FAIL_WITH(failure, -1)
  return real(file, bytes, failure < 0 && count > 1 ? count / 2 : count);
}

/* A function that fails if the action is due, and otherwise makes the real call. */
#define CALL(type, function, parameters, arguments, its_failure, result) \
  type function parameters { \
    REAL(function); \
    int failure = its_failure; \
    FAIL_WITH(failure, result) \
    return real arguments; \
  }
CALL(int, fdatasync, (int file), (file), fails_of(SYNC, file), -1)
CALL(int, fsync, (int file), (file), fails_of(SYNC, file), -1)
CALL(int, flock, (int file, int operation), (file, operation), fails_of(FLOCK, file), -1)
CALL(int, mkdir, (const char *name, mode_t mode), (name, mode), fails_at(MKDIR, AT_FDCWD, name), -1)
CALL(int, mkdirat, (int above, const char *name, mode_t mode), (above, name, mode), fails_at(MKDIR, above, name), -1)
CALL(int, unlinkat, (int above, const char *name, int flags), (above, name, flags), fails_at(UNLINK, above, name), -1)
CALL(int, renameat, (int from, const char *old, int to, const char *new), (from, old, to, new), fails_at(RENAME, to, new), -1)
CALL(DIR *, fdopendir, (int file), (file), fails_of(FOLDER, file), 0)
CALL(int, fstat, (int file, struct stat *found), (file, found), fails_of(STAT, file), -1)

// MARK: Descriptors, processes, threads, memory

CALL(int, poll, (struct pollfd *watched, nfds_t count, int wait), (watched, count, wait), fails(POLL, "poll"), -1)
CALL(int, pipe2, (int ends[2], int flags), (ends, flags), fails(PIPE, "pipe"), -1)
CALL(
  int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends),
  fails(PIPE, "socketpair"), -1)
CALL(int, dup2, (int from, int to), (from, to), fails(DUP, "dup2"), -1)
CALL(pid_t, fork, (void), (), fails(FORK, "fork"), -1)
CALL(pid_t, waitpid, (pid_t process, int *status, int options), (process, status, options), fails(WAIT, "waitpid"), -1)
CALL(
  int, pthread_create, (pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context),
  (thread, attributes, body, context), fails(THREAD, "pthread_create"), failure)
CALL(
  int, posix_spawn,
  (pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
   char *const words[], char *const variables[]),
  (process, path, actions, attributes, words, variables), fails(SPAWN, "posix_spawn"), failure)

int pipe(int ends[2]) { return pipe2(ends, 0); }

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  REAL(send);
  int failure = fails(SEND, "the fork server's socket");
  FAIL_WITH(failure, -1)
  return real(socket, bytes, failure < 0 && count > 1 ? count / 2 : count, flags);
}

/* glibc's syscall passes six words to the kernel, whatever the call. */
long syscall(long number, ...) {
  static long (*real)(long, long, long, long, long, long, long);
  if (!real) real = (long (*)(long, long, long, long, long, long, long))dlsym(RTLD_NEXT, "syscall");
  long words[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) words[i] = va_arg(rest, long);
  va_end(rest);
  int failure = 0;
  if (number == SYS_pidfd_open) failure = fails(PIDFD, "pidfd_open");
  if (number == SYS_memfd_create) failure = fails(MEMFD, "memfd_create");
  FAIL_WITH(failure, -1)
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

void *mmap(void *place, size_t length, int protection, int flags, int file, off_t offset) {
  int failure = fails(MMAP, "mmap");
  FAIL_WITH(failure, MAP_FAILED)
  return (void *)syscall(SYS_mmap, place, length, protection, flags, file, offset);
}

extern void *__libc_malloc(size_t);
void *malloc(size_t size) {
  int failure = state ? fails(MALLOC, "malloc") : 0;
  FAIL_WITH(failure, 0)
  return __libc_malloc(size);
}

// MARK: Time

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(clock, now);
  if (clock == CLOCK_REALTIME && state) {
    fails(CLOCK, "clock_gettime");
    now->tv_sec += atomic_load(&state->jumped);
  }
  return result;
}
