public import CSyncShims
public import Synchronization

/// A fair spinlock whose waiters stand in a queue, each spinning on the node of the one before.
///
/// A release writes to its own node and does not ask for the next thread. The node is then still read by the
/// successor, so the thread leaves it behind and goes on with the node of its predecessor, which no other thread
/// knows any more: the thread state changes with each section. FIFO, so a waiter that loses its CPU stops all
/// waiters behind it: throughput collapses if threads outnumber CPUs. Not recursive. Source: Craig, "Building FIFO
/// and priority-queuing spin locks from atomic swap" (1993); Magnusson, Landin and Hagersten, "Queue locks on
/// cache coherent multiprocessors" (1994).
///
/// Memory order, an edge at a time:
/// - The exchange of the tail is a release, so that the successor reads this node after it was marked
///   as waiting; and an acquire, so that this holds for the node before, too.
/// - The release stores "done", and the successor reads it with acquire: it sees the section, and all
///   that was ever done with a node comes before its next owner marks it.
///
/// There are as many nodes as there are locks and threads with a state: a lock starts with one and frees
/// the one that it ends with, and so does a thread, whatever locks of the type it was in between.
///
/// It can't be tried. Whether the lock is free stands in the last node, and another thread may own that
/// node by the time that it is read, or have freed it; and a thread that has once joined the queue can't leave.
public struct CLHLock: MutualExclusion, ~Copyable {
  /// Never nil.
  ///
  /// Optional all the same, because an atomic pointer that is not tests for nil whenever it
  /// is read, which no C lock does.
  @usableFromInline let tail: CacheAligned<Atomic<CLHNode.Pointer?>>

  /// The tail of the queue.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(tail.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock: its last node is done.
  @inlinable public init() { tail = CacheAligned(Atomic(.makeAligned(CLHNode()))) }

  /// Makes the node that a thread starts with.
  @inlinable public borrowing func makeThreadState() -> CLHNode.Pointer { .makeAligned(CLHNode()) }

  /// Frees the node that the thread ends with.
  @inlinable public borrowing func endThreadState(_ node: CLHNode.Pointer) { node.freeAligned() }

  /// Runs `body` when the node before is done, and goes on with that one.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ node: inout CLHNode.Pointer, _ body: () -> Void) {
    let own = node
    own.pointee.isWaiting.store(1, ordering: .relaxed)
    let before = tail.pointer.pointee.exchange(own, ordering: .acquiringAndReleasing)
      .unsafelyUnwrapped
    while before.pointee.isWaiting.load(ordering: .acquiring) != 0 { sync_pause() }
    body()
    own.pointee.isWaiting.store(0, ordering: .releasing)
    node = before
  }

  @inlinable deinit { tail.pointer.pointee.load(ordering: .acquiring)?.freeAligned() }
}

/// A place in the queue of a ``CLHLock``, on cache lines of its own; it passes from thread to thread.
public struct CLHNode: ~Copyable {
  /// Where a node lives, at an address that never changes.
  public typealias Pointer = UnsafeMutablePointer<CLHNode>

  @usableFromInline let isWaiting: Atomic<UInt32>

  @inlinable init() { isWaiting = Atomic(0) }
}
