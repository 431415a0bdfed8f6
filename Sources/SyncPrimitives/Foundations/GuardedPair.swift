public import CSyncShims

/// What readers and writers do to the data that a primitive guards.
///
/// A primitive runs it as a plain value, so that no closure stands in the way of what is measured.
public protocol GuardedSection: Sendable {
  /// Reads, beside nothing but other reads; whether the data was whole.
  func read() -> Bool

  /// Writes, beside nothing.
  func write()

  /// Reads with relaxed atomics, while a ``writeRelaxed()`` may be going on; whether the data was whole.
  ///
  /// The answer means something only to a caller that finds out afterwards that there was no write.
  func readRelaxed() -> Bool

  /// Writes with relaxed atomics, beside no other write, while a ``readRelaxed()`` may be going on.
  func writeRelaxed()

  /// The same done to a copy of the data, by its number from 0; a section is made for copy 0.
  func copy(_ index: Int) -> Self

  /// The bytes of the data, one copy of it; none where it can't be taken elsewhere.
  var data: UnsafeMutableRawBufferPointer { get }

  /// The same done to data at another place.
  func moved(to data: UnsafeMutableRawPointer) -> Self
}

extension GuardedSection {
  /// None.
  @inlinable public var data: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// The same where it was.
  @inlinable @inline(__always) public func moved(to data: UnsafeMutableRawPointer) -> Self { self }
}

/// Two words that every writer changes together and every reader must see equal.
///
/// They are on different cache lines and the writer works between them, so a reader or a second
/// writer that is not kept out sees them differ, or loses an update. There are as many copies of the
/// pair as the primitive keeps.
///
/// Beside them each thread has a note of its own of what it last read or wrote. The words only grow, so a
/// read of less shows an older state than that thread has already seen.
public struct GuardedPair: ~Copyable, @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let copies: Int
  @usableFromInline let threads: Int

  /// Makes equal pairs, and notes for so many threads.
  @inlinable
  public init(copies: Int = 1, threads: Int = 0) {
    precondition(copies > 0 && threads >= 0)
    self.copies = copies
    self.threads = threads
    // One note more, which is no thread's.
    let count = copies * PairSection.wordsPerCopy + (threads + 1) * PairSection.wordsApart
    words = .makeAligned(repeating: 0, count: count)
  }

  @inlinable deinit { words.deallocate() }

  /// A note: the last value, and how many reads were older; the one behind the threads' is nobody's.
  @inlinable
  borrowing func note(_ thread: Int) -> UnsafeMutablePointer<UInt64> {
    words + copies * PairSection.wordsPerCopy + thread * PairSection.wordsApart
  }

  /// The section that a reader or a writer runs.
  ///
  /// - Parameters:
  ///   - workSteps: How many steps of busy work are done inside.
  ///   - thread: Whose operations these are; nil where nobody asks for stale reads.
  ///   - submitsWrites: Whether its writes are done by others, and after it has gone on: then it knows only
  ///     what it reads.
  @inlinable
  public borrowing func section(
    workSteps: UInt64, thread: Int? = nil, submitsWrites: Bool = false
  ) -> PairSection {
    let nobodys = note(threads)
    let own = thread.map { note($0) } ?? nobodys
    return PairSection(
      first: words, workSteps: workSteps, seen: own, written: submitsWrites ? nobodys : own)
  }

  /// How many reads of a thread showed less than it had read or written before, since it was last asked;
  /// call it after every thread has stopped, and before ``takeWrites()``.
  @inlinable
  public borrowing func takeStaleReads() -> UInt64 {
    var stale: UInt64 = 0
    for thread in 0..<threads {
      stale &+= note(thread)[1]
      note(thread)[1] = 0
    }
    return stale
  }

  /// The writes done since it was last taken, or nil when any of the words differ, and starts again at
  /// zero; call it after every thread has stopped.
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

/// What is done to a pair in a section.
public struct PairSection: GuardedSection, BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let first: UnsafeMutablePointer<UInt64>
  @usableFromInline let workSteps: UInt64
  /// What the thread last read, and behind it how many reads showed less.
  @usableFromInline let seen: UnsafeMutablePointer<UInt64>
  /// Where a write leaves what it wrote: the same place, where the thread does its writes itself.
  @usableFromInline let written: UnsafeMutablePointer<UInt64>

  /// 128 bytes: a word has a pair of cache lines for itself, as a ``CacheAligned`` value does.
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

  /// Notes what a read found.
  ///
  /// What is noted is the first word: a read that a sequence lock throws away may note it too, because no
  /// later load of the same word by this thread finds less. By relaxed atomics, because the note that is nobody's may
  /// be several threads'.
  @inlinable @inline(__always)
  func noteRead(_ value: UInt64) {
    if value >= sync_word_read(seen) {
      sync_word_write(seen, value)
    } else {
      sync_word_write(seen + 1, sync_word_read(seen + 1) &+ 1)
    }
  }

  @inlinable @inline(__always) var second: UnsafeMutablePointer<UInt64> { first + Self.wordsApart }

  /// The same pair's copy.
  @inlinable @inline(__always)
  public func copy(_ index: Int) -> PairSection {
    PairSection(
      first: first + index &* Self.wordsPerCopy, workSteps: workSteps, seen: seen, written: written)
  }

  /// The memory of the copy that this is for.
  @inlinable
  public var data: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(
      start: UnsafeMutableRawPointer(first),
      count: Self.wordsPerCopy * MemoryLayout<UInt64>.stride)
  }

  /// The same pair in other memory, laid out alike.
  @inlinable @inline(__always)
  public func moved(to data: UnsafeMutableRawPointer) -> PairSection {
    PairSection(
      first: data.assumingMemoryBound(to: UInt64.self), workSteps: workSteps, seen: seen,
      written: written)
  }

  /// Reads both words with the work between them; whether they were equal.
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

  /// As ``read()``, by relaxed loads.
  @inlinable @inline(__always)
  public func readRelaxed() -> Bool {
    let before = sync_word_read(first)
    // The clobber only keeps the work between the loads; what orders them is the caller's affair.
    sync_clobber()
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    noteRead(before)
    return sync_word_read(second) == before
  }

  /// As ``write()``, by relaxed loads and stores: nobody else writes.
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
