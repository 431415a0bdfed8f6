public import Dispatch

/// A negative control: `sync(flags: .barrier)` on a global queue, where a barrier excludes nothing.
public struct GlobalQueueBarrier: ReaderWriterExclusion {
  @usableFromInline let queue = DispatchQueue.global()

  /// The declared behaviour: no thread waits, and a read does not write to the queue.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .never, readersWrite: false,
      family: .concurrentQueue)
  }

  /// Takes the default global queue.
  @inlinable public init() {}

  /// Reads, while other threads may read and write.
  @inlinable @inline(__always)
  public func read<Section: GuardedSection>(_ section: Section) -> Bool {
    queue.sync { section.read() }
  }

  /// Writes, while other threads may read and write.
  @inlinable @inline(__always)
  public func write<Section: GuardedSection>(_ section: Section) {
    queue.sync(flags: .barrier) { section.write() }
  }
}
