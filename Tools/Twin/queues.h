/* The bounded queue of the twin, word for word that of Sources/SyncPrimitives/Structures: a ring, a mutex and two
   condition variables; and a consumer's record of the elements. */
#pragma once
#include <stdbool.h>

#include "memory.h"

struct element { uint64_t order, stamp; };

struct bounded_queue {
  pthread_mutex_t mutex;
  pthread_cond_t has_room, has_element;
  struct element *elements;
  int64_t capacity, first, next, count;
  bool is_closed;
};

static struct bounded_queue *make_bounded_queue(int64_t capacity) {
  struct bounded_queue *queue = lines(sizeof *queue);
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->has_room, NULL);
  pthread_cond_init(&queue->has_element, NULL);
  queue->elements = lines((size_t)capacity * sizeof *queue->elements);
  queue->capacity = capacity;
  queue->first = queue->next = queue->count = 0;
  queue->is_closed = false;
  return queue;
}

static inline void bounded_queue_put(struct bounded_queue *queue, struct element element) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count >= queue->capacity) pthread_cond_wait(&queue->has_room, &queue->mutex);
  queue->elements[queue->next] = element;
  queue->next = queue->next + 1 == queue->capacity ? 0 : queue->next + 1;
  queue->count++;
  pthread_mutex_unlock(&queue->mutex);
  pthread_cond_signal(&queue->has_element);
}

static inline bool bounded_queue_take(struct bounded_queue *queue, struct element *element) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count <= 0) {
    if (queue->is_closed) {
      pthread_mutex_unlock(&queue->mutex);
      return false;
    }
    pthread_cond_wait(&queue->has_element, &queue->mutex);
  }
  *element = queue->elements[queue->first];
  queue->first = queue->first + 1 == queue->capacity ? 0 : queue->first + 1;
  queue->count--;
  pthread_mutex_unlock(&queue->mutex);
  pthread_cond_signal(&queue->has_room);
  return true;
}

struct taken { uint64_t count, sum, last, disorder; };

static inline uint64_t mix(uint64_t index) {
  uint64_t z = index + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline void note(struct taken *taken, uint64_t producers, struct element element) {
  uint64_t producer = element.order >> 48, place = element.order & 0xFFFFFFFFFFFF;
  if (producer >= producers) {
    taken->disorder++;
    return;
  }
  struct taken *own = taken + producer;
  if (place <= own->last) own->disorder++;
  own->last = place;
  own->count++;
  own->sum += mix(place);
}
