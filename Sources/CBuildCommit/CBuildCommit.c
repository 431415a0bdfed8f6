// This is a target of its own, so that a new commit rebuilds only the modules that import it.

#include "CBuildCommit.h"

#ifndef SYNC_COMMIT
#define SYNC_COMMIT ""
#endif

const char *sync_commit(void) { return SYNC_COMMIT; }
