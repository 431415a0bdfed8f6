public import CSyncShims
public import Synchronization

/// A queue lock that hands over to waiters on the holder's memory node first.
///
/// The queue is that of ``MCSLock``. A holder looks for the first waiter on its own memory node and
/// moves all waiters before that waiter to a second queue. If no such waiter is left, or once in
/// 65,536 hand-overs on average, the second queue goes back to the front. The lock itself has one
/// word: the second queue is handed from holder to holder in the word on which a waiter spins. On a
/// machine with one memory node the lock is ``MCSLock``, with two more branches in each contended
/// release. Throughput collapses if threads outnumber CPUs; the lock is not recursive. Source: Dice
/// and Kogan, "Compact NUMA-aware locks" (EuroSys 2019, arXiv 1810.05600).
///
/// The paper's threads ask for their memory node each time they queue. Here a thread asks once,
/// when it makes its queue node, because measured threads are bound to a CPU.
///
/// Memory order. The tail, the links and "go on" (the store that ends a waiter's spin) have the
/// orders of ``MCSLock``. A newcomer writes only two links: its own node's and, once, its
/// predecessor's. Only the holder reads links, writes other links, and uses the second queue. Each
/// "go on" is a release, which the next holder reads with acquire, so the next holder sees all that
/// earlier holders wrote.
public struct CNALock: TryExclusion, ~Copyable {
  @usableFromInline let tail: CacheAligned<Atomic<CNANode.Pointer?>>

  /// The tail of the queue.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(tail.pointer) }

  /// The declared behaviour of the lock, which is FIFO only on a machine with one memory node.
  public static var traits: LockTraits? {
    LockTraits(
      order: sync_memory_nodes() > 1 ? .unfair : .fifo, waiting: .spins,
      survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable public init() { tail = CacheAligned(Atomic(nil)) }

  /// Makes the node that a thread waits on, for the memory node of the thread's CPU.
  public borrowing func makeThreadState() -> CNANode.Pointer {
    .makeAligned(CNANode(memoryNode: sync_current_node()))
  }

  /// Frees the memory of the thread's node.
  @inlinable public borrowing func endThreadState(_ node: CNANode.Pointer) { node.freeAligned() }

  /// Runs `body` when `node` is first in the queue.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ node: inout CNANode.Pointer, _ body: () -> Void) {
    acquire(node)
    body()
    release(node)
  }

  /// Runs `body` if the queue is empty.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ node: inout CNANode.Pointer, _ body: () -> Void
  ) -> Bool {
    guard tryAcquire(node) else { return false }
    body()
    release(node)
    return true
  }

  @inlinable @inline(__always)
  borrowing func acquire(_ node: CNANode.Pointer) {
    node.pointee.next.store(nil, ordering: .relaxed)
    node.pointee.spin.store(CNANode.waiting, ordering: .relaxed)
    guard
      let before = tail.pointer.pointee.exchange(node, ordering: .acquiringAndReleasing)
    else {
      node.pointee.spin.store(CNANode.alone, ordering: .relaxed)
      return
    }
    before.pointee.next.store(node, ordering: .releasing)
    while node.pointee.spin.load(ordering: .acquiring) == CNANode.waiting { sync_pause() }
  }

  @inlinable @inline(__always)
  borrowing func tryAcquire(_ node: CNANode.Pointer) -> Bool {
    node.pointee.next.store(nil, ordering: .relaxed)
    node.pointee.spin.store(CNANode.alone, ordering: .relaxed)
    return tail.pointer.pointee.compareExchange(
      expected: nil, desired: node, successOrdering: .acquiringAndReleasing,
      failureOrdering: .relaxed
    ).exchanged
  }

  @inlinable @inline(__always)
  borrowing func release(_ node: CNANode.Pointer) {
    var next = node.pointee.next.load(ordering: .acquiring)
    if next == nil {
      if leaveEmpty(node) { return }
      repeat {
        sync_pause()
        next = node.pointee.next.load(ordering: .acquiring)
      } while next == nil
    }
    if let next { handOver(from: node, next) }
  }

  /// Empties the queue, or puts the second queue in its place; returns false if a thread has
  /// joined.
  @inlinable @inline(__always)
  borrowing func leaveEmpty(_ node: CNANode.Pointer) -> Bool {
    let second = node.pointee.secondQueue
    let (isLast, _) = tail.pointer.pointee.compareExchange(
      expected: node, desired: second?.pointee.lastOfSecond, successOrdering: .releasing,
      failureOrdering: .relaxed)
    if isLast { second?.pointee.spin.store(CNANode.alone, ordering: .releasing) }
    return isLast
  }
}

