public import Dispatch

/// A negative control: `sync(flags: .barrier)` on a global queue, where a barrier excludes nothing.
public struct GlobalQueueBarrier: ReaderWriterExclusion {
  @usableFromInline let queue = DispatchQueue.global()

  /// The declared behaviour: no thread waits, and a global queue is not even written to.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .never, readersWrite: false,
      family: .concurrentQueue)
  }

  /// Takes the default global queue.
  @inlinable public init() {}

  /// Reads.
  @inlinable @inline(__always)
  public func read<Section: GuardedSection>(_ section: Section) -> Bool {
    queue.sync { section.read() }
  }

  /// Writes, beside other writers.
  @inlinable @inline(__always)
  public func write<Section: GuardedSection>(_ section: Section) {
    queue.sync(flags: .barrier) { section.write() }
  }
}
