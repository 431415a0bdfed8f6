public import CSyncShims
public import Synchronization

/// A central spinning barrier whose threads wait for a flag to show the sense of their episode.
///
/// The last thread to arrive resets the count before it reverses the sense, so that the barrier is
/// ready for the next episode when the first thread leaves. Acquire-release on the count makes
/// every thread's work visible to the last thread. The last thread's release store of the sense,
/// and the waiters' acquire loads, make this work visible to all. A spinning barrier needs a CPU
/// for each thread. A waiter yields after a while, because an episode would otherwise last a time
/// slice if threads outnumber CPUs. Source: Mellor-Crummey and Scott (1991), after Hensgen, Finkel
/// and Manber (1988).
public struct SenseReversingBarrier: Rendezvous, ~Copyable {
  @usableFromInline let parties: Int
  @usableFromInline let remaining: CacheAligned<Atomic<Int>>
  @usableFromInline let sense: CacheAligned<Atomic<UInt32>>

  /// Makes a barrier for `parties` threads.
  @inlinable
  public init(parties: Int) {
    self.parties = parties
    remaining = CacheAligned(Atomic(parties))
    sense = CacheAligned(Atomic(0))
  }

  /// Returns the current sense, which the thread's first episode reverses.
  @inlinable public borrowing func makeThreadState() -> UInt32 {
    sense.pointer.pointee.load(ordering: .acquiring)
  }

  /// Waits until the sense is reversed, or reverses it as the last thread.
  @inlinable @inline(__always)
  public borrowing func arrive(_ state: inout UInt32) {
    state = 1 &- state
    let before = remaining.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    if before.newValue == 0 {
      remaining.pointer.pointee.store(parties, ordering: .relaxed)
      sense.pointer.pointee.store(state, ordering: .releasing)
      return
    }
    var spins = 0
    while sense.pointer.pointee.load(ordering: .acquiring) != state {
      spins &+= 1
      if spins < 2000 { sync_pause() } else { sync_yield() }
    }
  }
}
