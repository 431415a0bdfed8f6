// A separate target, so that a new commit rebuilds only the modules that import this target.

#include "CBuildCommit.h"

#ifndef SYNC_COMMIT
#define SYNC_COMMIT ""
#endif

const char *sync_commit(void) { return SYNC_COMMIT; }
