#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* glibc's own functions, under the names that it exports for libraries like this one. The linker finds them;
   dlsym would allocate before it had found the allocator. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* The counts of one thread. Only the thread itself writes them, so loads and stores are enough; they are
   atomic, so that a reader sees whole words. A tally has its own cache line, because threads would otherwise
   slow each other down. */
struct tally {
  _Alignas(64) _Atomic(uint64_t) owner;
  _Atomic(uint64_t) calls;
  _Atomic(uint64_t) bytes;
  _Atomic(uint64_t) frees;
};

enum { TALLIES = 4096 };

static struct tally tallies[TALLIES];
/* The counts of all threads for which the table has no room; `owner` is the number of these threads. */
static struct tally shared;
/* The number of threads that have asked for a tally: more than TALLIES if the table is full. */
static _Atomic(uint64_t) asked;

/* The model initial-exec, because the general model of thread-local variables may call malloc on a thread's
   first access. */
static __thread struct tally *own __attribute__((tls_model("initial-exec")));

static struct tally *claim(void) {
  uint64_t index = atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed);
  if (index >= TALLIES) {
    atomic_fetch_add_explicit(&shared.owner, 1, memory_order_relaxed);
    return own = &shared;
  }
  own = &tallies[index];
  // The raw call sets errno only if it fails, and gettid can't fail.
  atomic_store_explicit(&own->owner, (uint64_t)syscall(SYS_gettid), memory_order_relaxed);
  return own;
}

static inline void add(const struct tally *tally, _Atomic(uint64_t) *word, uint64_t more) {
  if (__builtin_expect(tally == &shared, 0)) {
    atomic_fetch_add_explicit(word, more, memory_order_relaxed);
  } else {
    uint64_t value = atomic_load_explicit(word, memory_order_relaxed);
    atomic_store_explicit(word, value + more, memory_order_relaxed);
  }
}

static inline struct tally *mine(void) { return __builtin_expect(own != NULL, 1) ? own : claim(); }

/* Counts a call that returned a block; a failed call is not counted. */
static inline void *allocated(void *block, size_t bytes) {
  if (block) {
    struct tally *tally = mine();
    add(tally, &tally->calls, 1);
    add(tally, &tally->bytes, bytes);
  }
  return block;
}

static inline void freed(void) {
  struct tally *tally = mine();
  add(tally, &tally->frees, 1);
}

void *malloc(size_t size) { return allocated(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  // If the product overflows, glibc has returned no block, and nothing is counted.
  return allocated(__libc_calloc(count, size), count * size);
}

void *realloc(void *old, size_t size) {
  void *block = __libc_realloc(old, size);
  // With size 0, realloc frees and returns null. Otherwise null means that the old block stays allocated.
  if (old && (block || size == 0)) freed();
  return allocated(block, size);
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, bytes);
}

void free(void *block) {
  if (!block) return;
  freed();
  __libc_free(block);
}

void *memalign(size_t alignment, size_t size) {
  return allocated(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
    return EINVAL;
  }
  // posix_memalign returns its error, and leaves errno as it was.
  int before = errno;
  void *made = memalign(alignment, size);
  errno = before;
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

void *pvalloc(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t whole;
  if (__builtin_add_overflow(size, page - 1, &whole)) {
    errno = ENOMEM;
    return NULL;
  }
  return allocated(__libc_memalign(page, whole & ~(page - 1)), size);
}

static void write_row(uint64_t *row, const struct tally *tally) {
  row[SYNCBENCH_ALLOCATIONS_OWNER] = atomic_load_explicit(&tally->owner, memory_order_relaxed);
  row[SYNCBENCH_ALLOCATIONS_CALLS] = atomic_load_explicit(&tally->calls, memory_order_relaxed);
  row[SYNCBENCH_ALLOCATIONS_BYTES] = atomic_load_explicit(&tally->bytes, memory_order_relaxed);
  row[SYNCBENCH_ALLOCATIONS_FREES] = atomic_load_explicit(&tally->frees, memory_order_relaxed);
}

size_t syncbench_allocations_read(uint64_t *rows, size_t capacity) {
  uint64_t claimed = atomic_load_explicit(&asked, memory_order_relaxed);
  size_t count = 1 + (size_t)(claimed < TALLIES ? claimed : TALLIES);
  for (size_t row = 0; row < count && row < capacity; row++) {
    write_row(&rows[row * SYNCBENCH_ALLOCATIONS_WORDS], row ? &tallies[row - 1] : &shared);
  }
  return count;
}
