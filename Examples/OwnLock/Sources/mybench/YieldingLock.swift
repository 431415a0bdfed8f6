import Glibc
import SyncPrimitives
import Synchronization

/// A lock of one's own: an exchange, and the CPU given away where it fails.
struct YieldingLock: Lock, ~Copyable {
  private let isHeld = Atomic<Bool>(false)

  borrowing func acquire() {
    while isHeld.exchange(true, ordering: .acquiring) { sched_yield() }
  }

  borrowing func release() { isHeld.store(false, ordering: .releasing) }
}
