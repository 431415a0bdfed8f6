#pragma once

/* The commit that this was built from, with -dirty where the tree had changes; empty if unknown. */
const char *sync_commit(void);
