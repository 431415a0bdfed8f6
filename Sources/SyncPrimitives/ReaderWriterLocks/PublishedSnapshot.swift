public import Synchronization

/// An immutable snapshot to which readers take a reference, while writers publish new snapshots.
///
/// A writer copies the published snapshot, changes the copy, and publishes it by one exchange. A
/// reader reads the snapshot that it found, however long the read takes, and never waits. Writers
/// exclude each other by ``SpinParkFutex``; each write allocates, copies and frees.
///
/// A snapshot may be freed when it is no longer published and no thread reads it. A reader is
/// counted in two words, because a reader must count itself before it knows which snapshot it
/// reads:
///
/// - The published word has the snapshot's address, and in its upper 16 bits the number of readers
///   that have borrowed the snapshot. A reader adds one borrower to the word and so learns the
///   address. After its read, the reader subtracts one borrower if the word still has that address.
/// - Each snapshot has a count of its own. A writer's exchange removes the published word with its
///   number of borrowers, and the writer adds this number to the old snapshot's count. A reader
///   that finds another address in the word subtracts one from its snapshot's count. A reader may
///   subtract before the writer has added, so the count may be negative for a while. The thread
///   that brings the count to zero is the last, and frees the snapshot.
///
/// An address can't be used again while a reader still compares with it: the borrowed snapshot is
/// not freed before the reader has given it back, so no new snapshot has its address. Source: the
/// split reference count of Williams, "C++ Concurrency in Action" (2012), section 7.2.4.
///
/// Memory order.
/// - Reader after writer: a reader's addition is an acquire, which pairs with the publishing
///   exchange, a release. All changes of the word between the two are read-modify-writes.
/// - Freeing after reading: a reader gives back by a release, to the word or to the count. The
///   exchange that removes the word is an acquire, and reads from the end of a release sequence of
///   each reader that gave back to the word. All changes of the count acquire and release, so the
///   change to zero comes after all reads.
/// - Writer after writer: the lock orders the writes.
///
/// Reads are lock-free, not wait-free: giving back is a compare-and-swap that other threads can
/// make fail.
public struct PublishedSnapshot: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let published: CacheAligned<Atomic<UInt64>>
  @usableFromInline let writers: SpinParkFutex

  /// One borrower in the word, whose upper 16 bits can count more threads than a case may have.
  @inlinable static var oneBorrower: UInt64 { 1 << 48 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .spinsThenSleeps, family: .composite)
  }

  /// Makes a primitive without a snapshot, which needs `takeOver(_:)` before its first read.
  @inlinable
  public init() {
    published = CacheAligned(Atomic(0))
    writers = SpinParkFutex()
  }

  /// Publishes the section's data as it is.
  public borrowing func takeOver<Section: GuardedSection>(_ section: Section) {
    let before = published.pointer.pointee.exchange(
      SnapshotNode(copying: section.data).word, ordering: .acquiringAndReleasing)
    if before != 0 { retire(before) }
  }

  /// Copies the last published data to the section's memory.
  public borrowing func putBack<Section: GuardedSection>(_ section: Section) {
    let node = SnapshotNode(published.pointer.pointee.load(ordering: .acquiring))
    let home = section.data
    home.baseAddress?.copyMemory(from: node.data, byteCount: home.count)
  }

  /// Reads the published snapshot, even if it is replaced before the read ends.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    let borrowed = published.pointer.pointee.wrappingAdd(Self.oneBorrower, ordering: .acquiring)
      .newValue
    let isWhole = section.moved(to: SnapshotNode(borrowed).data).read()
    giveBack(borrowed)
    return isWhole
  }

  /// Publishes a changed copy.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    writers.acquire()
    // Only writers change the address, so the lock orders this load.
    let current = SnapshotNode(published.pointer.pointee.load(ordering: .relaxed))
    let next = SnapshotNode(copying: current.data(section.data.count))
    section.moved(to: next.data).write()
    let before = published.pointer.pointee.exchange(next.word, ordering: .acquiringAndReleasing)
    writers.release()
    retire(before)
  }

  /// Ends a reader's borrowing, which began when the word became `borrowed`.
  @inlinable @inline(__always)
  borrowing func giveBack(_ borrowed: UInt64) {
    var seen = borrowed
    while SnapshotNode.isSame(seen, borrowed) {
      let (isDone, found) = published.pointer.pointee.weakCompareExchange(
        expected: seen, desired: seen &- Self.oneBorrower, successOrdering: .releasing,
        failureOrdering: .relaxed)
      if isDone { return }
      seen = found
    }
    SnapshotNode(borrowed).add(-1)
  }

  /// Adds the borrowers of a word that is no longer published to the snapshot's own count.
  @inlinable @inline(__always)
  borrowing func retire(_ word: UInt64) {
    SnapshotNode(word).add(Int64(word >> 48))
  }

  @inlinable
  deinit {
    let word = published.pointer.pointee.load(ordering: .acquiring)
    if word != 0 { SnapshotNode(word).free() }
  }
}

/// A snapshot's memory: a count on its own cache lines, followed by the data.
@usableFromInline
struct SnapshotNode {
  @usableFromInline let memory: UnsafeMutableRawPointer

  @inlinable static var headerBytes: Int { 128 }
  @inlinable static var addressBits: UInt64 { 0xffff_ffff_ffff }

  /// Copies the data.
  @inlinable
  init(copying source: UnsafeMutableRawBufferPointer) {
    memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.headerBytes + source.count, alignment: Self.headerBytes)
    let count = memory.bindMemory(to: Atomic<Int64>.self, capacity: 1)
    count.initialize(to: Atomic(0))
    if let address = source.baseAddress {
      (memory + Self.headerBytes).copyMemory(from: address, byteCount: source.count)
    }
    precondition(word & ~Self.addressBits == 0, "an address has more than 48 bits")
  }

  /// Finds the snapshot whose address a word has.
  @inlinable @inline(__always)
  init(_ word: UInt64) {
    guard let memory = UnsafeMutableRawPointer(bitPattern: UInt(word & Self.addressBits)) else {
      preconditionFailure("data is taken over before it is read or written")
    }
    self.memory = memory
  }

  /// The address, without borrowers.
  @inlinable var word: UInt64 { UInt64(UInt(bitPattern: memory)) }

  /// Whether two words have the same address.
  @inlinable @inline(__always)
  static func isSame(_ word: UInt64, _ other: UInt64) -> Bool {
    (word ^ other) & addressBits == 0
  }

  /// The address of the data.
  @inlinable var data: UnsafeMutableRawPointer { memory + Self.headerBytes }

  /// The bytes of the data.
  @inlinable
  func data(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: data, count: count)
  }

  /// Adds to the count of the borrowers that remain after another snapshot was published, and frees
  /// the snapshot if the count is then zero.
  @inlinable @inline(__always)
  func add(_ borrowers: Int64) {
    let left = memory.assumingMemoryBound(to: Atomic<Int64>.self).pointee.wrappingAdd(
      borrowers, ordering: .acquiringAndReleasing)
    if left.newValue == 0 { free() }
  }

  /// Frees the memory, which no thread reads any more.
  @inlinable func free() { memory.deallocate() }
}
