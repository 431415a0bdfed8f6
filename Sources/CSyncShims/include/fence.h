#pragma once

/* Makes every running thread of the process pass a full memory barrier before it returns: the dear side of
   an asymmetric fence, whose other side need only keep the compiler from reordering. 0, or -errno where
   the kernel lacks it or a sandbox forbids it. */
int sync_fence_all_threads(void);
