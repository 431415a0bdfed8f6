/* The parts of glibc that the locks need, for a Swift without a module of glibc. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Swift imports no function with a variable number of arguments. */
static inline int arm64_open(const char *path, int flags) { return open(path, flags); }
