public import Glibc

/// glibc's `pthread_barrier_t`: waiters sleep on a futex.
public struct PthreadBarrier: Rendezvous, ~Copyable {
  @usableFromInline let barrier: CacheAligned<pthread_barrier_t>

  /// Makes a barrier for `parties` threads.
  @inlinable
  public init(parties: Int) {
    barrier = CacheAligned(pthread_barrier_t())
    pthread_barrier_init(barrier.pointer, nil, UInt32(parties))
  }

  /// Waits for the other parties.
  @inlinable @inline(__always)
  public borrowing func arrive(_ state: inout Void) { pthread_barrier_wait(barrier.pointer) }

  @inlinable deinit { pthread_barrier_destroy(barrier.pointer) }
}
