public import CSyncShims
public import Synchronization

/// A fair spinlock with one word for each lock and one for each thread, however many locks the
/// thread holds.
///
/// A thread exchanges the lock's tail for its own word and waits until its predecessor has written
/// the lock's name, the address of the tail, into the predecessor's word. The thread then clears
/// that word, and its predecessor waits until the word is cleared, because the word has room for
/// only one name. A waiter polls by compare-and-swap, and a releaser by an addition of zero, so
/// that the cache line arrives in a state in which it can be written (the paper's "coherence
/// traffic reduction"). The lock is FIFO, so throughput collapses if threads outnumber CPUs. The
/// lock is not recursive. Source: Dice and Kogan, "Hemlock: compact and scalable mutual exclusion"
/// (2021, arXiv 2102.03863).
///
/// Memory order, edge by edge:
/// - The exchange of the tail is an acquire, so that this thread sees the last holder's section if
///   the tail was empty, and otherwise its predecessor's word, which may be new. The exchange is
///   also a release, so that the successor sees this thread's word.
/// - Emptying the tail is a release, which pairs with the next exchange.
/// - The store of the lock's name is a release, and the successor's compare-and-swap an acquire.
/// - That compare-and-swap is also a release, and the releaser's addition that finds the word
///   cleared is an acquire: the releaser may free its word next.
public struct HemlockLock: TryExclusion, ~Copyable {
  @usableFromInline let tail: CacheAligned<Atomic<HemlockGrant.Pointer?>>

  /// The tail of the queue.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(tail.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable public init() { tail = CacheAligned(Atomic(nil)) }

  /// Makes the thread's word.
  @inlinable
  public borrowing func makeThreadState() -> HemlockGrant.Pointer { .makeAligned(HemlockGrant()) }

  /// Frees the thread's word.
  @inlinable
  public borrowing func endThreadState(_ grant: HemlockGrant.Pointer) { grant.freeAligned() }

  /// Runs `body` at once if the queue is empty, otherwise when the predecessor passes the lock on.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ grant: inout HemlockGrant.Pointer, _ body: () -> Void) {
    acquire(grant)
    body()
    release(grant)
  }

  /// Runs `body` if the queue is empty.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ grant: inout HemlockGrant.Pointer, _ body: () -> Void
  ) -> Bool {
    guard
      tail.pointer.pointee.compareExchange(
        expected: nil, desired: grant, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      ).exchanged
    else { return false }
    body()
    release(grant)
    return true
  }

  /// The lock's name in a thread's word: the address of its tail.
  @inlinable @inline(__always)
  var name: UInt { UInt(bitPattern: tail.pointer) }

  @inlinable @inline(__always)
  borrowing func acquire(_ grant: HemlockGrant.Pointer) {
    guard
      let before = tail.pointer.pointee.exchange(grant, ordering: .acquiringAndReleasing)
    else { return }
    while !before.pointee.named.compareExchange(
      expected: name, desired: 0, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged { sync_pause() }
  }

  @inlinable @inline(__always)
  borrowing func release(_ grant: HemlockGrant.Pointer) {
    let (isEmpty, _) = tail.pointer.pointee.compareExchange(
      expected: grant, desired: nil, successOrdering: .releasing, failureOrdering: .relaxed)
    if isEmpty { return }
    grant.pointee.named.store(name, ordering: .releasing)
    while grant.pointee.named.wrappingAdd(0, ordering: .acquiring).oldValue != 0 { sync_pause() }
  }
}

/// A thread's word in a ``HemlockLock``: the name of the lock that the thread passes on, or 0.
public struct HemlockGrant: ~Copyable {
  /// The address of a word; a word is never moved.
  public typealias Pointer = UnsafeMutablePointer<HemlockGrant>

  @usableFromInline let named: Atomic<UInt>

  @inlinable init() { named = Atomic(0) }
}
