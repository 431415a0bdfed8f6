public import CSyncShims
public import Synchronization

/// A fair spinlock whose waiters form a queue, in which each thread spins on its predecessor's
/// node.
///
/// A release writes to the thread's own node and does not need to know the successor. The successor
/// may still read that node, so the thread leaves it behind and takes its predecessor's node, to
/// which no other thread refers. The thread state therefore changes with each section. The lock is
/// FIFO, so a waiter that loses its CPU stops all waiters behind it, and throughput collapses if
/// threads outnumber CPUs. The lock is not recursive. Source: Craig, "Building FIFO and
/// priority-queuing spin locks from atomic swap" (1993); Magnusson, Landin and Hagersten, "Queue
/// locks on cache coherent multiprocessors" (1994).
///
/// Memory order, edge by edge:
/// - The exchange of the tail is a release, so that the successor reads this node after it was
///   marked as waiting. The exchange is also an acquire, so that this thread reads its
///   predecessor's node after that node was marked.
/// - The release stores "done", which the successor reads with acquire, so the successor sees the
///   section. All earlier uses of a node therefore happen before its next owner marks it.
///
/// There is one node for each lock and one for each thread with a state. A lock or a thread starts
/// with one node and frees the node that it ends with, whichever locks of the type the thread has
/// used.
/// The lock has no try. The last node says whether the lock is free, but by the time that a thread
/// reads the node, another thread may own the node or have freed it. A thread that has joined the
/// queue can't leave.
public struct CLHLock: MutualExclusion, ~Copyable {
  /// The last node of the queue, which is never nil.
  ///
  /// The type is still optional, because each read of a non-optional atomic pointer tests for nil,
  /// which no C lock does.
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

  /// Runs `body` when the predecessor's node is done, and then takes that node.
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

/// A node in the queue of a ``CLHLock``, on its own cache lines, which passes from thread to
/// thread.
public struct CLHNode: ~Copyable {
  /// The address of a node, which never changes.
  public typealias Pointer = UnsafeMutablePointer<CLHNode>

  @usableFromInline let isWaiting: Atomic<UInt32>

  @inlinable init() { isWaiting = Atomic(0) }
}
