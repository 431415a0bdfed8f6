public import Dispatch

/// A group whose members leave, and a wait for them to leave, mostly with a time limit.
///
/// A *member* is an entry of the `DispatchGroup`: an `enter` that one `leave` balances. In a round
/// of the workload, members enter the group and leave it.
public protocol TimedGroup: Sendable {
  /// Whether a round begins with a wait that has to give up, because no member leaves before the
  /// wait's limit.
  static var givesUpFirst: Bool { get }

  /// The group itself.
  var group: DispatchGroup { get }

  /// Makes an empty group.
  init()

  /// Makes each of `count` members, which have entered, add one to its word and leave.
  func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int)

  /// Waits for all members to leave, and returns whether the wait reports that they have left.
  func wait() -> Bool

  /// Returns when all members have left, whatever a wait has reported.
  func settle()
}

extension TimedGroup {
  /// false by default: no wait gives up.
  @inlinable public static var givesUpFirst: Bool { false }

  /// Makes each member leave in an item on a global queue.
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

  /// Waits with a limit of 40 s, which is longer than any machine needs.
  ///
  /// The limit is divided into slices, because the process may be stopped meanwhile (see
  /// `Patience`).
  public func wait() -> Bool {
    Patience(nanoseconds: 40_000_000_000).wait {
      group.wait(timeout: .now() + .nanoseconds($0)) == .success
    }
  }

  /// Waits until an instant of the monotonic clock, and returns whether all members have left by
  /// then.
  public func wait(until deadline: UInt64) -> Bool {
    group.wait(timeout: DispatchTime(uptimeNanoseconds: deadline)) == .success
  }

  /// Does nothing: all members have left when the wait returns.
  public func settle() {}
}

/// A wait without a limit, with which the other waits are compared.
public struct UnlimitedWait: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// Waits without a limit.
  public func wait() -> Bool {
    group.wait()
    return true
  }
}

/// A wait with a limit; all members leave in time.
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

/// Members that leave on the waiting thread: the cost of a leave without a queue's item around it.
public struct LeaveAlone: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// Makes the members leave one after the other, on the calling thread.
  public func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    for index in 0..<count {
      addOne(to: words + index)
      group.leave()
    }
  }
}

/// A negative control: a wait that gives up at once, ignores the result, and assumes that the
/// members have left.
public struct WaitTakenForDone: TimedGroup {
  /// The group itself.
  public let group = DispatchGroup()

  /// Makes an empty group.
  public init() {}

  /// Returns true, even if members have not left.
  public func wait() -> Bool {
    _ = group.wait(timeout: .now())
    return true
  }

  /// Waits for the members that had not left.
  public func settle() { group.wait() }
}
