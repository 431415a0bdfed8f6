#pragma once
#include "dispatch.h"
#include <stddef.h>

/* Under a name of our own, as dispatch.h says. */
extern const char *sync_dispatch_queue_label(sync_queue_t queue)
    __asm__("dispatch_queue_get_label");

/* The label of the queue that the calling thread works for: of a global one where it has no other. A
   root queue's names its class, such as com.apple.root.default-qos. */
static inline const char *sync_current_queue_label(void) { return sync_dispatch_queue_label(NULL); }
