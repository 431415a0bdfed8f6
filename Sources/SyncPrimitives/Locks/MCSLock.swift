public import CSyncShims
public import Synchronization

/// A fair spinlock whose waiters stand in a list, each spinning on a node of its own.
///
/// A release writes to the successor's node alone, so a hand-over moves one cache line, however many wait. FIFO,
/// so a waiter that loses its CPU stops all waiters behind it: throughput collapses if threads outnumber CPUs. Not
/// recursive. Source: Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
/// multiprocessors" (1991).
///
/// Memory order, an edge at a time:
/// - The exchange of the tail is a release, so that the next thread finds this node's link already
///   cleared; and an acquire, so that it sees the link of the node before cleared, and, where the lock
///   was free, the last holder's section.
/// - Linking to the node before is a release, and reading the link an acquire: the holder's store of
///   "go on" comes after the waiter's own store of "wait", in the same word.
/// - "Go on" is a release and the waiter's read of it an acquire: the section before is seen.
/// - Emptying the tail is a release, for the next exchange that finds it empty. Where it fails it
///   orders nothing, because the link is read again.
///
/// Past its release no other thread knows the node: the successor has used the link, or there is none. It may be
/// used again, with this lock or another, or freed.
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

  /// Makes the node that a thread waits in.
  @inlinable public borrowing func makeThreadState() -> MCSNode.Pointer { .makeAligned(MCSNode()) }

  /// Frees the memory of the thread's node.
  @inlinable public borrowing func endThreadState(_ node: MCSNode.Pointer) { node.freeAligned() }

  /// Runs `body` when its node is first in the list.
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

  /// Stands at the end of the list and waits to be first.
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

  /// Becomes the list if there is none: the orders are those of the exchange.
  @inlinable @inline(__always)
  borrowing func tryAcquire(_ node: MCSNode.Pointer) -> Bool {
    node.pointee.next.store(nil, ordering: .relaxed)
    return tail.pointer.pointee.compareExchange(
      expected: nil, desired: node, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Hands over to the next in the list, or empties it.
  @inlinable @inline(__always)
  borrowing func release(_ node: MCSNode.Pointer) {
    var next = node.pointee.next.load(ordering: .acquiring)
    if next == nil {
      let (isEmpty, _) = tail.pointer.pointee.compareExchange(
        expected: node, desired: nil, successOrdering: .releasing, failureOrdering: .relaxed)
      if isEmpty { return }
      // A successor has yet to link its node, which takes two instructions if it runs.
      repeat {
        sync_pause()
        next = node.pointee.next.load(ordering: .acquiring)
      } while next == nil
    }
    next?.pointee.isWaiting.store(0, ordering: .releasing)
  }
}

/// A thread's place in the list of an ``MCSLock``, on cache lines of its own.
public struct MCSNode: ~Copyable {
  /// Where a node lives, at an address that never changes.
  public typealias Pointer = UnsafeMutablePointer<MCSNode>

  @usableFromInline let next: Atomic<Pointer?>
  @usableFromInline let isWaiting: Atomic<UInt32>

  @inlinable
  init() {
    next = Atomic(nil)
    isWaiting = Atomic(0)
  }
}
