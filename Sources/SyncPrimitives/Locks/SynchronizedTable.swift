import CSyncShims
import Synchronization

/// Recursive locks for addresses: the counterpart on Linux of Objective-C's `@synchronized`.
///
/// Any address can be locked, and no object needs a field for its lock. A table of stripes, each
/// behind its own mutex, holds an entry for every address that is currently locked or waited for.
/// An entry has a recursive lock, and a use count of the acquisitions begun and not yet released.
/// When the count is zero, the entry is free for the next address of the stripe, and its memory
/// stays. Objective-C's runtime also keeps a cache of entries for each thread; here, each
/// acquisition and release looks up the entry in the table.
///
/// The stripe's mutex orders the look-ups, and the entry's mutex orders the sections. An entry
/// can't change its address between look-up and lock, because the use was counted under the
/// stripe's mutex. Source: the behaviour of `objc_sync_enter` and `objc_sync_exit` in Apple's
/// published Objective-C runtime (objc4), whose table is of this kind.
public final class SynchronizedTable: @unchecked Sendable {
  /// The process's table.
  public static let shared = SynchronizedTable()

  private static let stripeBits = 6
  private let stripes: UnsafeMutablePointer<Stripe>

  /// Makes an empty table.
  public init() {
    stripes = .allocate(capacity: 1 << Self.stripeBits)
    for index in 0..<1 << Self.stripeBits { (stripes + index).initialize(to: Stripe()) }
  }

  deinit {
    stripes.deinitialize(count: 1 << Self.stripeBits)
    stripes.deallocate()
  }

  /// Waits until no other thread holds the address, then takes it; the caller may already hold it.
  ///
  /// - Complexity: Linear in the number of the stripe's entries, used and free.
  public func acquire(_ address: UnsafeRawPointer) {
    beginUse(of: address).pointee.lock.acquire()
  }

  /// Takes the address if no other thread holds it, and returns whether it did.
  public func tryAcquire(_ address: UnsafeRawPointer) -> Bool {
    let entry = beginUse(of: address)
    if entry.pointee.lock.tryAcquire() { return true }
    stripe(of: address).pointee.withEntries { $0.endUse(of: entry) }
    return false
  }

  /// Undoes one acquisition of the address; the process ends with a message if the calling thread
  /// does not hold it.
  public func release(_ address: UnsafeRawPointer) {
    stripe(of: address).pointee.withEntries { entries in
      guard let entry = entries.entry(for: address), entry.pointee.lock.isOwn else {
        sync_die("synchronized-table: a thread released an address that it does not hold")
      }
      entry.pointee.lock.release()
      entries.endUse(of: entry)
    }
  }

  /// The entries made so far, and the acquisitions begun and not yet released.
  var counts: (entries: Int, uses: Int) {
    var counts = (entries: 0, uses: 0)
    for index in 0..<1 << Self.stripeBits {
      stripes[index].withEntries { entries in
        entries.forEach { entry in
          counts.entries += 1
          counts.uses += entry.pointee.uses
        }
      }
    }
    return counts
  }

  private func beginUse(of address: UnsafeRawPointer) -> UnsafeMutablePointer<Entry> {
    stripe(of: address).pointee.withEntries { entries in
      let entry = entries.entry(for: address) ?? entries.freeEntry()
      entry.pointee.address = address
      entry.pointee.uses += 1
      return entry
    }
  }

  /// Returns the stripe by Fibonacci hashing (Knuth 1973), because addresses of one alignment
  /// differ only in their middle bits.
  private func stripe(of address: UnsafeRawPointer) -> UnsafeMutablePointer<Stripe> {
    let hash = UInt64(UInt(bitPattern: address)) &* 0x9e37_79b9_7f4a_7c15
    return stripes + Int(hash >> UInt64(64 - Self.stripeBits))
  }
}

