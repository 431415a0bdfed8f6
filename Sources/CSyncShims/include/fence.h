#pragma once

/* Makes every running thread of the process pass a full memory barrier before the call returns. This is the
   expensive side of an asymmetric fence; the cheap side need only keep the compiler from reordering. Returns
   0, or -errno if the kernel lacks the call or a sandbox forbids it. */
int sync_fence_all_threads(void);
