import CSyncShims
public import Synchronization

/// A queue lock whose waiters each spin on their own node for a while and then sleep on it.
///
/// The queue is that of Mellor-Crummey and Scott (1991): a thread exchanges the tail for its own
/// node, links the node behind its predecessor's, and waits for the grant. The lock is FIFO, so no
/// running thread can take a sleeper's turn. With more threads than CPUs, nearly every hand-over
/// therefore waits for a thread to be scheduled.
///
/// The exchange of the tail acquires from the predecessor and releases to the successor. The link
/// is released to its reader. The grant makes the previous section visible: an acquiring load of
/// the node's state pairs with the granter's releasing exchange. Before a waiter sleeps, it changes
/// the state to `parked` by a compare-and-swap, and the granter exchanges the state. The later of
/// these two operations sees the value of the earlier, so no wake-up is lost, and none is sent to a
/// thread that has not parked.
///
/// The granted thread may use its node again, or end and free the node, before the granter's wake.
/// For a private futex, the kernel uses the address as a number and never accesses the memory. The
/// wake can therefore only end a sleep early, and every sleeper checks its state again.
public struct MCSParkLock: TryExclusion, ~Copyable {
  /// A thread's node in the queue.
  public struct Node: ~Copyable {
    @usableFromInline let state = Atomic<UInt32>(0)
    @usableFromInline let next = Atomic<UnsafeMutablePointer<Node>?>(nil)
  }

  @usableFromInline static var waiting: UInt32 { 0 }
  @usableFromInline static var parked: UInt32 { 1 }
  @usableFromInline static var granted: UInt32 { 2 }

  /// The last node of the queue; nil while the lock is free.
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
  /// The number of pauses of a spin, which takes 20 µs at most.
  ///
  /// A sleep and a wake-up take about as long, so spinning in vain at most doubles the cost of a
  /// wait (Karlin, Li, Manasse and Owicki 1991).
  @usableFromInline static func fittingPauses() -> UInt32 { sync_pauses_within(20_000, 1000) }

  @usableFromInline @inline(never)
  borrowing func waitBehind(
    _ before: UnsafeMutablePointer<Node>, _ node: UnsafeMutablePointer<Node>
  ) {
    // The state is set before the link, because after the link the granter may write the state.
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

  /// Waits until the successor, which has already exchanged the tail, links its node; returns the
  /// node.
  @usableFromInline @inline(never)
  borrowing func successor(of node: UnsafeMutablePointer<Node>) -> UnsafeMutablePointer<Node> {
    var looks: UInt32 = 0
    while true {
      if let next = node.pointee.next.load(ordering: .acquiring) { return next }
      looks &+= 1
      // The successor may have lost its CPU before the link, perhaps to this thread.
      if looks < pausesOfASpin { sync_pause() } else { sync_yield() }
    }
  }

  @inlinable @inline(__always)
  borrowing func grant(_ next: UnsafeMutablePointer<Node>) {
    // The futex word is the state, the first field of the node.
    if next.pointee.state.exchange(Self.granted, ordering: .releasing) == Self.parked {
      wake(next)
    }
  }

  @usableFromInline @inline(never)
  borrowing func wake(_ node: UnsafeMutablePointer<Node>) { _ = sync_futex_wake(node, 1) }
}
