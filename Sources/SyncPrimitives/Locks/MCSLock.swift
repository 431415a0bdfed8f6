public import CSyncShims
public import Synchronization

/// A fair spinlock whose waiters form a list, in which each thread spins on its own node.
///
/// A release writes only to the successor's node, so a hand-over moves one cache line, however many
/// threads wait. The lock is FIFO, so a waiter that loses its CPU stops all waiters behind it, and
/// throughput collapses if threads outnumber CPUs. The lock is not recursive. Source:
/// Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
/// multiprocessors" (1991).
///
/// Memory order, edge by edge:
/// - The exchange of the tail is a release, so that the next thread finds this node's link already
///   cleared. The exchange is also an acquire, so that this thread finds its predecessor's link
///   cleared and, if the lock was free, sees the last holder's section.
/// - Linking to the predecessor's node is a release, and reading the link is an acquire. The
///   holder's store of "go on" therefore comes after the waiter's own store of "wait" in the same
///   word.
/// - "Go on" is a release, and the waiter's read of it is an acquire, so the waiter sees the
///   previous section.
/// - Emptying the tail is a release, which pairs with the next exchange that finds the tail empty.
///   A failed attempt orders nothing, because the link is read again.
///
/// After a thread's release, no other thread refers to the thread's node: the successor has written
/// the link, or there is no successor. The node may be used again, with this lock or another, or
/// freed.
public struct MCSLock: TryExclusion, ~Copyable {
  @usableFromInline let tail: CacheAligned<Atomic<MCSNode.Pointer?>>

  /// The tail of the queue.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(tail.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable public init() { tail = CacheAligned(Atomic(nil)) }

  /// Makes the node that a thread waits on.
  @inlinable public borrowing func makeThreadState() -> MCSNode.Pointer { .makeAligned(MCSNode()) }

  /// Frees the memory of the thread's node.
  @inlinable public borrowing func endThreadState(_ node: MCSNode.Pointer) { node.freeAligned() }

  /// Runs `body` when `node` is first in the list.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ node: inout MCSNode.Pointer, _ body: () -> Void) {
    acquire(node)
    body()
    release(node)
  }

  /// Runs `body` if the list is empty.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ node: inout MCSNode.Pointer, _ body: () -> Void
  ) -> Bool {
    guard tryAcquire(node) else { return false }
    body()
    release(node)
    return true
  }

  /// Appends the node to the list, and waits until the node is first.
  @inlinable @inline(__always)
  borrowing func acquire(_ node: MCSNode.Pointer) {
    node.pointee.next.store(nil, ordering: .relaxed)
    guard
      let before = tail.pointer.pointee.exchange(node, ordering: .acquiringAndReleasing)
    else { return }
    node.pointee.isWaiting.store(1, ordering: .relaxed)
    before.pointee.next.store(node, ordering: .releasing)
    while node.pointee.isWaiting.load(ordering: .acquiring) != 0 { sync_pause() }
  }

  /// Puts the node into the list if the list is empty, with the memory orders of the exchange.
  @inlinable @inline(__always)
  borrowing func tryAcquire(_ node: MCSNode.Pointer) -> Bool {
    node.pointee.next.store(nil, ordering: .relaxed)
    return tail.pointer.pointee.compareExchange(
      expected: nil, desired: node, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Hands over to the next node in the list, or empties the list.
  @inlinable @inline(__always)
  borrowing func release(_ node: MCSNode.Pointer) {
    var next = node.pointee.next.load(ordering: .acquiring)
    if next == nil {
      let (isEmpty, _) = tail.pointer.pointee.compareExchange(
        expected: node, desired: nil, successOrdering: .releasing, failureOrdering: .relaxed)
      if isEmpty { return }
      // A successor has not linked its node yet. A running successor needs two instructions to do
      // so.
      repeat {
        sync_pause()
        next = node.pointee.next.load(ordering: .acquiring)
      } while next == nil
    }
    next?.pointee.isWaiting.store(0, ordering: .releasing)
  }
}

/// A thread's node in the list of an ``MCSLock``, on its own cache lines.
public struct MCSNode: ~Copyable {
  /// The address of a node; a node is never moved.
  public typealias Pointer = UnsafeMutablePointer<MCSNode>

  @usableFromInline let next: Atomic<Pointer?>
  @usableFromInline let isWaiting: Atomic<UInt32>

  @inlinable
  init() {
    next = Atomic(nil)
    isWaiting = Atomic(0)
  }
}
