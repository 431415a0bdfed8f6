/* Measures the place of two CPUs on the host without syncbench's code: the one-way latency of a cache line between the CPUs, and
   whether they share a core. If they do, independent additions on both take longer than on one while the other pauses.

   place CPU CPU     Prints one line: the distance in ns, and the ratio of the additions' times. */
#define _GNU_SOURCE
#include "memory.h"

enum { BATCHES = 6, THROWS = 200, STEPS = 20000, TRIES = 3 };

static word *ball, *stage;
static int cpus[2];

static void wait_for(word *value, uint32_t wanted) {
  while (atomic_load_explicit(value, memory_order_acquire) != wanted) {}
}

static void set(word *value, uint32_t to) { atomic_store_explicit(value, to, memory_order_release); }

static double additions(void) {
  uint64_t a = 1, b = 2, c = 3, d = 4;
  uint64_t start = now_ns();
  for (uint64_t i = 0; i < STEPS; i++) {
    a += i, b += i, c += i, d += i;
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
  }
  return (double)(now_ns() - start);
}

static double least_of(int tries) {
  double least = additions();
  for (int i = 1; i < tries; i++) {
    double next = additions();
    if (next < least) least = next;
  }
  return least;
}

static void *catcher(void *unused) {
  (void)unused;
  bind_to(cpus[1]);
  for (uint32_t i = 0; i < BATCHES * THROWS; i++) {
    wait_for(ball, 2 * i + 1);
    set(ball, 2 * i + 2);
  }
  set(stage, 1);
  wait_for(stage, 2);
  // This thread makes one try more than the other thread, so that it adds during all of the other's tries.
  least_of(TRIES + 1);
  set(stage, 3);
  while (atomic_load_explicit(stage, memory_order_acquire) != 4) cpu_pause();
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 3) fail("place CPU CPU");
  cpus[0] = atoi(argv[1]), cpus[1] = atoi(argv[2]);
  ball = lines(sizeof *ball), stage = lines(sizeof *stage);
  bind_to(cpus[0]);
  pthread_t thread;
  if (pthread_create(&thread, NULL, catcher, NULL)) fail("no more threads");
  double distance = 1e9;
  for (uint32_t batch = 0; batch < BATCHES; batch++) {
    uint64_t start = now_ns();
    for (uint32_t i = batch * THROWS; i < (batch + 1) * THROWS; i++) {
      set(ball, 2 * i + 1);
      wait_for(ball, 2 * i + 2);
    }
    double one_way = (double)(now_ns() - start) / (2 * THROWS);
    if (one_way < distance) distance = one_way;
  }
  wait_for(stage, 1);
  set(stage, 2);
  double together = least_of(TRIES);
  wait_for(stage, 3);
  double alone = least_of(TRIES);
  set(stage, 4);
  pthread_join(thread, NULL);
  printf("%.1f %.3f\n", distance, together / alone);
  return 0;
}