/// The entries whose addresses have the same hash, and the mutex that protects the list.
private struct Stripe: ~Copyable {
  private let mutex = FutexMutex()
  private let entries = CacheAligned(EntryList())

  borrowing func withEntries<Result>(_ body: (inout EntryList) -> Result) -> Result {
    mutex.acquire()
    defer { mutex.release() }
    return body(&entries.pointer.pointee)
  }
}

/// A list of entries that only grows.
private struct EntryList: ~Copyable {
  private var first: UnsafeMutablePointer<Entry>?

  deinit {
    forEach { entry in
      entry.deinitialize(count: 1)
      entry.deallocate()
    }
  }

  func entry(for address: UnsafeRawPointer) -> UnsafeMutablePointer<Entry>? {
    find { $0.pointee.address == address }
  }

  mutating func freeEntry() -> UnsafeMutablePointer<Entry> {
    if let entry = find({ $0.pointee.address == nil }) { return entry }
    let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    entry.initialize(to: Entry(next: first))
    first = entry
    return entry
  }

  func endUse(of entry: UnsafeMutablePointer<Entry>) {
    entry.pointee.uses -= 1
    if entry.pointee.uses == 0 { entry.pointee.address = nil }
  }

  func forEach(_ body: (UnsafeMutablePointer<Entry>) -> Void) {
    _ = find { entry in
      body(entry)
      return false
    }
  }

  /// The first entry for which `suits` returns true; `suits` may deallocate its entry.
  private func find(
    _ suits: (UnsafeMutablePointer<Entry>) -> Bool
  ) -> UnsafeMutablePointer<Entry>? {
    var next = first
    while let entry = next {
      next = entry.pointee.next
      if suits(entry) { return entry }
    }
    return nil
  }
}

/// An address, or none, and its lock.
///
/// Everything except the lock is read and written under the stripe's mutex.
private struct Entry: ~Copyable {
  let next: UnsafeMutablePointer<Entry>?
  var address: UnsafeRawPointer?
  var uses = 0
  let lock = RecursiveFutex()

  init(next: UnsafeMutablePointer<Entry>?) { self.next = next }
}

/// A futex mutex that its owner may take again.
///
/// The accesses to the owner are relaxed. No other thread ever stores the caller's id, so the
/// caller finds its own id only if it holds the mutex. The mutex orders all other accesses.
private struct RecursiveFutex: ~Copyable {
  private let mutex = FutexMutex()
  private let owner = Atomic<UInt32>(0)
  private let depth = CacheAligned<Int>(0)

  var isOwn: Bool { owner.load(ordering: .relaxed) == sync_owner_id() }

  func acquire() {
    if !isOwn { mutex.acquire() }
    enter()
  }

  func tryAcquire() -> Bool {
    guard isOwn || mutex.tryAcquire() else { return false }
    enter()
    return true
  }

  func release() {
    depth.pointer.pointee -= 1
    guard depth.pointer.pointee == 0 else { return }
    owner.store(0, ordering: .relaxed)
    mutex.release()
  }

  private func enter() {
    owner.store(sync_owner_id(), ordering: .relaxed)
    depth.pointer.pointee += 1
  }
}

/// A lock on an object's own address in the process's table, like `@synchronized(self)`.
///
/// See ``SynchronizedTable`` for its cost, its memory order and its checks. An acquisition
/// allocates only if the address is not in use and its stripe has no free entry.
public struct SynchronizedTableLock: TryLock, ~Copyable {
  private let object = CacheAligned<UInt8>(0)
  private let table = SynchronizedTable.shared

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(relock: .recurses, isOwnerChecked: true) }

  /// Makes an object to lock.
  public init() {}

  /// Locks the address.
  public borrowing func acquire() { table.acquire(object.pointer) }

  /// Locks the address if no other thread holds it.
  public borrowing func tryAcquire() -> Bool { table.tryAcquire(object.pointer) }

  /// Unlocks the address.
  public borrowing func release() { table.release(object.pointer) }
}
