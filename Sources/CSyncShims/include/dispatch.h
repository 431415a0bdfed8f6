#pragma once
/* The C interface of Dispatch, which the Swift module hides. The functions are declared under names of our
   own, which asm labels bind to Dispatch's, so that a file that also imports Dispatch does not see a function
   declared twice. */
#include <stdint.h>

typedef void *sync_queue_t;
typedef void *sync_group_t;
typedef void (*sync_function_t)(void *context);

extern sync_queue_t sync_dispatch_queue_create(const char *label, void *attribute)
    __asm__("dispatch_queue_create");
extern sync_queue_t sync_dispatch_queue_create_with_target(const char *label, void *attribute,
                                                           sync_queue_t target)
    __asm__("dispatch_queue_create_with_target");
/* Releases a queue or a group: both are objects of Dispatch. */
extern void sync_dispatch_release(void *object) __asm__("dispatch_release");
extern void sync_dispatch_sync_f(sync_queue_t queue, void *context, sync_function_t function)
    __asm__("dispatch_sync_f");
extern void sync_dispatch_barrier_sync_f(sync_queue_t queue, void *context,
                                         sync_function_t function)
    __asm__("dispatch_barrier_sync_f");
extern void sync_dispatch_async_f(sync_queue_t queue, void *context, sync_function_t function)
    __asm__("dispatch_async_f");
extern sync_group_t sync_dispatch_group_create(void) __asm__("dispatch_group_create");
extern void sync_dispatch_group_async_f(sync_group_t group, sync_queue_t queue, void *context,
                                        sync_function_t function)
    __asm__("dispatch_group_async_f");
extern intptr_t sync_dispatch_group_wait_until(sync_group_t group, uint64_t time)
    __asm__("dispatch_group_wait");
extern void sync_dispatch_once_slow(intptr_t *predicate, void *context, sync_function_t function)
    __asm__("dispatch_once_f");
/* The label of a queue; with NULL, of the queue whose item the calling thread runs. */
extern const char *sync_dispatch_queue_label(sync_queue_t queue)
    __asm__("dispatch_queue_get_label");
extern char sync_dispatch_concurrent_attribute __asm__("_dispatch_queue_attr_concurrent");

static inline sync_queue_t sync_serial_queue(const char *label) {
  return sync_dispatch_queue_create(label, 0);
}

static inline sync_queue_t sync_concurrent_queue(const char *label) {
  return sync_dispatch_queue_create(label, &sync_dispatch_concurrent_attribute);
}

/* A serial queue whose items run on `target`, which the queue retains. */
static inline sync_queue_t sync_serial_queue_on(const char *label, sync_queue_t target) {
  return sync_dispatch_queue_create_with_target(label, 0, target);
}

/* Waits until every item of the group has run, however long that takes (DISPATCH_TIME_FOREVER). */
static inline void sync_dispatch_group_wait(sync_group_t group) {
  (void)sync_dispatch_group_wait_until(group, ~(uint64_t)0);
}

/* dispatch_once_f after an inlined test of the predicate, as in Dispatch's own header. */
static inline void sync_dispatch_once_f(intptr_t *predicate, void *context,
                                        sync_function_t function) {
  if (__atomic_load_n(predicate, __ATOMIC_ACQUIRE) != ~(intptr_t)0)
    sync_dispatch_once_slow(predicate, context, function);
}
