#pragma once
/* The C interface of Dispatch, which the Swift module hides. Declared under names of our own (the
   asm labels bind them) so that a file that also imports Dispatch sees no two declarations. */

typedef void *sync_queue_t;
typedef void (*sync_function_t)(void *context);

extern sync_queue_t sync_dispatch_queue_create(const char *label, void *attribute)
    __asm__("dispatch_queue_create");
extern void sync_dispatch_release(sync_queue_t queue) __asm__("dispatch_release");
extern void sync_dispatch_sync_f(sync_queue_t queue, void *context, sync_function_t function)
    __asm__("dispatch_sync_f");
extern void sync_dispatch_barrier_sync_f(sync_queue_t queue, void *context,
                                         sync_function_t function)
    __asm__("dispatch_barrier_sync_f");
extern void sync_dispatch_async_f(sync_queue_t queue, void *context, sync_function_t function)
    __asm__("dispatch_async_f");
extern char sync_dispatch_concurrent_attribute __asm__("_dispatch_queue_attr_concurrent");

static inline sync_queue_t sync_serial_queue(const char *label) {
  return sync_dispatch_queue_create(label, 0);
}

static inline sync_queue_t sync_concurrent_queue(const char *label) {
  return sync_dispatch_queue_create(label, &sync_dispatch_concurrent_attribute);
}
