/// An actor, which most Swift code uses instead of a reader-writer lock; its isolated methods are
/// the reads and the writes.
///
/// Tasks, not threads, await the actor. The actor does not let readers run together. If the actor
/// is taken, a task waits without keeping a thread, and tasks are served by priority and then in
/// order of arrival.
public actor ActorReaderWriter {
  /// The declared behaviour.
  ///
  /// A stream of tasks of a higher priority can keep out any other task.
  public static var traits: ReaderWriterTraits {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .sleeps, writerWaiting: .sleeps, readersRunTogether: false,
      readersMayStarve: true, writersMayStarve: true, isAwaited: true, module: "Swift",
      family: .composite)
  }

  /// Makes a free actor.
  public init() {}

  /// Reads while no other task is on the actor.
  @inlinable
  public func read<Section: GuardedSection>(_ section: Section) -> Bool { section.read() }

  /// Writes while no other task is on the actor.
  @inlinable public func write<Section: GuardedSection>(_ section: Section) { section.write() }
}