/// The choice of the next holder.
extension CNALock {
  /// Hands over to a waiter on the holder's memory node.
  ///
  /// If there is none, or the memory node's turn ends, hands over to the second queue's first
  /// waiter, or to `next` if the second queue is empty.
  @inlinable @inline(__always)
  borrowing func handOver(from node: CNANode.Pointer, _ next: CNANode.Pointer) {
    if next.pointee.memoryNode != node.pointee.memoryNode {
      handOverAcross(from: node, next)
    } else if node.pointee.secondQueue != nil, node.pointee.endsTurn() {
      Self.putBack(node, before: next)
    } else {
      let spin = node.pointee.spin.load(ordering: .relaxed)
      next.pointee.spin.store(spin, ordering: .releasing)
    }
  }

  @usableFromInline @inline(never)
  borrowing func handOverAcross(from node: CNANode.Pointer, _ next: CNANode.Pointer) {
    if !node.pointee.endsTurn(), let local = Self.moveOthers(from: node, next) {
      let spin = node.pointee.spin.load(ordering: .relaxed)
      local.pointee.spin.store(spin, ordering: .releasing)
    } else if node.pointee.secondQueue != nil {
      Self.putBack(node, before: next)
    } else {
      next.pointee.spin.store(CNANode.alone, ordering: .releasing)
    }
  }

  /// Puts the second queue before `next`, and hands over to the second queue's first node.
  @usableFromInline
  static func putBack(_ node: CNANode.Pointer, before next: CNANode.Pointer) {
    guard let first = node.pointee.secondQueue else { return }
    first.pointee.lastOfSecond?.pointee.next.store(next, ordering: .relaxed)
    first.pointee.spin.store(CNANode.alone, ordering: .releasing)
  }

  /// Moves to the second queue all waiters ahead of the first waiter on the holder's memory node.
  ///
  /// Returns that first waiter. If there is no such waiter, returns nil and moves nothing.
  private static func moveOthers(
    from node: CNANode.Pointer, _ next: CNANode.Pointer
  ) -> CNANode.Pointer? {
    var last = next
    var waiter = next.pointee.next.load(ordering: .acquiring)
    while let candidate = waiter, candidate.pointee.memoryNode != node.pointee.memoryNode {
      last = candidate
      waiter = candidate.pointee.next.load(ordering: .acquiring)
    }
    guard let local = waiter else { return nil }
    last.pointee.next.store(nil, ordering: .relaxed)
    if let first = node.pointee.secondQueue {
      first.pointee.lastOfSecond?.pointee.next.store(next, ordering: .relaxed)
      first.pointee.lastOfSecond = last
    } else {
      next.pointee.lastOfSecond = last
      node.pointee.spin.store(UInt(bitPattern: next), ordering: .relaxed)
    }
    return local
  }
}

/// A thread's node in the queue of a ``CNALock``, on its own cache lines.
public struct CNANode: ~Copyable {
  /// The address of a node, which never changes.
  public typealias Pointer = UnsafeMutablePointer<CNANode>

  /// The values of `spin` other than the address of the second queue's first node.
  @inlinable static var waiting: UInt { 0 }
  @inlinable static var alone: UInt { 1 }

  @usableFromInline let next = Atomic<Pointer?>(nil)
  @usableFromInline let spin = Atomic<UInt>(0)
  /// The last node of the second queue, if this node is its first.
  @usableFromInline var lastOfSecond: Pointer?
  @usableFromInline let memoryNode: Int32
  @usableFromInline var random: UInt32 = 0x9e37_79b9

  @usableFromInline init(memoryNode: Int32) { self.memoryNode = memoryNode }

  /// The first node of the second queue, which the holder of this node got with the lock.
  @inlinable var secondQueue: Pointer? {
    let word = spin.load(ordering: .relaxed)
    return word > Self.alone ? Pointer(bitPattern: word) : nil
  }

  /// Whether the lock now goes to another memory node: once in 65,536 times on average.
  ///
  /// The generator is Marsaglia's xorshift (2003).
  @usableFromInline mutating func endsTurn() -> Bool {
    random ^= random << 13
    random ^= random >> 17
    random ^= random << 5
    return random & 0xffff == 0
  }
}
