import CSyncShims
public import Synchronization

/// A lock of one byte, whose waiters sleep in a queue outside the lock.
///
/// The byte says whether the lock is held and whether threads are parked. Waiters of all locks are
/// parked in one table, `ParkingLot`, by the address of their lock, so a lock needs no room for a
/// queue. A thread spins for three rounds, yields seven times, and then parks; if other threads are
/// parked already, it parks at once. A release wakes the first parked thread, which competes with
/// newcomers. About every half millisecond, a release hands the lock over instead, so no thread
/// starves. Sources: Pizlo, "Locking in WebKit" (2016), and the description of Rust's parking_lot,
/// from which the spin and the times are taken.
///
/// Memory order. Each compare-and-swap that sets "held" is an acquire, and each store or
/// compare-and-swap that clears it a release. A lock that is handed over stays held: the sections
/// are then ordered by a release store to the word on which the parked thread sleeps, and by that
/// thread's acquire load of the word. The bit "parked" may be set relaxed, because a thread checks
/// it again under a mutex of the table before it sleeps.
public struct ParkingLotLock: TryLock, ~Copyable {
  @usableFromInline let state: CacheAligned<Atomic<UInt8>>

  @usableFromInline static var free: UInt8 { 0 }
  @usableFromInline static var held: UInt8 { 1 }
  @usableFromInline static var parked: UInt8 { 2 }

  /// The address of the lock's byte.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(state.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free lock.
  public init() { state = CacheAligned(Atomic(0)) }

  /// Changes the byte from free to held, and waits if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    let (isTaken, _) = state.pointer.pointee.compareExchange(
      expected: Self.free, desired: Self.held, successOrdering: .acquiring,
      failureOrdering: .relaxed)
    if !isTaken { acquireContended() }
  }

  /// Sets "held" if it is clear, whether or not threads are parked.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    var seen = state.pointer.pointee.load(ordering: .relaxed)
    while seen & Self.held == 0 {
      let (isTaken, found) = state.pointer.pointee.weakCompareExchange(
        expected: seen, desired: seen | Self.held, successOrdering: .acquiring,
        failureOrdering: .relaxed)
      if isTaken { return true }
      seen = found
    }
    return false
  }

  /// Changes the byte from held to free, and wakes a thread if threads are parked.
  @inlinable @inline(__always)
  public borrowing func release() {
    let (isFree, _) = state.pointer.pointee.compareExchange(
      expected: Self.held, desired: Self.free, successOrdering: .releasing,
      failureOrdering: .relaxed)
    if !isFree { releaseContended() }
  }
}

/// The slow paths.
extension ParkingLotLock {
  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    var spin = ParkingSpin()
    while true {
      let seen = state.pointer.pointee.load(ordering: .relaxed)
      if seen & Self.held == 0 {
        if tryAcquire() { return }
        continue
      }
      if seen & Self.parked == 0 {
        if spin.waitsOnce() { continue }
        let (isMarked, _) = state.pointer.pointee.weakCompareExchange(
          expected: seen, desired: seen | Self.parked, ordering: .relaxed)
        if !isMarked { continue }
      }
      if park() == .handedOver { return }
      spin = ParkingSpin()
    }
  }

  private borrowing func park() -> ParkingLot.Waking {
    let byte = state.pointer
    return ParkingLot.park(at: UInt(bitPattern: byte)) {
      byte.pointee.load(ordering: .relaxed) == Self.held | Self.parked
    }
  }

  @usableFromInline @inline(never)
  borrowing func releaseContended() {
    let byte = state.pointer
    ParkingLot.unparkOne(at: UInt(bitPattern: byte)) { isHandedOver, leavesOthers in
      let others = leavesOthers ? Self.parked : Self.free
      byte.pointee.store(isHandedOver ? Self.held | others : others, ordering: .releasing)
    }
  }
}

/// The ten rounds before a thread parks: three of 2, 4 and 8 pauses, then seven of one yield each.
private struct ParkingSpin {
  private var round: UInt32 = 0

  /// Waits for one round, and returns false if all rounds are used up.
  mutating func waitsOnce() -> Bool {
    guard round < 10 else { return false }
    round += 1
    if round <= 3 { pause(times: 1 << round) } else { sync_yield() }
    return true
  }
}
