import Glibc
import SyncPrimitives
import Synchronization

/// An example of a user's own lock: a spinlock that gives its CPU away after each failed exchange.
struct YieldingLock: Lock, ~Copyable {
  private let isHeld = Atomic<Bool>(false)

  borrowing func acquire() {
    while isHeld.exchange(true, ordering: .acquiring) { sched_yield() }
  }

  borrowing func release() { isHeld.store(false, ordering: .releasing) }
}
