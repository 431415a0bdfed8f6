import CSyncShims
import Synchronization

/// The process's table of parked threads, by the address on which each waits.
///
/// An address belongs to one of 256 buckets, each with a mutex and a queue. A thread checks its
/// reason to wait and joins the queue under the bucket's mutex, so no wake-up is lost between the
/// check and the sleep.
enum ParkingLot {
  /// The way in which a call of `park` ends.
  enum Waking: UInt32 {
    /// The thread was not parked, because its reason to wait was gone.
    case notParked
    /// The thread was woken and has to try again.
    case woken
    /// The thread was handed the lock.
    case handedOver
  }

  /// Sleeps in the queue of an address if `isValid` returns true under the bucket's mutex.
  static func park(at address: UInt, if isValid: () -> Bool) -> Waking {
    let bucket = bucket(of: address)
    bucket.mutex.pointee.acquire()
    guard isValid() else {
      bucket.mutex.pointee.release()
      return .notParked
    }
    let thread = ParkedThread.Pointer.makeAligned(ParkedThread(address: address))
    bucket.queue.pointee.append(thread)
    bucket.mutex.pointee.release()
    var word = thread.pointee.waking.load(ordering: .acquiring)
    while word == Waking.notParked.rawValue {
      _ = sync_futex_wait(thread, Waking.notParked.rawValue)
      word = thread.pointee.waking.load(ordering: .acquiring)
    }
    thread.freeAligned()
    return word == Waking.handedOver.rawValue ? .handedOver : .woken
  }

  /// Wakes the first thread parked at an address; before that, `change` runs under the bucket's
  /// mutex.
  ///
  /// - Parameter change: Changes the lock's state. The arguments say whether the lock is handed
  ///   over, and whether further threads are parked. If no thread is parked, both are false.
  static func unparkOne(
    at address: UInt, change: (_ isHandedOver: Bool, _ leavesOthers: Bool) -> Void
  ) {
    let bucket = bucket(of: address)
    bucket.mutex.pointee.acquire()
    guard let (thread, leavesOthers) = bucket.queue.pointee.removeFirst(at: address) else {
      change(false, false)
      bucket.mutex.pointee.release()
      return
    }
    let isHandedOver = bucket.queue.pointee.isTimeToHandOver()
    change(isHandedOver, leavesOthers)
    bucket.mutex.pointee.release()
    let waking = isHandedOver ? Waking.handedOver : Waking.woken
    thread.pointee.waking.store(waking.rawValue, ordering: .releasing)
    // The thread may have gone on and freed its memory. For a private futex, the kernel uses the
    // address as a number, so the wake can at most end another sleep early.
    _ = sync_futex_wake(thread, 1)
  }

  private static let buckets = (0..<256).map { _ in ParkingBucket() }

  /// The bucket of an address, by Fibonacci hashing (Knuth 1973).
  private static func bucket(of address: UInt) -> ParkingBucket {
    buckets[Int(truncatingIfNeeded: (UInt64(address) &* 0x9e37_79b9_7f4a_7c15) >> 56)]
  }
}

/// A queue and the mutex that guards it, which are never freed.
private struct ParkingBucket: @unchecked Sendable {
  let mutex = UnsafeMutablePointer.makeAligned(FutexMutex())
  let queue = UnsafeMutablePointer.makeAligned(ParkingQueue())
}

/// The threads that wait on a bucket's addresses.
private struct ParkingQueue: ~Copyable {
  private var first: ParkedThread.Pointer?
  private var last: ParkedThread.Pointer?
  private var handsOverAt: UInt64 = 0
  private var random: UInt32 = 0x9e37_79b9

  mutating func append(_ thread: ParkedThread.Pointer) {
    if let last { last.pointee.next = thread } else { first = thread }
    last = thread
  }

  /// Removes the first thread of an address, and says whether another thread waits there.
  mutating func removeFirst(at address: UInt) -> (ParkedThread.Pointer, leavesOthers: Bool)? {
    var before: ParkedThread.Pointer?
    var thread = first
    while let candidate = thread, candidate.pointee.address != address {
      before = candidate
      thread = candidate.pointee.next
    }
    guard let found = thread else { return nil }
    let next = found.pointee.next
    if let before { before.pointee.next = next } else { first = next }
    if last == found { last = before }
    var other = next
    while let candidate = other, candidate.pointee.address != address {
      other = candidate.pointee.next
    }
    return (found, other != nil)
  }

  /// Whether a random time of up to a millisecond has passed since the last hand-over.
  mutating func isTimeToHandOver() -> Bool {
    let now = sync_monotonic_ns()
    guard now >= handsOverAt else { return false }
    random ^= random << 13
    random ^= random >> 17
    random ^= random << 5
    handsOverAt = now + UInt64(random % 1_000_000)
    return true
  }
}

/// A thread in the queue of a bucket.
private struct ParkedThread: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ParkedThread>

  /// The futex word, first in memory; `notParked` means here that the thread is not woken yet.
  let waking = Atomic<UInt32>(ParkingLot.Waking.notParked.rawValue)
  let address: UInt
  var next: Pointer?

  init(address: UInt) { self.address = address }
}
