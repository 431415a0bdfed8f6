public import CSyncShims

/// The operations of readers and writers on the data that a primitive guards.
///
/// A primitive runs a section as a plain value, so that no closure is part of the measured time.
public protocol GuardedSection: Sendable {
  /// Returns whether the data is whole (not half written); other reads may run meanwhile, but no
  /// write.
  func read() -> Bool

  /// Writes the data, while no other section runs.
  func write()

  /// Reads by relaxed atomics whether the data is whole; a ``writeRelaxed()`` may run meanwhile.
  ///
  /// The result is meaningful only if the caller finds afterwards that no write ran.
  func readRelaxed() -> Bool

  /// Writes with relaxed atomics; a ``readRelaxed()`` may run meanwhile, but no other write.
  func writeRelaxed()

  /// The section on copy `index` of the data; a new section is on copy 0.
  func copy(_ index: Int) -> Self

  /// The bytes of one copy of the data; none if the data can't be moved.
  var data: UnsafeMutableRawBufferPointer { get }

  /// The section on data at another address.
  func moved(to data: UnsafeMutableRawPointer) -> Self
}

extension GuardedSection {
  /// No bytes: the data can't be moved.
  @inlinable public var data: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// The section itself.
  @inlinable @inline(__always) public func moved(to data: UnsafeMutableRawPointer) -> Self { self }
}

/// Two words that every writer changes together and every reader must see equal.
///
/// The words are on different cache lines, and a writer works between its two writes. A reader that
/// the primitive fails to keep out therefore sees the words differ, and a second writer loses an
/// update. The primitive may keep several copies of the pair.
///
/// Each thread also has a note of the highest value that it has read or written. The words only
/// grow, so a read of a lower value is *stale*: it shows an older state than the thread has already
/// seen.
public struct GuardedPair: ~Copyable, @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let copies: Int
  @usableFromInline let threads: Int

  /// Makes `copies` pairs at zero, and a note for each of `threads` threads.
  @inlinable
  public init(copies: Int = 1, threads: Int = 0) {
    precondition(copies > 0 && threads >= 0)
    self.copies = copies
    self.threads = threads
    // The last note belongs to no thread.
    let count = copies * PairSection.wordsPerCopy + (threads + 1) * PairSection.wordsApart
    words = .makeAligned(repeating: 0, count: count)
  }

  @inlinable deinit { words.deallocate() }

  /// The note of a thread: the highest value that it has read or written, and the number of its
  /// stale reads.
  ///
  /// The note at index `threads` belongs to no thread.
  @inlinable
  borrowing func note(_ thread: Int) -> UnsafeMutablePointer<UInt64> {
    words + copies * PairSection.wordsPerCopy + thread * PairSection.wordsApart
  }

  /// The section that a reader or a writer runs.
  ///
  /// - Parameters:
  ///   - workSteps: The steps of busy work inside.
  ///   - thread: The number of the thread; nil if stale reads are not checked.
  ///   - submitsWrites: Whether other threads do the thread's writes later; if so, only the
  ///     thread's reads are noted.
  @inlinable
  public borrowing func section(
    workSteps: UInt64, thread: Int? = nil, submitsWrites: Bool = false
  ) -> PairSection {
    let nobodys = note(threads)
    let own = thread.map { note($0) } ?? nobodys
    return PairSection(
      first: words, workSteps: workSteps, seen: own, written: submitsWrites ? nobodys : own)
  }

  /// Returns and clears the number of stale reads: reads of a lower value than the thread had read
  /// or written before.
  ///
  /// To be called after every thread has stopped, and before ``takeWrites()``.
  @inlinable
  public borrowing func takeStaleReads() -> UInt64 {
    var stale: UInt64 = 0
    for thread in 0..<threads {
      stale &+= note(thread)[1]
      note(thread)[1] = 0
    }
    return stale
  }

  /// Returns and clears the number of writes; nil if any of the words differ.
  ///
  /// To be called after every thread has stopped.
  @inlinable
  public borrowing func takeWrites() -> UInt64? {
    let writes = words.pointee
    var isWhole = true
    for index in 0..<copies {
      let pair = section(workSteps: 0).copy(index)
      if pair.first.pointee != writes || pair.second.pointee != writes { isWhole = false }
      pair.first.pointee = 0
      pair.second.pointee = 0
    }
    for thread in 0...threads { note(thread).pointee = 0 }
    return isWhole ? writes : nil
  }
}

