import CSyncShims
public import Synchronization

/// A lock whose holder also runs the sections that other threads have published.
///
/// A thread that finds the lock held publishes its section in a record and waits. The holder, after
/// its own section, goes through the list of records, runs the published sections and marks each as
/// done. The guarded data therefore stays in the holder's cache, as a serial queue's data stays in
/// the cache of the thread that runs its items. A thread whose section the holder has run does
/// not take the lock. A waiter that finds the lock free takes it and goes through the list itself.
/// A section may run on another thread, so it must not depend on its thread. The lock is not
/// recursive.
///
/// Source: Hendler, Incze, Shavit and Tzafrir, "Flat combining and the synchronization-parallelism
/// tradeoff" (SPAA 2010). This lock differs in two ways. A thread that finds the lock free runs its
/// section without a record. A record leaves the list when its thread has gone to another lock or
/// has ended, not after a time without requests. Because another thread may read a section's
/// captured values, Swift writes them to memory before the lock is tried. Swift also boxes a
/// published section, which costs an allocation.
///
/// Memory order:
/// - Taking the lock is an acquire, and leaving it a release.
/// - Publishing is a release and the holder's check an acquire, so the holder sees the section's
///   closure. "Done" is a release and the check by the record's thread an acquire, so the record's
///   thread sees what the section wrote.
/// - A record is pushed by a release and reached by an acquire. Each push is a read-modify-write,
///   so an acquire of the first record sees all records. Only a holder unlinks records.
/// - Giving a record up is a release and an acquire, because the second of its two owners, the
///   thread and the lock, frees the record.
public struct FlatCombiningLock: MutualExclusion, ~Copyable {
  @usableFromInline let isHeld: CacheAligned<Atomic<UInt32>>
  @usableFromInline let records: CacheAligned<Atomic<CombiningRecord.Pointer?>>

  /// The greatest number of a holder's passes over the records; the next holder runs what is left.
  @usableFromInline static var passes: Int { 8 }

  /// The word that says whether the lock is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(isHeld.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(waiting: .spins, survivesOversubscription: false)
  }

  /// Makes a free lock without records.
  @inlinable
  public init() {
    isHeld = CacheAligned(Atomic(0))
    records = CacheAligned(Atomic(nil))
  }

  /// Returns nil: a thread makes a record when it first waits.
  @inlinable public borrowing func makeThreadState() -> CombiningRecord.Pointer? { nil }

  /// Gives the thread's record up.
  public borrowing func endThreadState(_ record: CombiningRecord.Pointer?) {
    if let record { CombiningRecord.giveUp(record) }
  }

  /// Runs `body`, on this thread or on the thread that holds the lock.
  @inlinable @inline(__always)
  public borrowing func exclusively(
    _ record: inout CombiningRecord.Pointer?, _ body: () -> Void
  ) {
    if tryAcquire() {
      body()
      if records.pointer.pointee.load(ordering: .relaxed) != nil { combine() }
      release()
    } else {
      record = self.record(after: record)
      publish(record, body)
    }
  }

  @inlinable @inline(__always)
  borrowing func tryAcquire() -> Bool {
    isHeld.pointer.pointee.exchange(1, ordering: .acquiring) == 0
  }

  @inlinable @inline(__always)
  borrowing func release() { isHeld.pointer.pointee.store(0, ordering: .releasing) }

  deinit {
    var next = records.pointer.pointee.load(ordering: .acquiring)
    while let record = next {
      next = record.pointee.next
      CombiningRecord.giveUp(record)
    }
  }
}

/// The slow path.
extension FlatCombiningLock {
  @usableFromInline @inline(never)
  borrowing func publish(_ record: CombiningRecord.Pointer?, _ body: () -> Void) {
    guard let record else { return }
    withoutActuallyEscaping(body) { section in
      record.pointee.section = section
      record.pointee.isPending.store(1, ordering: .releasing)
      waitOrCombine(record)
      record.pointee.section = nil
    }
  }

  private borrowing func waitOrCombine(_ record: CombiningRecord.Pointer) {
    while record.pointee.isPending.load(ordering: .acquiring) != 0 {
      if isHeld.pointer.pointee.load(ordering: .relaxed) == 0, tryAcquire() {
        combine()
        release()
        // The first pass has run this thread's own section.
        return
      }
      sync_pause()
    }
  }

  /// Runs the published sections, until a pass over the records finds none or `passes` passes are
  /// made.
  @usableFromInline @inline(never)
  borrowing func combine() {
    for _ in 0..<Self.passes {
      if !runPublished() { return }
    }
  }

  /// Goes through the list once, runs the published sections, and returns whether there were any.
  private borrowing func runPublished() -> Bool {
    var hasRun = false
    var before: CombiningRecord.Pointer?
    var next = records.pointer.pointee.load(ordering: .acquiring)
    while let record = next {
      next = record.pointee.next
      if record.pointee.isPending.load(ordering: .acquiring) != 0 {
        Self.run(record)
        record.pointee.isPending.store(0, ordering: .releasing)
        hasRun = true
      } else if let before, record.pointee.isGivenUp.load(ordering: .acquiring) != 0 {
        before.pointee.next = next
        record.freeAligned()
        continue
      }
      before = record
    }
    return hasRun
  }

  /// Runs a published section.
  ///
  /// The function is not inlined, because its reference to the section must end before the record
  /// is marked as done: the record's thread then ends the section's closure.
  @inline(never)
  private static func run(_ record: CombiningRecord.Pointer) { record.pointee.section?() }

  /// Returns the thread's record in this lock's list: a new record if `record` is not in this list.
  @usableFromInline
  borrowing func record(after record: CombiningRecord.Pointer?) -> CombiningRecord.Pointer {
    let lock = UInt(bitPattern: records.pointer)
    if let record {
      if record.pointee.lock == lock, record.pointee.isGivenUp.load(ordering: .acquiring) == 0 {
        return record
      }
      CombiningRecord.giveUp(record)
    }
    let new = CombiningRecord.Pointer.makeAligned(CombiningRecord(lock: lock))
    var first = records.pointer.pointee.load(ordering: .relaxed)
    while true {
      new.pointee.next = first
      let (isPushed, found) = records.pointer.pointee.weakCompareExchange(
        expected: first, desired: new, successOrdering: .releasing, failureOrdering: .relaxed)
      if isPushed { return new }
      first = found
    }
  }
}

/// A thread's record in the list of a ``FlatCombiningLock``, on its own cache lines.
///
/// The thread and the lock each give the record up once; the second of the two frees the record.
public struct CombiningRecord: ~Copyable {
  /// The address of a record, which never changes.
  public typealias Pointer = UnsafeMutablePointer<CombiningRecord>

  let isPending = Atomic<UInt32>(0)
  let isGivenUp = Atomic<UInt32>(0)
  /// The address that names the record's lock.
  let lock: UInt
  var section: (() -> Void)?
  var next: Pointer?

  init(lock: UInt) { self.lock = lock }

  /// Gives the record up for the thread or for the lock.
  static func giveUp(_ record: Pointer) {
    if record.pointee.isGivenUp.exchange(1, ordering: .acquiringAndReleasing) != 0 {
      record.freeAligned()
    }
  }
}
