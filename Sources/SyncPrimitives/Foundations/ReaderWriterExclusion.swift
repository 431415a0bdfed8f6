public import CSyncShims

/// Two words that every writer changes together and every reader must see equal.
///
/// They are on different cache lines and the writer works between them, so a reader or a second
/// writer that is not kept out sees them differ, or loses an update.
public struct GuardedPair: ~Copyable, Sendable {
  @usableFromInline let first = CacheAligned<UInt64>(0)
  @usableFromInline let second = CacheAligned<UInt64>(0)

  /// Makes an equal pair.
  @inlinable public init() {}

  /// The section that a reader runs.
  @inlinable
  public borrowing func readSection(workSteps: UInt64) -> PairSection {
    PairSection(first: first.pointer, second: second.pointer, workSteps: workSteps)
  }

  /// The writes done since it was last taken, or nil when the words differ, and starts again at zero;
  /// call it after every thread has stopped.
  @inlinable
  public borrowing func takeWrites() -> UInt64? {
    let writes = first.pointer.pointee
    let isWhole = second.pointer.pointee == writes
    first.pointer.pointee = 0
    second.pointer.pointee = 0
    return isWhole ? writes : nil
  }
}

/// What is done to a pair in a section: a plain value, so that no closure stands in the way.
@frozen
public struct PairSection: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let first: UnsafeMutablePointer<UInt64>
  @usableFromInline let second: UnsafeMutablePointer<UInt64>
  @usableFromInline let workSteps: UInt64

  @inlinable
  init(
    first: UnsafeMutablePointer<UInt64>, second: UnsafeMutablePointer<UInt64>, workSteps: UInt64
  ) {
    self.first = first
    self.second = second
    self.workSteps = workSteps
  }

  /// Reads both words with the work between them; whether they were equal.
  @inlinable @inline(__always)
  public func read() -> Bool {
    sync_clobber()
    let before = first.pointee
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    return second.pointee == before
  }

  /// Adds one to both words with the work between them.
  @inlinable @inline(__always)
  public func write() {
    sync_clobber()
    first.pointee &+= 1
    sync_clobber()
    if workSteps > 0 { _ = sync_work(workSteps) }
    sync_clobber()
    second.pointee &+= 1
    sync_clobber()
  }
}

/// A primitive that keeps writers apart from readers and from each other.
public protocol ReaderWriterExclusion: ~Copyable, Sendable {
  /// Makes a free one.
  init()

  /// Reads in a section that no writer runs beside; whether the pair was whole.
  borrowing func read(_ section: PairSection) -> Bool

  /// Writes, or submits the write, in a section that nothing runs beside.
  borrowing func write(_ section: PairSection)

  /// Waits until every submitted write is done.
  borrowing func drain()
}

extension ReaderWriterExclusion where Self: ~Copyable {
  /// Nothing is ever left undone.
  @inlinable public borrowing func drain() {}
}

/// A plain mutual exclusion used for reads and writes alike.
public struct ExclusiveReaderWriter<Exclusion: MutualExclusion & ~Copyable>:
  ReaderWriterExclusion, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion = Exclusion()

  /// Makes a free one.
  @inlinable public init() {}

  /// Reads alone.
  @inlinable @inline(__always)
  public borrowing func read(_ section: PairSection) -> Bool {
    var state: Void = ()
    var isWhole = false
    exclusion.exclusively(&state) { isWhole = section.read() }
    return isWhole
  }

  /// Writes alone.
  @inlinable @inline(__always)
  public borrowing func write(_ section: PairSection) {
    var state: Void = ()
    exclusion.exclusively(&state) { section.write() }
  }
}
