public import Dispatch
public import Synchronization

/// A group written by hand: an atomic count of the items that are left, and a semaphore that the
/// last of them signals.
public struct CountdownFanIn: FanIn, ~Copyable {
  @usableFromInline let queue = DispatchQueue.global()
  @usableFromInline let left = CacheAligned(Atomic<Int>(0))
  @usableFromInline let done = DispatchSemaphore(value: 0)

  /// Makes one of which nothing is left.
  @inlinable public init() {}

  /// Submits the items and waits for the last one.
  @inlinable @inline(__always)
  public borrowing func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    nonisolated(unsafe) let left = self.left.pointer
    let done = self.done
    left.pointee.store(count, ordering: .relaxed)
    for index in 0..<count {
      queue.async {
        addOne(to: words + index)
        // Each releases its own word; the last acquires all of them, and hands them on by its
        // signal.
        let now = left.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if now == 0 { done.signal() }
      }
    }
    done.wait()
  }
}
