/// A primitive that keeps writers apart from readers and from each other.
///
/// Many threads use a conforming type concurrently through one shared borrow.
public protocol ReaderWriterExclusion: ~Copyable, Sendable {
  /// The declared behaviour; nil if none is declared.
  static var traits: ReaderWriterTraits? { get }

  /// The number of copies of the data that the primitive keeps; a section's `copy` selects one of
  /// them.
  static var copies: Int { get }

  /// Whether a write may still have to be done when `write` returns.
  static var submitsWrites: Bool { get }

  /// Makes a free primitive.
  init()

  /// Moves the section's data into the primitive's own memory, if the primitive has any.
  ///
  /// To be called before the first read or write, with all threads at rest.
  borrowing func takeOver<Section: GuardedSection>(_ section: Section)

  /// Moves the data back into the section's memory, with all threads at rest.
  borrowing func putBack<Section: GuardedSection>(_ section: Section)

  /// Reads in a section while no writer runs, and returns whether the data was whole.
  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool

  /// Writes in a section while no other section runs, or submits such a write.
  borrowing func write<Section: GuardedSection>(_ section: Section)

  /// Waits until every submitted write is done.
  borrowing func drain()
}

extension ReaderWriterExclusion where Self: ~Copyable {
  /// No behaviour is declared.
  public static var traits: ReaderWriterTraits? { nil }

  /// One: the data itself and no other copy.
  @inlinable public static var copies: Int { 1 }

  /// false: a write is done when `write` returns.
  @inlinable public static var submitsWrites: Bool { false }

  /// Does nothing: the data stays in the section's memory.
  @inlinable public borrowing func takeOver<Section: GuardedSection>(_ section: Section) {}

  /// Does nothing: the data is already in the section's memory.
  @inlinable public borrowing func putBack<Section: GuardedSection>(_ section: Section) {}

  /// Does nothing: every write is already done.
  @inlinable public borrowing func drain() {}
}

/// A reader-writer primitive with acquire and release as separate calls.
public protocol ReaderWriterLock: ReaderWriterExclusion, ~Copyable {
  /// Waits until no writer holds the lock, then takes it for reading: an acquire operation.
  borrowing func acquireShared()

  /// Gives the lock back after reading: a release operation, by the thread that took it.
  borrowing func releaseShared()

  /// Waits until the lock is free, then takes it for writing: an acquire operation.
  borrowing func acquireExclusive()

  /// Gives the lock back after writing: a release operation, by the thread that took it.
  borrowing func releaseExclusive()
}

extension ReaderWriterLock where Self: ~Copyable {
  /// Reads while the thread holds the lock for reading.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    acquireShared()
    let isWhole = section.read()
    releaseShared()
    return isWhole
  }

  /// Writes while the thread holds the lock for writing.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    acquireExclusive()
    section.write()
    releaseExclusive()
  }
}

/// A plain mutual exclusion used for reads and writes alike.
public struct ExclusiveReaderWriter<Exclusion: MutualExclusion & ~Copyable>:
  ReaderWriterExclusion, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion = Exclusion()

  /// The declared behaviour, which follows from that of the exclusion.
  public static var traits: ReaderWriterTraits? {
    Exclusion.traits.map { traits in
      // If threads are not served in turn, any reader or writer can be overtaken forever.
      let isInTurn = traits.order == .fifo
      return ReaderWriterTraits(
        preference: isInTurn ? .fifo : .none, readerWaiting: traits.waiting,
        writerWaiting: traits.waiting, readersRunTogether: false, readersWrite: true,
        readersMayStarve: !isInTurn, writersMayStarve: !isInTurn,
        survivesOversubscription: traits.survivesOversubscription, module: traits.module,
        family: traits.family)
    }
  }

  /// Makes a free primitive.
  @inlinable public init() {}

  /// Reads while no other section runs.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    var state: Void = ()
    var isWhole = false
    exclusion.exclusively(&state) { isWhole = section.read() }
    return isWhole
  }

  /// Writes while no other section runs.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    var state: Void = ()
    exclusion.exclusively(&state) { section.write() }
  }
}

/// The behaviour of a reader-writer primitive, as its author declares it.
///
/// Reports show the declared behaviour beside the figures, and tests check it.
public struct ReaderWriterTraits: Equatable, Sendable {
  /// The rule that says which of the waiting readers and writers go first.
  public enum Preference: String, CaseIterable, Sendable {
    /// Readers: they join the readers inside, ahead of waiting writers.
    case readers
    /// Writers: a waiting writer goes before all waiting readers.
    case writers
    /// By turns: a writer after the readers that came before it, then all readers that wait.
    case phaseFair = "phase-fair"
    /// Readers and writers in the order in which they came.
    case fifo
    /// No rule says which threads go first.
    case none
  }

  /// The threads that go first if readers and writers wait.
  public var preference: Preference
  /// The activity of a waiting reader.
  public var readerWaiting: LockTraits.Waiting
  /// The activity of a waiting writer.
  public var writerWaiting: LockTraits.Waiting
  /// Whether two readers can be inside at the same time.
  public var readersRunTogether: Bool
  /// Whether a read writes to memory that other threads use, so that readers pass a cache line
  /// around.
  public var readersWrite: Bool
  /// Whether a stream of other threads can keep a reader out forever.
  public var readersMayStarve: Bool
  /// Whether a stream of readers, or of any other threads if readers exclude each other too, can
  /// keep a writer out forever.
  public var writersMayStarve: Bool
  /// Whether throughput stays in the same order of magnitude with more threads than CPUs.
  public var survivesOversubscription: Bool
  /// Whether callers await the primitive, and so must be async themselves.
  public var isAwaited: Bool
  /// The module that users of the primitive import, such as `Dispatch`; nil for the module that
  /// declares the primitive.
  public var module: String?
  /// The kind of mechanism on which the primitive is built.
  public var family: PrimitiveFamily

  /// Makes traits, by default of a primitive whose readers run together and write to shared memory.
  ///
  /// By default, the primitive survives more threads than CPUs if no waiter spins.
  public init(
    preference: Preference, readerWaiting: LockTraits.Waiting, writerWaiting: LockTraits.Waiting,
    readersRunTogether: Bool = true, readersWrite: Bool = true, readersMayStarve: Bool = false,
    writersMayStarve: Bool = false, survivesOversubscription: Bool? = nil,
    isAwaited: Bool = false, module: String? = nil, family: PrimitiveFamily? = nil
  ) {
    self.preference = preference
    self.readerWaiting = readerWaiting
    self.writerWaiting = writerWaiting
    self.readersRunTogether = readersRunTogether
    self.readersWrite = readersWrite
    self.readersMayStarve = readersMayStarve
    self.writersMayStarve = writersMayStarve
    self.isAwaited = isAwaited
    self.module = module
    self.family = family ?? PrimitiveFamily(readerWaiting)
    self.survivesOversubscription =
      survivesOversubscription ?? (readerWaiting != .spins && writerWaiting != .spins)
  }
}
