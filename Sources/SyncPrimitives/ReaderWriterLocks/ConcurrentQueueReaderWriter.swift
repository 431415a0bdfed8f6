public import Dispatch

/// A private concurrent queue: reads by `sync`, writes by `sync(flags: .barrier)`.
public struct ConcurrentQueueBarrierSyncReaderWriter: ReaderWriterExclusion {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .fifo, readerWaiting: .sleeps, writerWaiting: .sleeps, module: "Dispatch",
      family: .concurrentQueue)
  }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Reads beside other readers.
  @inlinable @inline(__always)
  public func read<Section: GuardedSection>(_ section: Section) -> Bool {
    queue.sync { section.read() }
  }

  /// Writes while no other thread reads or writes, and returns when the write is done.
  @inlinable @inline(__always)
  public func write<Section: GuardedSection>(_ section: Section) {
    queue.sync(flags: .barrier) { section.write() }
  }
}

/// A private concurrent queue: reads by `sync`, writes by `async(flags: .barrier)`.
///
/// A writer does not wait. Every read waits for the writes before it, so reads keep the queue
/// short. With writes alone, nothing but a drain limits the queue's length.
public struct ConcurrentQueueBarrierAsyncReaderWriter: ReaderWriterExclusion {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .fifo, readerWaiting: .sleeps, writerWaiting: .never, module: "Dispatch",
      family: .concurrentQueue)
  }

  /// true: a write may still be under way when `write` returns.
  @inlinable public static var submitsWrites: Bool { true }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Reads beside other readers, after the writes submitted before.
  @inlinable @inline(__always)
  public func read<Section: GuardedSection>(_ section: Section) -> Bool {
    queue.sync { section.read() }
  }

  /// Submits a write.
  @inlinable @inline(__always)
  public func write<Section: GuardedSection>(_ section: Section) {
    queue.async(flags: .barrier) { section.write() }
  }

  /// Waits for every write.
  @inlinable public func drain() { queue.sync(flags: .barrier) {} }
}
