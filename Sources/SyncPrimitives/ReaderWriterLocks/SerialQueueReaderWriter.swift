public import Dispatch

/// A private serial queue, as guides advise for a property: reads by `sync`, writes by `async`.
///
/// Readers exclude each other. A writer does not wait, and each read waits for the writes before
/// it.
public struct SerialQueueAsyncReaderWriter: ReaderWriterExclusion {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.serial")

  /// The declared behaviour of the primitive: FIFO, with readers that sleep and writers that never
  /// wait.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .fifo, readerWaiting: .sleeps, writerWaiting: .never,
      readersRunTogether: false, module: "Dispatch", family: .serialQueue)
  }

  /// true: a write is submitted and not waited for.
  public static var submitsWrites: Bool { true }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Reads while no other section runs, after the writes submitted before.
  @inlinable @inline(__always)
  public func read<Section: GuardedSection>(_ section: Section) -> Bool {
    queue.sync { section.read() }
  }

  /// Submits a write.
  @inlinable @inline(__always)
  public func write<Section: GuardedSection>(_ section: Section) {
    queue.async { section.write() }
  }

  /// Waits for every write.
  @inlinable public func drain() { queue.sync {} }
}
