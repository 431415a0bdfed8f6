public import Synchronization

/// A fair spinlock: take a number, and look less often whether it is served the more threads are before it.
///
/// All that wait read one line, which every release takes from them and all of them then fetch: the delay keeps
/// those at the queue's end away from it. A pause for each that is before is less than any of them holds the lock
/// and hands it over, so no thread stays away past its turn.
///
/// The ticket may be drawn relaxed, because it orders only the waiters; the acquire load of the number served
/// pairs with the release store of the holder before. FIFO, so a holder that loses its CPU stops all waiters:
/// throughput collapses if threads outnumber CPUs. Source: Mellor-Crummey and Scott (1991), "proportional
/// backoff".
public struct TicketBackoffLock: TryLock, ~Copyable {
  @usableFromInline let next: CacheAligned<Atomic<UInt32>>
  @usableFromInline let served: CacheAligned<Atomic<UInt32>>

  /// The next ticket.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(next.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable
  public init() {
    next = CacheAligned(Atomic(0))
    served = CacheAligned(Atomic(0))
  }

  /// Draws a ticket and waits for it, a pause for each that is before.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    let ticket = next.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    while true {
      let before = ticket &- served.pointer.pointee.load(ordering: .acquiring)
      if before == 0 { return }
      pause(times: before)
    }
  }

  /// Draws the ticket that is being served, if no thread has drawn it.
  ///
  /// Acquire is on the load: it read what the last holder's release stored. The draw may be relaxed. As
  /// long as that ticket is not drawn the number served can't go on, so a draw that succeeds holds.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let ticket = served.pointer.pointee.load(ordering: .acquiring)
    return next.pointer.pointee.compareExchange(
      expected: ticket, desired: ticket &+ 1, ordering: .relaxed
    ).exchanged
  }

  /// Serves the next number; only the holder writes it, so no atomic addition is needed.
  @inlinable @inline(__always)
  public borrowing func release() {
    let ticket = served.pointer.pointee.load(ordering: .relaxed)
    served.pointer.pointee.store(ticket &+ 1, ordering: .releasing)
  }
}
