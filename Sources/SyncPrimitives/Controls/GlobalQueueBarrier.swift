public import Dispatch

/// A negative control: `sync(flags: .barrier)` on a global queue, where a barrier excludes nothing.
public struct GlobalQueueBarrier: ReaderWriterExclusion {
  @usableFromInline let queue = DispatchQueue.global()

  /// Takes the default global queue.
  @inlinable public init() {}

  /// Reads.
  @inlinable @inline(__always)
  public func read(_ section: PairSection) -> Bool { queue.sync { section.read() } }

  /// Writes, beside whoever else does.
  @inlinable @inline(__always)
  public func write(_ section: PairSection) { queue.sync(flags: .barrier) { section.write() } }
}
