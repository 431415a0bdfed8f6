/// How a reader-writer primitive behaves, as its author declares it: shown beside its figures, and proven
/// by the tests.
public struct ReaderWriterTraits: Equatable, Sendable {
  /// Who goes first where readers and writers wait for each other.
  public enum Preference: String, CaseIterable, Sendable {
    /// Readers: they join the readers that are inside, past the writers that wait.
    case readers
    /// Writers: one that waits goes before all readers that do.
    case writers
    /// By turns: a writer after the readers that were there before it, and after a writer the readers
    /// that wait.
    case phaseFair = "phase-fair"
    /// In the order in which they came.
    case fifo
    /// Nobody by rule.
    case none
  }

  /// Who goes first where readers and writers wait for each other.
  public var preference: Preference
  /// What a reader does while it waits.
  public var readerWaiting: LockTraits.Waiting
  /// What a writer does while it waits.
  public var writerWaiting: LockTraits.Waiting
  /// Whether two readers can be inside at once.
  public var readersRunTogether: Bool
  /// Whether a read writes to memory that other threads use: then readers pass a cache line around.
  public var readersWrite: Bool
  /// Whether other threads that keep coming can keep a reader out forever.
  public var readersMayStarve: Bool
  /// Whether readers that keep coming, or for an exclusion used for both whoever does, can keep a writer
  /// out forever.
  public var writersMayStarve: Bool

  /// Makes the traits of a primitive whose readers run together and take note of themselves in shared
  /// memory.
  public init(
    preference: Preference, readerWaiting: LockTraits.Waiting, writerWaiting: LockTraits.Waiting,
    readersRunTogether: Bool = true, readersWrite: Bool = true, readersMayStarve: Bool = false,
    writersMayStarve: Bool = false
  ) {
    self.preference = preference
    self.readerWaiting = readerWaiting
    self.writerWaiting = writerWaiting
    self.readersRunTogether = readersRunTogether
    self.readersWrite = readersWrite
    self.readersMayStarve = readersMayStarve
    self.writersMayStarve = writersMayStarve
  }
}
