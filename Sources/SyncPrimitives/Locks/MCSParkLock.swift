import CSyncShims
public import Synchronization

/// A queue lock whose waiters each spin on their own node for a while and then sleep on it.
///
/// The queue is that of Mellor-Crummey and Scott (1991): exchange the tail for the own node, link it
/// behind the one before, wait for its grant. FIFO, so a sleeper's turn can't be taken by whoever is
/// awake: past the CPUs nearly every hand-over waits for a thread to be scheduled.
///
/// The exchange of the tail acquires from, and releases to, the threads before and behind; the link is
/// released to its reader. The section before is seen through the grant: an acquiring look pairs with the
/// releasing exchange of the node's state. A sleeper swaps waiting for parked before it sleeps, and the
/// granter exchanges: one of the two sees the other, so no wake-up is lost, and none is sent to a thread
/// that does not sleep. The granted thread may go on at once and use its node again, or end and free it, before the
/// granter's wake: for a private futex the kernel looks at the address as a number and never at the
/// memory behind it, so the wake can only end a sleep early, and every sleeper looks again.
public struct MCSParkLock: TryExclusion, ~Copyable {
  /// A thread's place in the queue.
  public struct Node: ~Copyable {
    @usableFromInline let state = Atomic<UInt32>(0)
    @usableFromInline let next = Atomic<UnsafeMutablePointer<Node>?>(nil)
  }

  @usableFromInline static var waiting: UInt32 { 0 }
  @usableFromInline static var parked: UInt32 { 1 }
  @usableFromInline static var granted: UInt32 { 2 }

  /// The last of the queue, nil while the lock is free.
  @usableFromInline let tail: CacheAligned<Atomic<UnsafeMutablePointer<Node>?>>
  @usableFromInline let pausesOfASpin: UInt32

  /// The tail of the queue.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(tail.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spinsThenSleeps, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable
  public init() {
    tail = CacheAligned(Atomic(nil))
    pausesOfASpin = Self.fittingPauses()
  }

  /// Makes the thread's node, on cache lines of its own.
  @inline(never)
  public borrowing func makeThreadState() -> UnsafeMutablePointer<Node> { .makeAligned(Node()) }

  /// Frees the node: no thread links to it or waits on it after the thread's last release.
  @inline(never)
  public borrowing func endThreadState(_ node: UnsafeMutablePointer<Node>) { node.freeAligned() }

  /// Queues up, runs `body` and passes the lock on.
  @inlinable @inline(__always)
  public borrowing func exclusively(
    _ node: inout UnsafeMutablePointer<Node>, _ body: () -> Void
  ) {
    acquire(node)
    body()
    release(node)
  }

  /// Runs `body` if the queue is empty.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ node: inout UnsafeMutablePointer<Node>, _ body: () -> Void
  ) -> Bool {
    node.pointee.next.store(nil, ordering: .relaxed)
    let (taken, _) = tail.pointer.pointee.compareExchange(
      expected: nil, desired: node,
      successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
    guard taken else { return false }
    body()
    release(node)
    return true
  }

  @inlinable @inline(__always)
  borrowing func acquire(_ node: UnsafeMutablePointer<Node>) {
    node.pointee.next.store(nil, ordering: .relaxed)
    if let before = tail.pointer.pointee.exchange(node, ordering: .acquiringAndReleasing) {
      waitBehind(before, node)
    }
  }

  @inlinable @inline(__always)
  borrowing func release(_ node: UnsafeMutablePointer<Node>) {
    if let next = node.pointee.next.load(ordering: .acquiring) {
      grant(next)
      return
    }
    let (emptied, _) = tail.pointer.pointee.compareExchange(
      expected: node, desired: nil, successOrdering: .releasing, failureOrdering: .relaxed)
    if !emptied { grant(successor(of: node)) }
  }
}

/// The slow path.
extension MCSParkLock {
  /// A spin costs 20 µs at most: about a sleep and a wake-up, so that spinning in vain at most doubles
  /// the price (Karlin, Li, Manasse and Owicki 1991).
  @usableFromInline static func fittingPauses() -> UInt32 { sync_pauses_within(20_000, 1000) }

  @usableFromInline @inline(never)
  borrowing func waitBehind(
    _ before: UnsafeMutablePointer<Node>, _ node: UnsafeMutablePointer<Node>
  ) {
    // Before the link: from then on the granter may write it.
    node.pointee.state.store(Self.waiting, ordering: .relaxed)
    before.pointee.next.store(node, ordering: .releasing)
    for _ in 0..<pausesOfASpin {
      if node.pointee.state.load(ordering: .acquiring) == Self.granted { return }
      sync_pause()
    }
    let (parks, _) = node.pointee.state.compareExchange(
      expected: Self.waiting, desired: Self.parked,
      successOrdering: .relaxed, failureOrdering: .acquiring)
    guard parks else { return }
    while node.pointee.state.load(ordering: .acquiring) == Self.parked {
      _ = sync_futex_wait(node, Self.parked)
    }
  }

  /// The node behind, which has exchanged the tail and is about to link itself.
  @usableFromInline @inline(never)
  borrowing func successor(of node: UnsafeMutablePointer<Node>) -> UnsafeMutablePointer<Node> {
    var looks: UInt32 = 0
    while true {
      if let next = node.pointee.next.load(ordering: .acquiring) { return next }
      looks &+= 1
      // It may have lost its CPU between the two, perhaps to this thread.
      if looks < pausesOfASpin { sync_pause() } else { sync_yield() }
    }
  }

  @inlinable @inline(__always)
  borrowing func grant(_ next: UnsafeMutablePointer<Node>) {
    // The futex is the state, which stands first in the node.
    if next.pointee.state.exchange(Self.granted, ordering: .releasing) == Self.parked {
      wake(next)
    }
  }

  @usableFromInline @inline(never)
  borrowing func wake(_ node: UnsafeMutablePointer<Node>) { _ = sync_futex_wake(node, 1) }
}
