import CSyncShims
public import Synchronization

/// A fair spinlock of one word, whose first waiter spins on the word and needs no queue node.
///
/// The word has three parts: a byte that says whether the lock is held, a byte for one pending
/// thread, and the address of the last queued node. The first waiter becomes the pending thread and
/// spins on the word. Further waiters queue as in ``MCSLock``; the first of the queue also spins on
/// the word, until no thread holds the lock or is pending. A node is needed only while its thread
/// waits, not in its section. A release is one store of a byte. The lock is FIFO, so throughput
/// collapses if threads outnumber CPUs. The lock is not recursive.
///
/// Source: Linux's queued spinlock (Long and Zijlstra, 2014), as kernel/locking/qspinlock.c
/// describes it. Linux's word has 4 bytes, with a CPU's number as the tail. This word has 8 bytes,
/// because its tail is an address, of 48 bits.
///
/// Memory order, edge by edge:
/// - The holder's store of "free" is a release. The reads that may find "free" are acquires: the
///   first compare-and-swap, the claim of the pending byte, and the loads by which the pending
///   thread and the first queued thread wait. The stores of "held" after these loads may be
///   relaxed.
/// - A node enters the queue by a compare-and-swap. The swap is a release, so that the next thread
///   finds the node cleared. The swap is also an acquire, because this thread then writes to its
///   predecessor's node.
/// - The stores of the link (`next`) and of "go on" (0 in `isWaiting`) are releases, and the loads
///   that read them are acquires, as in ``MCSLock``. Otherwise the next thread might read the
///   lock's word before the store of "held".
///
/// The word is written as a whole and by bytes. The language's memory model does not define this
/// mixture of sizes; x86-64 and arm64 do.
public struct QueuedSpinlock: TryExclusion, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt64>>

  @inlinable static var held: UInt64 { 0x1 }
  @inlinable static var heldByte: UInt64 { 0xff }
  @inlinable static var pending: UInt64 { 0x100 }
  @inlinable static var pendingByte: UInt64 { 0xff00 }
  @inlinable static var heldOrPending: UInt64 { 0xffff }

  /// The greatest number of times that a newcomer reads the word again while a pending thread is
  /// about to take the free lock, as in Linux on x86-64.
  private static var looksAtPending: Int { 512 }

  /// The word with all three parts.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Makes the node on which a thread waits in the queue.
  @inlinable public borrowing func makeThreadState() -> MCSNode.Pointer { .makeAligned(MCSNode()) }

  /// Frees the memory of the thread's node.
  @inlinable public borrowing func endThreadState(_ node: MCSNode.Pointer) { node.freeAligned() }

  /// Runs `body` while the thread holds the lock.
  @inlinable @inline(__always)
  public borrowing func exclusively(_ node: inout MCSNode.Pointer, _ body: () -> Void) {
    if !tryAcquire() { acquireContended(node) }
    body()
    release()
  }

  /// Runs `body` if the word says free and no thread waits.
  @inlinable @inline(__always)
  public borrowing func exclusivelyIfFree(
    _ node: inout MCSNode.Pointer, _ body: () -> Void
  ) -> Bool {
    guard tryAcquire() else { return false }
    body()
    release()
    return true
  }

  @inlinable @inline(__always)
  borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.compareExchange(
      expected: 0, desired: Self.held, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  @inlinable @inline(__always)
  borrowing func release() { heldPart.pointee.store(0, ordering: .releasing) }

  /// The word's first byte.
  @inlinable @inline(__always)
  var heldPart: UnsafeMutablePointer<Atomic<UInt8>> {
    UnsafeMutableRawPointer(word.pointer).assumingMemoryBound(to: Atomic<UInt8>.self)
  }

  /// The word's first two bytes: held and pending.
  private var heldAndPendingPart: UnsafeMutablePointer<Atomic<UInt16>> {
    UnsafeMutableRawPointer(word.pointer).assumingMemoryBound(to: Atomic<UInt16>.self)
  }
}

/// The slow path.
extension QueuedSpinlock {
  @usableFromInline @inline(never)
  borrowing func acquireContended(_ node: MCSNode.Pointer) {
    if !acquirePending() { acquireQueued(node) }
  }

  /// Waits as the pending thread and takes the lock; returns false if other threads wait already.
  private borrowing func acquirePending() -> Bool {
    var seen = word.pointer.pointee.load(ordering: .relaxed)
    var looks = Self.looksAtPending
    while seen == Self.pending, looks > 0 {
      sync_pause()
      seen = word.pointer.pointee.load(ordering: .relaxed)
      looks -= 1
    }
    guard seen & ~Self.heldByte == 0 else { return false }
    let before = word.pointer.pointee.bitwiseOr(Self.pending, ordering: .acquiring).oldValue
    guard before & ~Self.heldByte == 0 else {
      // Other threads wait. If none of them was pending, this thread set the byte, and clears it
      // again.
      if before & Self.pendingByte == 0 {
        word.pointer.pointee.bitwiseAnd(~Self.pendingByte, ordering: .relaxed)
      }
      return false
    }
    if before & Self.heldByte != 0 {
      while word.pointer.pointee.load(ordering: .acquiring) & Self.heldByte != 0 { sync_pause() }
    }
    // Only the pending thread changes these two bytes now.
    heldAndPendingPart.pointee.store(1, ordering: .relaxed)
    return true
  }

  /// Waits in the queue, takes the lock, and lets the next queued thread go on.
  private borrowing func acquireQueued(_ node: MCSNode.Pointer) {
    node.pointee.next.store(nil, ordering: .relaxed)
    node.pointee.isWaiting.store(1, ordering: .relaxed)
    let tail = UInt64(UInt(bitPattern: node)) << 16
    if let before = exchangeTail(for: tail) {
      before.pointee.next.store(node, ordering: .releasing)
      while node.pointee.isWaiting.load(ordering: .acquiring) != 0 { sync_pause() }
    }
    var seen = word.pointer.pointee.load(ordering: .acquiring)
    while seen & Self.heldOrPending != 0 {
      sync_pause()
      seen = word.pointer.pointee.load(ordering: .acquiring)
    }
    if seen == tail,
      word.pointer.pointee.compareExchange(
        expected: tail, desired: Self.held, ordering: .relaxed
      ).exchanged
    {
      return
    }
    // Another thread queues behind this one, or has set the pending byte and will queue.
    heldPart.pointee.store(1, ordering: .relaxed)
    var next = node.pointee.next.load(ordering: .acquiring)
    while next == nil {
      sync_pause()
      next = node.pointee.next.load(ordering: .acquiring)
    }
    next?.pointee.isWaiting.store(0, ordering: .releasing)
  }

  /// Replaces the tail, and returns the node that was last; nil if there was none.
  private borrowing func exchangeTail(for tail: UInt64) -> MCSNode.Pointer? {
    var seen = word.pointer.pointee.load(ordering: .relaxed)
    while true {
      let (isDone, found) = word.pointer.pointee.weakCompareExchange(
        expected: seen, desired: seen & Self.heldOrPending | tail,
        successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if isDone { return MCSNode.Pointer(bitPattern: UInt(seen >> 16)) }
      seen = found
    }
  }
}
