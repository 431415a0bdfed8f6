public import CSyncShims
public import Synchronization

/// A spinlock whose waiters form stacks, each served from the latest arrival to the earliest.
///
/// A newcomer exchanges the lock's word for the address of its own element, and so pushes the
/// element on the stack of arrivals. A holder without a successor detaches the whole stack, which
/// is then served from its top. A waiter spins on its own element, and knows the address of the
/// successor's element from its exchange, so elements have no links. No newcomer passes a waiter
/// more than once. Acquire and release each take constant time. The lock is not recursive. Source:
/// Dice and Kogan, "Reciprocating Locks" (2025, arXiv 2501.02380).
///
/// The word is 0 while the lock is free. While the lock is held, the word is the address of the
/// last arrival's element, or 1 if there is no arrival. A holder that found the lock free is itself
/// the first arrival, and its element stays at the bottom of the stack after the release. Each
/// thread therefore hands on where the stack ends: the word that the stack's first waiter found,
/// which is the address of such an element or 1. The element at that address is never touched.
///
/// Memory order, edge by edge:
/// - The exchange by a newcomer is an acquire, so that the newcomer sees the section of a holder
///   that left the lock free. The exchange is also a release, so that the detaching holder finds
///   the element cleared.
/// - Leaving the lock free is a release. Detaching the stack is an acquire, which pairs with the
///   newcomers' exchanges.
/// - A grant is a release, and the waiter's load of it an acquire.
public struct ReciprocatingLock: TryExclusion, ~Copyable {
  @usableFromInline let arrivals: CacheAligned<Atomic<UInt>>

  @inlinable static var free: UInt { 0 }
  @inlinable static var heldWithoutArrivals: UInt { 1 }

  /// The word of the arrivals.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(arrivals.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .unfair, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable public init() { arrivals = CacheAligned(Atomic(0)) }

  /// Makes the thread's element.
  @inlinable public borrowing func makeThreadState() -> ReciprocatingElement.Pointer {
    .makeAligned(ReciprocatingElement())
  }

  /// Frees the thread's element.
  @inlinable
  public borrowing func endThreadState(_ element: ReciprocatingElement.Pointer) {
    element.freeAligned()
  }

  /// Takes the free lock or waits for the grant, then runs `body`.
  @inlinable @inline(__always)
  public borrowing func exclusively(
    _ element: inout ReciprocatingElement.Pointer, _ body: () -> Void
  ) {
    let own = UInt(bitPattern: element)
    element.pointee.granted.store(0, ordering: .relaxed)
    var successor: UInt = 0
    var end = own
    let before = arrivals.pointer.pointee.exchange(own, ordering: .acquiringAndReleasing)
    if before != Self.free {
      successor = before & ~Self.heldWithoutArrivals
      end = wait(element)
      if successor == end {
        successor = 0
        end = Self.heldWithoutArrivals
      }
    }
    body()
    release(successor, end)
  }

  /// Runs `body` if the lock is free.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ element: inout ReciprocatingElement.Pointer, _ body: () -> Void
  ) -> Bool {
    let own = UInt(bitPattern: element)
    element.pointee.granted.store(0, ordering: .relaxed)
    guard
      arrivals.pointer.pointee.compareExchange(
        expected: Self.free, desired: own, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      ).exchanged
    else { return false }
    body()
    release(0, own)
    return true
  }

  /// Waits for the grant, and returns where the stack ends: an address, or 1.
  @inlinable @inline(__always)
  borrowing func wait(_ element: ReciprocatingElement.Pointer) -> UInt {
    while true {
      let end = element.pointee.granted.load(ordering: .acquiring)
      if end != 0 { return end }
      sync_pause()
    }
  }

  /// Grants the lock to the successor, or to the top of the arrivals, or leaves the lock free.
  @inlinable @inline(__always)
  borrowing func release(_ successor: UInt, _ end: UInt) {
    if successor != 0 {
      Self.grant(successor, end)
      return
    }
    let (isFree, _) = arrivals.pointer.pointee.compareExchange(
      expected: end, desired: Self.free, successOrdering: .releasing, failureOrdering: .relaxed)
    if isFree { return }
    let top = arrivals.pointer.pointee.exchange(Self.heldWithoutArrivals, ordering: .acquiring)
    Self.grant(top, end)
  }

  @inlinable @inline(__always)
  static func grant(_ address: UInt, _ end: UInt) {
    ReciprocatingElement.Pointer(bitPattern: address)?.pointee.granted.store(
      end, ordering: .releasing)
  }
}

/// A thread's element in a ``ReciprocatingLock``, on its own cache lines.
public struct ReciprocatingElement: ~Copyable {
  /// The address of an element; an element is never moved.
  public typealias Pointer = UnsafeMutablePointer<ReciprocatingElement>

  /// 0 until the lock is granted; then where the stack ends: an address, or 1.
  @usableFromInline let granted: Atomic<UInt>

  @inlinable init() { granted = Atomic(0) }
}
