public import Dispatch

/// `async(group:)` on a global queue, and the group's `wait`.
public struct GroupAsyncFanIn: FanIn {
  @usableFromInline let queue = DispatchQueue.global()
  @usableFromInline let group = DispatchGroup()

  /// Makes an empty group.
  @inlinable public init() {}

  /// Submits the items with the group and waits for it.
  @inlinable @inline(__always)
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    for index in 0..<count {
      queue.async(group: group) { addOne(to: words + index) }
    }
    group.wait()
  }
}

/// `enter` before each submission, `leave` at the end of each item, and the group's `wait`.
public struct GroupEnterLeaveFanIn: FanIn {
  @usableFromInline let queue = DispatchQueue.global()
  @usableFromInline let group = DispatchGroup()

  /// Makes an empty group.
  @inlinable public init() {}

  /// Enters for each item, which leaves, and waits for the group.
  @inlinable @inline(__always)
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    let group = self.group
    for index in 0..<count {
      group.enter()
      queue.async {
        addOne(to: words + index)
        group.leave()
      }
    }
    group.wait()
  }
}

/// `async(group:)` on a global queue, and the group's `notify` in place of its `wait`: what it runs
/// signals a semaphore.
public struct GroupNotifyFanIn: FanIn {
  @usableFromInline let queue = DispatchQueue.global()
  @usableFromInline let group = DispatchGroup()
  @usableFromInline let done = DispatchSemaphore(value: 0)

  /// Makes an empty group.
  @inlinable public init() {}

  /// Submits the items with the group and waits for what it notifies.
  @inlinable @inline(__always)
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    let done = self.done
    for index in 0..<count {
      queue.async(group: group) { addOne(to: words + index) }
    }
    group.notify(queue: queue) { done.signal() }
    done.wait()
  }
}
