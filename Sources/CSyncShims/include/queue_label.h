#pragma once
#include "dispatch.h"
#include <stddef.h>

/* The label of the queue that the calling thread works for. A root queue's label, such as
   com.apple.root.default-qos, names the queue's quality-of-service class. A thread that works for no queue gets
   the label of a root queue. */
static inline const char *sync_current_queue_label(void) { return sync_dispatch_queue_label(NULL); }
