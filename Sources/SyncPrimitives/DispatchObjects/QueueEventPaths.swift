import CSyncShims
import Dispatch

/// A closure given to `async` on an idle serial queue: from before the call to the closure.
public final class AsyncPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Submits a closure.
  public func bringAbout() {
    let record = self.record
    record.noteCause()
    queue.async { record.noteHandler(at: sync_monotonic_ns()) }
  }
}

/// A `DispatchWorkItem` given to `async(execute:)` on an idle serial queue: from before the call to
/// the item.
public final class WorkItemPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Makes an item, and then submits it.
  public func bringAbout() {
    let record = self.record
    let item = DispatchWorkItem { record.noteHandler(at: sync_monotonic_ns()) }
    record.noteCause()
    queue.async(execute: item)
  }
}

/// A `DispatchWorkItem` with a `notify`: from the end of the item to what it notifies.
public final class WorkItemNotifyPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")

  /// Makes an idle queue.
  public init(_ record: EventInstants) { self.record = record }

  /// Submits an item whose last instruction is the cause.
  public func bringAbout() {
    let record = self.record
    let item = DispatchWorkItem { record.noteCause() }
    item.notify(queue: queue) { record.noteHandler(at: sync_monotonic_ns()) }
    queue.async(execute: item)
  }
}

/// A `DispatchGroup` with a `notify`: from before the last `leave` to what it notifies.
public final class GroupNotifyPath: EventPath {
  private let record: EventInstants
  private let queue = DispatchQueue(label: "syncbench.event")
  private let group = DispatchGroup()

  /// Makes an empty group.
  public init(_ record: EventInstants) { self.record = record }

  /// Leaves a group that nobody else is in.
  public func bringAbout() {
    let record = self.record
    group.enter()
    group.notify(queue: queue) { record.noteHandler(at: sync_monotonic_ns()) }
    record.noteCause()
    group.leave()
  }
}

/// `DispatchSemaphore` between threads: from before the `signal` to what follows the `wait` of
/// another thread.
public final class SemaphorePath: EventPath {
  private let record: EventInstants
  private let wake = DispatchSemaphore(value: 0)
  private let end = Flag()

  /// Has a thread of the pool wait.
  public init(_ record: EventInstants) {
    self.record = record
    let wake = self.wake
    let end = self.end
    DispatchQueue(label: "syncbench.waiter").async {
      while true {
        wake.wait()
        let now = sync_monotonic_ns()
        if end.isRaised { return }
        record.noteHandler(at: now)
      }
    }
  }

  deinit {
    end.raise()
    wake.signal()
  }

  /// Signals.
  public func bringAbout() {
    record.noteCause()
    wake.signal()
  }
}

/// A flag that one thread raises and another looks at.
private final class Flag: Sendable {
  private let word = CacheAligned<UInt32>(0)

  var isRaised: Bool { sync_flag_read(word.pointer) != 0 }

  func raise() { sync_flag_write(word.pointer, 1) }
}
