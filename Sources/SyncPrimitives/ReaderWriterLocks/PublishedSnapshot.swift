public import Synchronization

/// An immutable snapshot that readers take a reference to, while writers publish new ones.
///
/// A writer copies what is published, changes the copy, and publishes it by one exchange. A reader reads the
/// snapshot that it came upon, however long that takes, and never waits. Writers exclude each other by
/// ``SpinParkFutex``; each write allocates, copies and frees.
///
/// A snapshot may be freed when it is no longer published and no thread reads it. A thread that reads is counted
/// in two places, because a reader must count itself before it knows which snapshot it reads:
///
/// - The published word has the snapshot's address, and in its upper 16 bits how many readers have borrowed
///   it: a reader adds one to the word and so learns the address. When it is through, and the word still
///   has that address, it takes its one off again.
/// - A writer's exchange takes the whole word away, and the number of borrowers with it; it adds the number to the
///   count in the snapshot. A reader that finds another address in the word subtracts one from that count. Readers
///   may do so before the writer has added, so the count may be negative for a while; the thread that brings it to
///   zero is the last, and frees.
///
/// An address can't come back while a reader still compares with it: what the reader borrowed is not freed
/// before it has given back, and so no new snapshot is at that address. Source: the split reference count
/// of Williams, "C++ Concurrency in Action" (2012), section 7.2.4.
///
/// Memory order.
/// - Reader after writer: a reader's addition is an acquire and pairs with the exchange that published, a
///   release; between the two all changes of the word are read-modify-writes.
/// - Freeing after reading: a reader gives back by a release. To the word: the exchange that takes it away
///   is an acquire, and reads from the end of a release sequence of each such reader. To the count: all
///   changes of it are acquire and release, so the one that finds zero comes after all reads.
/// - Writer after writer: the lock.
///
/// Reads are lock-free, not wait-free: giving back is a compare-and-swap that other threads can make fail.
public struct PublishedSnapshot: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let published: CacheAligned<Atomic<UInt64>>
  @usableFromInline let writers: SpinParkFutex

  /// One borrower: sixteen bits count more than the threads that a case may have.
  @inlinable static var oneBorrower: UInt64 { 1 << 48 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .spinsThenSleeps, family: .composite)
  }

  /// Makes one with nothing published: data is taken over before it is read.
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

  /// Copies what is published last to where the section has its data.
  public borrowing func putBack<Section: GuardedSection>(_ section: Section) {
    let node = SnapshotNode(published.pointer.pointee.load(ordering: .acquiring))
    let home = section.data
    home.baseAddress?.copyMemory(from: node.data, byteCount: home.count)
  }

  /// Reads what is published, even if it is not when the read ends.
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
    // Only writers change the address, so that the lock orders this load.
    let current = SnapshotNode(published.pointer.pointee.load(ordering: .relaxed))
    let next = SnapshotNode(copying: current.data(section.data.count))
    section.moved(to: next.data).write()
    let before = published.pointer.pointee.exchange(next.word, ordering: .acquiringAndReleasing)
    writers.release()
    retire(before)
  }

  /// Ends a reader's borrowing, by the word as it was then.
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

  /// Hands the borrowers of a word that is no longer published over to the snapshot's own count.
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

/// A snapshot's memory: a count on cache lines of its own, and the data behind it.
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

  /// Where the data is.
  @inlinable var data: UnsafeMutableRawPointer { memory + Self.headerBytes }

  /// The bytes of the data.
  @inlinable
  func data(_ count: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: data, count: count)
  }

  /// Adds to the count of borrowers that were left when it was no longer published, and frees it when that
  /// makes zero.
  @inlinable @inline(__always)
  func add(_ borrowers: Int64) {
    let left = memory.assumingMemoryBound(to: Atomic<Int64>.self).pointee.wrappingAdd(
      borrowers, ordering: .acquiringAndReleasing)
    if left.newValue == 0 { free() }
  }

  /// Frees the memory, which no thread reads any more.
  @inlinable func free() { memory.deallocate() }
}
