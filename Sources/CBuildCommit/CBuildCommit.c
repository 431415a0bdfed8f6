// A target of its own: with each commit only what imports this is built anew.

#include "CBuildCommit.h"

#ifndef SYNC_COMMIT
#define SYNC_COMMIT ""
#endif

const char *sync_commit(void) { return SYNC_COMMIT; }