/// The operations on a pair in a section.
public struct PairSection: GuardedSection, BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let first: UnsafeMutablePointer<UInt64>
  @usableFromInline let workSteps: UInt64
  /// The thread's note: the highest value that it has read or written, and the number of its stale
  /// reads.
  @usableFromInline let seen: UnsafeMutablePointer<UInt64>
  /// The address to which the value of a write is noted: `seen` if the thread does its own writes,
  /// otherwise the note that belongs to no thread.
  @usableFromInline let written: UnsafeMutablePointer<UInt64>

  /// The distance between two words, in words: 128 bytes give each word its own pair of cache
  /// lines.
  @inlinable static var wordsApart: Int { 16 }
  @inlinable static var wordsPerCopy: Int { 2 * wordsApart }

  @inlinable
  init(
    first: UnsafeMutablePointer<UInt64>, workSteps: UInt64, seen: UnsafeMutablePointer<UInt64>,
    written: UnsafeMutablePointer<UInt64>
  ) {
    self.first = first
    self.workSteps = workSteps
    self.seen = seen
    self.written = written
  }

  /// Notes the value of a read.
  ///
  /// The value is the first word. A read that a sequence lock discards may note its value too,
  /// because no later load of that word by this thread finds a lower value. The accesses are
  /// relaxed atomics, because several threads may use the note that belongs to no thread.
  @inlinable @inline(__always)
  func noteRead(_ value: UInt64) {
    if value >= sync_word_read(seen) {
      sync_word_write(seen, value)
    } else {
      sync_word_write(seen + 1, sync_word_read(seen + 1) &+ 1)
    }
  }

  @inlinable @inline(__always) var second: UnsafeMutablePointer<UInt64> { first + Self.wordsApart }

  /// The section on a copy of the pair.
  @inlinable @inline(__always)
  public func copy(_ index: Int) -> PairSection {
    PairSection(
      first: first + index &* Self.wordsPerCopy, workSteps: workSteps, seen: seen, written: written)
  }

  /// The memory of the section's copy.
  @inlinable
  public var data: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(first),
      count: Self.wordsPerCopy * MemoryLayout<UInt64>.stride)
  }

  /// The section on a pair in other memory with the same layout.
  @inlinable @inline(__always)
  public func moved(to data: UnsafeMutableRawPointer) -> PairSection {
    PairSection(
      first: data.assumingMemoryBound(to: UInt64.self), workSteps: workSteps, seen: seen,
      written: written)
  }

  /// Reads both words with the work between them.
  ///
  /// Returns whether the words were equal.
  @inlinable @inline(__always)
  public func read() -> Bool {
    sync_clobber()
    let before = first.pointee
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    noteRead(before)
    return second.pointee == before
  }

  /// Adds one to both words with the work between them.
  @inlinable @inline(__always)
  public func write() {
    sync_clobber()
    let next = first.pointee &+ 1
    first.pointee = next
    sync_clobber()
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    second.pointee &+= 1
    sync_word_write(written, next)
    sync_clobber()
  }

  /// Reads as ``read()`` does, by relaxed loads.
  @inlinable @inline(__always)
  public func readRelaxed() -> Bool {
    let before = sync_word_read(first)
    // The clobber only keeps the work between the loads. The caller orders the loads.
    sync_clobber()
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    noteRead(before)
    return sync_word_read(second) == before
  }

  /// Writes as ``write()`` does, by relaxed loads and stores, because no other thread writes.
  @inlinable @inline(__always)
  public func writeRelaxed() {
    let next = sync_word_read(first) &+ 1
    sync_word_write(first, next)
    sync_clobber()
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    sync_word_write(second, sync_word_read(second) &+ 1)
    sync_word_write(written, next)
  }
}
