public import Dispatch

/// A group whose members leave, and a wait for them that has a time limit.
public protocol TimedGroup: Sendable {
  /// Whether a round begins with a wait that has to give up, because no member leaves before.
  static var givesUpFirst: Bool { get }

  /// The group itself.
  var group: DispatchGroup { get }

  /// Makes an empty group.
  init()

  /// Has each of the members that have entered add one to its word and leave.
  func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int)

  /// Waits for all members to leave. Returns whether the wait reports that they have.
  func wait() -> Bool

  /// Returns when all members have left, whatever a wait has reported.
  func settle()
}

extension TimedGroup {
  /// By default a round begins with no wait that gives up.
  @inlinable public static var givesUpFirst: Bool { false }

  /// Each in an item on a global queue.
  public func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    let group = self.group
    let queue = DispatchQueue.global()
    for index in 0..<count {
      queue.async {
        addOne(to: words + index)
        group.leave()
      }
    }
  }

  /// Within a limit that no machine needs.
  ///
  /// A process that is stopped meanwhile finds the limit passed, and looks again: see `Patience`.
  public func wait() -> Bool {
    Patience(nanoseconds: 40_000_000_000).wait {
      group.wait(timeout: .now() + .nanoseconds($0)) == .success
    }
  }

  /// Waits until an instant of the monotonic clock; whether all have left before it.
  public func wait(until deadline: UInt64) -> Bool {
    group.wait(timeout: DispatchTime(uptimeNanoseconds: deadline)) == .success
  }

  /// By default all members have left when the wait returns.
  public func settle() {}
}

/// A wait without a limit: what the others are compared with.
public struct UnlimitedWait: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// As long as it takes.
  public func wait() -> Bool {
    group.wait()
    return true
  }
}

/// A wait with a limit, before which all leave.
public struct WaitInTime: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}
}

/// A wait that reaches its limit, and then a second wait that does not.
public struct WaitTimedOut: TimedGroup {
  /// A round begins with a wait that gives up.
  public static var givesUpFirst: Bool { true }

  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}
}

/// Members that leave on the thread that waits: what a leave costs without an item around it.
public struct LeaveAlone: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// One after the other.
  public func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    for index in 0..<count {
      addOne(to: words + index)
      group.leave()
    }
  }
}

/// A negative control: a wait that does not wait, ignores the result, and takes the members for gone.
public struct WaitTakenForDone: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// Says that all have left.
  public func wait() -> Bool {
    _ = group.wait(timeout: .now())
    return true
  }

  /// Waits for the members that had not left.
  public func settle() { group.wait() }
}
