#pragma once
#include "file.h"
#include "process.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether a thread of this process runs or waits for a CPU: 1 or 0; 0 also for a thread that has ended. */
static inline int sync_is_runnable(int thread) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  int file = sync_open_read(path);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0) return 0;
  text[length] = 0;
  /* The name before the state is in parentheses, and may itself have parentheses. */
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' && end[2] == 'R';
}

/* The number of threads of this process, except the calling one, that run or wait for a CPU, or -errno. */
static inline int sync_running_threads(void) {
  DIR *folder = opendir("/proc/self/task");
  if (!folder) return -errno;
  int own = sync_thread_id(), running = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    int thread = atoi(entry->d_name);
    if (thread > 0 && thread != own) running += sync_is_runnable(thread);
  }
  closedir(folder);
  return running;
}
