#pragma once

/* The commit that the executable was built from, with -dirty if the tree had changes; empty if unknown. */
const char *sync_commit(void);
