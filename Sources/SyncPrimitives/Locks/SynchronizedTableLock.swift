/// An object's own address locked in the process's table, as a method behind `@synchronized(self)` does.
///
/// What it costs, orders and checks is said at ``SynchronizedTable``. The first acquisition of an address
/// allocates if its stripe has no entry to spare, and none after it.
public struct SynchronizedTableLock: TryLock, ~Copyable {
  private let object = CacheAligned<UInt8>(0)
  private let table = SynchronizedTable.shared

  /// How it behaves.
  public static var traits: LockTraits? { LockTraits(relock: .recurses, isOwnerChecked: true) }

  /// Makes an object to lock.
  public init() {}

  /// Locks the address.
  public borrowing func acquire() { table.acquire(object.pointer) }

  /// Locks the address if no other thread has.
  public borrowing func tryAcquire() -> Bool { table.tryAcquire(object.pointer) }

  /// Unlocks the address.
  public borrowing func release() { table.release(object.pointer) }
}
