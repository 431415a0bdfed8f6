public import Synchronization

/// A fair spinlock in which a thread takes a number and checks whether the number is served; the
/// more threads are ahead, the rarer its checks.
///
/// All waiters read one cache line, which every release invalidates and all waiters then fetch
/// again. A delay between checks keeps the threads at the end of the queue away from the line. The
/// delay is one pause for each thread ahead. Each thread ahead takes longer than a pause to hold
/// the lock and hand it over, so the delay ends before the waiter's turn.
///
/// The ticket may be drawn relaxed, because it orders only the waiters. The acquire load of the
/// number served pairs with the release store of the previous holder. The lock is FIFO, so a waiter
/// that loses its CPU stops all waiters behind it, and throughput collapses if threads outnumber
/// CPUs. Source: Mellor-Crummey and Scott (1991), "proportional backoff".
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

  /// Draws a ticket and waits for it; between two checks are as many pauses as threads ahead.
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
  /// The load acquires, because it reads what the last holder's release stored. The draw may be
  /// relaxed: while that ticket is not drawn, the number served can't advance, so a successful draw
  /// takes the lock.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let ticket = served.pointer.pointee.load(ordering: .acquiring)
    return next.pointer.pointee.compareExchange(
      expected: ticket, desired: ticket &+ 1, ordering: .relaxed
    ).exchanged
  }

  /// Serves the next number by a store; only the holder changes the number served, so no atomic
  /// addition is needed.
  @inlinable @inline(__always)
  public borrowing func release() {
    let ticket = served.pointer.pointee.load(ordering: .relaxed)
    served.pointer.pointee.store(ticket &+ 1, ordering: .releasing)
  }
}
