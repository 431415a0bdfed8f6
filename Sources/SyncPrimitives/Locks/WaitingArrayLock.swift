import CSyncShims
public import Synchronization

/// A ticket lock whose distant waiters spin on an array that all locks share.
///
/// Only the next thread in line spins on the number served, so a release disturbs one thread,
/// however many wait. All other threads spin on the array's word for their ticket and lock. A
/// release serves the next number and then adds one to the array's word for the ticket after that
/// number. The thread with that ticket moves on to spin on the number served. Two tickets may share
/// a word: the wrong thread then reads the number served and goes on waiting. The lock is FIFO, so
/// throughput collapses if threads outnumber CPUs. The lock is not recursive. Source: Dice and
/// Kogan, "TWA: ticket locks augmented with a waiting array" (2019, arXiv 1810.01573).
///
/// Memory order. The number served is stored with release and loaded with acquire, as in
/// ``TicketLock``. The addition to the array is a release after that store. A waiter's load of the
/// array's word is an acquire before its load of the number. So a waiter that finds the old number
/// has loaded the array's word before the addition, and will see the word change. The waiter's load
/// of the number may be relaxed, because the thread loads the number again before it enters.
public struct WaitingArrayLock: TryLock, ~Copyable {
  @usableFromInline let next: CacheAligned<Atomic<UInt32>>
  @usableFromInline let served: CacheAligned<Atomic<UInt32>>
  @usableFromInline let array: WordTable

  private static let sharedArray = WordTable()

  /// The next ticket.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(next.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  public init() {
    next = CacheAligned(Atomic(0))
    served = CacheAligned(Atomic(0))
    array = Self.sharedArray
  }

  /// Draws a ticket and waits for it.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    let ticket = next.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    let number = served.pointer.pointee.load(ordering: .acquiring)
    if number != ticket { wait(ticket, number) }
  }

  /// Draws the ticket that is being served, if no thread has drawn it, with the memory orders of
  /// ``TicketLock/tryAcquire()``.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let ticket = served.pointer.pointee.load(ordering: .acquiring)
    return next.pointer.pointee.compareExchange(
      expected: ticket, desired: ticket &+ 1, ordering: .relaxed
    ).exchanged
  }

  /// Serves the next number, and tells the thread with the following ticket to spin on the number
  /// served.
  @inlinable @inline(__always)
  public borrowing func release() {
    let number = served.pointer.pointee.load(ordering: .relaxed) &+ 1
    served.pointer.pointee.store(number, ordering: .releasing)
    word(for: number &+ 1).pointee.wrappingAdd(1, ordering: .releasing)
  }

  /// The array's word for a ticket.
  ///
  /// The factor, as published, puts the words of successive tickets on different cache lines.
  @inlinable @inline(__always)
  borrowing func word(for ticket: UInt32) -> UnsafeMutablePointer<Atomic<UInt>> {
    let lock = UInt(bitPattern: next.pointer) >> 7
    return array[UInt(ticket &* 127) ^ lock]
  }

  @usableFromInline @inline(never)
  borrowing func wait(_ ticket: UInt32, _ number: UInt32) {
    if ticket &- number > 1 { waitUntilNext(ticket) }
    while served.pointer.pointee.load(ordering: .acquiring) != ticket { sync_pause() }
  }

  /// Waits on the array until the thread has its turn or is the next in line.
  private borrowing func waitUntilNext(_ ticket: UInt32) {
    let word = word(for: ticket)
    while true {
      let seen = word.pointee.load(ordering: .acquiring)
      if ticket &- served.pointer.pointee.load(ordering: .relaxed) <= 1 { return }
      while word.pointee.load(ordering: .relaxed) == seen { sync_pause() }
    }
  }
}
