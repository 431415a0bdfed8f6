public import CSyncShims
public import Dispatch
public import Synchronization

/// A way to hand out a round of items and to wait until the last of them has ended.
public protocol FanIn: ~Copyable, Sendable {
  /// Makes one, with all that outlives a round.
  init()

  /// Hands out an item for each of `count` words, one at least, and returns when all have run.
  ///
  /// An item does ``addOne(to:)`` to its word and nothing else.
  borrowing func run(_ words: UnsafeMutablePointer<UInt64>, count: Int)
}

/// Adds one to a word that nobody else writes meanwhile: all that an item of a round does.
///
/// Not with one atomic step: an item that runs twice at once is then seen as well.
@inlinable @inline(__always)
public func addOne(to word: UnsafeMutablePointer<UInt64>) {
  sync_word_write(word, sync_word_read(word) &+ 1)
}

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
