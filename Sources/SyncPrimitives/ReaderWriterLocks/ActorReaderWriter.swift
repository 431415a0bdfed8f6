/// An actor whose isolated methods are the reads and the writes: what most Swift code has in place of a
/// reader-writer lock.
///
/// Tasks await it, not threads. It knows of no readers that could run together. Taken, it has a task wait
/// without its thread, by priority and else first come.
public actor ActorReaderWriter {
  /// The declared behaviour.
  ///
  /// A stream of tasks of a higher priority can keep out any other task.
  public static var traits: ReaderWriterTraits {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .sleeps, writerWaiting: .sleeps, readersRunTogether: false,
      readersMayStarve: true, writersMayStarve: true, module: "Swift", family: .composite)
  }

  /// Makes a free one.
  public init() {}

  /// Reads while no other task is on the actor.
  @inlinable
  public func read<Section: GuardedSection>(_ section: Section) -> Bool { section.read() }

  /// Writes while no other task is on the actor.
  @inlinable public func write<Section: GuardedSection>(_ section: Section) { section.write() }
}
