public import CSyncShims
import Dispatch
public import Synchronization

/// The record of calls to a throttle: the time of each call, and the time of its action.
///
/// The throttle decides by the recorded times, so its decisions can be checked.
///
/// The conformance to `Sendable` is unchecked: the words are written inside the throttle's lock,
/// and read when no call is held back.
public final class ThrottleRecord: @unchecked Sendable {
  /// The shortest time between two actions, in ns.
  public let periodNanoseconds: UInt64
  /// The largest number of calls.
  public let capacity: Int
  @usableFromInline let calledAt: UnsafeMutablePointer<UInt64>
  @usableFromInline let ranAt: UnsafeMutablePointer<UInt64>
  @usableFromInline let runs: UnsafeMutablePointer<UInt64>
  private let patience: Patience

  /// Makes a record without calls.
  ///
  /// - Parameters:
  ///   - capacity: The largest number of calls.
  ///   - periodNanoseconds: The shortest time between two actions, in ns.
  ///   - patienceNanoseconds: The longest wait for a call that is held back, in ns.
  public init(capacity: Int, periodNanoseconds: UInt64, patienceNanoseconds: Int = 2_000_000_000) {
    self.capacity = capacity
    self.periodNanoseconds = periodNanoseconds
    patience = Patience(nanoseconds: patienceNanoseconds)
    calledAt = .makeAligned(repeating: 0, count: capacity)
    ranAt = .makeAligned(repeating: 0, count: capacity)
    runs = .makeAligned(repeating: 0, count: capacity)
  }

  deinit {
    calledAt.deallocate()
    ranAt.deallocate()
    runs.deallocate()
  }

  /// Notes the instant on which the throttle's decision about a call is based.
  @inlinable @inline(__always)
  public func noteCall(_ call: Int, at nanoseconds: UInt64) { calledAt[call] = nanoseconds }

  /// Notes that a call's action runs.
  @inlinable @inline(__always)
  public func noteAction(of call: Int, at nanoseconds: UInt64) {
    ranAt[call] = nanoseconds
    runs[call] &+= 1
  }

  /// Waits for the signal of a call that is held back, and returns false if no signal comes.
  func wait(for delivery: DispatchSemaphore) -> Bool { patience.wait(for: delivery) }

  /// The number of actions of the first `calls` calls, and the number that the period allows in the
  /// time from the first of these actions to the last.
  public func firings(of calls: Int) -> (seen: UInt64, allowed: UInt64) {
    let ran = (0..<calls).filter { runs[$0] > 0 }
    guard let first = ran.first, let last = ran.last, periodNanoseconds > 0 else { return (0, 0) }
    let span = ranAt[last] &- ranAt[first]
    return (ran.reduce(0) { $0 &+ runs[$1] }, span / periodNanoseconds &+ 1)
  }

  /// The first fault under the rule that the first call of a period passes and the other calls are
  /// dropped; nil if each first call of a period ran once, and no other call ran.
  public func faultOfFirst(calls: Int) -> String? {
    var opens: UInt64 = 0
    for call in 0..<calls {
      let passes = calledAt[call] >= opens
      if passes { opens = calledAt[call] &+ periodNanoseconds }
      if passes, runs[call] == 0 { return "call \(call + 1) of \(calls) was due, but was dropped" }
      if runs[call] > (passes ? 1 : 0) {
        return passes
          ? "call \(call + 1) of \(calls) ran \(runs[call]) times"
          : "call \(call + 1) of \(calls) ran in the period of an earlier call"
      }
    }
    return nil
  }

  /// The first fault under the rule that the first call of a period runs immediately, and the last
  /// at the period's end.
  ///
  /// nil if the first and the last of all calls ran, no call ran twice or before it was made, and
  /// no call ran in the period that begins with the action of an earlier call.
  public func faultOfLatest(calls: Int) -> String? {
    guard calls > 0 else { return nil }
    if runs[0] != 1 { return "the first call ran \(runs[0]) times" }
    if runs[calls - 1] != 1 { return "the last of \(calls) calls ran \(runs[calls - 1]) times" }
    var latest = ranAt[0]
    for call in 1..<calls where runs[call] > 0 {
      if runs[call] > 1 { return "call \(call + 1) of \(calls) ran \(runs[call]) times" }
      if ranAt[call] < calledAt[call] {
        return "call \(call + 1) of \(calls) ran before it was made"
      }
      if ranAt[call] < latest &+ periodNanoseconds {
        return "call \(call + 1) of \(calls) ran in the period of an earlier call"
      }
      latest = ranAt[call]
    }
    return nil
  }
}

/// A throttle, which runs an action at most once in a period, however often it is called.
public protocol Throttle: Sendable {
  /// Makes a throttle without calls.
  init()

  /// Calls the throttle, which reads the clock, notes the call, and runs, holds back or drops its
  /// action.
  func call(_ call: Int, _ record: ThrottleRecord)

  /// Returns when no call is held back.
  func drain(_ record: ThrottleRecord)

  /// The fault in the first `calls` calls; nil if there is none.
  func fault(_ record: ThrottleRecord, calls: Int) -> String?
}

extension Throttle {
  /// Does nothing: no call is held back.
  public func drain(_ record: ThrottleRecord) {}
}

/// A throttle that lets the first call of a period pass and drops the other calls.
///
/// The state is the instant of the period's end, behind a mutex.
public final class FirstThrottle: Throttle {
  @usableFromInline let opens = Mutex<UInt64>(0)

  /// Makes a throttle that lets the next call pass.
  public init() {}

  /// If the period is over, runs the action and begins another period; otherwise drops the call.
  ///
  /// The clock is read inside the mutex, because a thread that waited would otherwise decide by an
  /// old time.
  @inlinable @inline(__always)
  public func call(_ call: Int, _ record: ThrottleRecord) {
    opens.withLock { opens in
      let now = sync_monotonic_ns()
      record.noteCall(call, at: now)
      guard now >= opens else { return }
      opens = now &+ record.periodNanoseconds
      record.noteAction(of: call, at: now)
    }
  }

  /// The first fault under the rule that only the first call of each period passes.
  public func fault(_ record: ThrottleRecord, calls: Int) -> String? {
    record.faultOfFirst(calls: calls)
  }
}

/// The call that a throttle holds back until the end of a period.
///
/// The conformance to `Sendable` is unchecked: the state is read and written only inside the mutex.
private final class HeldCall: @unchecked Sendable {
  struct State {
    var opens: UInt64 = 0
    var call: Int?
    var item: DispatchWorkItem?
  }

  private let mutex = StandardMutex()
  private var state = State()
  private let queue = DispatchQueue(label: "syncbench.throttle")
  private let delivered = DispatchSemaphore(value: 0)

  /// Runs a call's action if the period is over and no call is held back.
  ///
  /// Otherwise holds the call back, in place of a call that was held until now. Before that, `hold`
  /// sees to a delivery at the period's end.
  func call(_ call: Int, _ record: ThrottleRecord, hold: (inout State) -> Void) {
    exclusively { state in
      let now = sync_monotonic_ns()
      record.noteCall(call, at: now)
      if state.call == nil, now >= state.opens {
        state.opens = now &+ record.periodNanoseconds
        return record.noteAction(of: call, at: now)
      }
      hold(&state)
      state.call = call
    }
  }

  /// Runs an item at an instant.
  func arm(_ item: DispatchWorkItem, at instant: UInt64) {
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: instant), execute: item)
  }

  /// Runs, at an instant, the call that is held back then.
  func arm(_ record: ThrottleRecord, at instant: UInt64) {
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: instant)) { self.deliver(record) }
  }

  /// Runs the action of the call that is held back, if `wanted` is nil or that call.
  func deliver(_ record: ThrottleRecord, only wanted: Int? = nil) {
    exclusively { state in
      guard let call = state.call, wanted == nil || wanted == call else { return }
      let now = sync_monotonic_ns()
      state.call = nil
      state.item = nil
      state.opens = now &+ record.periodNanoseconds
      record.noteAction(of: call, at: now)
    }
    delivered.signal()
  }

  /// Returns when no call is held back.
  func drain(_ record: ThrottleRecord) {
    while isHolding {
      guard record.wait(for: delivered) else { return }
    }
  }

  private var isHolding: Bool {
    var holds = false
    exclusively { holds = $0.call != nil }
    return holds
  }

  private func exclusively(_ body: (inout State) -> Void) {
    var nothing: Void = ()
    mutex.exclusively(&nothing) { body(&state) }
  }
}

/// A throttle that runs the first call of a period immediately and the last call at the period's
/// end.
///
/// The first call that is held back arms a closure, and each later call replaces the held call.
public final class LatestThrottle: Throttle {
  private let held = HeldCall()

  /// Makes a throttle that lets the next call pass.
  public init() {}

  /// Runs the action, or holds the call back in place of the call that was held until now.
  public func call(_ call: Int, _ record: ThrottleRecord) {
    var due: UInt64?
    held.call(call, record) { if $0.call == nil { due = $0.opens } }
    if let due { held.arm(record, at: due) }
  }

  /// Waits for the call that is held back.
  public func drain(_ record: ThrottleRecord) { held.drain(record) }

  /// The first fault under the rule that the first and the last call of each period pass.
  public func fault(_ record: ThrottleRecord, calls: Int) -> String? {
    record.faultOfLatest(calls: calls)
  }
}

/// A throttle in the form of the usual debounce recipe: each call that is held back cancels the
/// previous work item, and submits another for the end of the period.
public final class WorkItemThrottle: Throttle {
  private let held = HeldCall()

  /// Makes a throttle that lets the next call pass.
  public init() {}

  /// Runs the action, or cancels the item that is armed and arms another.
  public func call(_ call: Int, _ record: ThrottleRecord) {
    let held = held
    held.call(call, record) { state in
      state.item?.cancel()
      // An item that has begun can't be cancelled any more, so it checks whether its call is still
      // held back.
      let item = DispatchWorkItem { held.deliver(record, only: call) }
      state.item = item
      held.arm(item, at: state.opens)
    }
  }

  /// Waits for the call that is held back.
  public func drain(_ record: ThrottleRecord) { held.drain(record) }

  /// The first fault under the rule that the first and the last call of each period pass.
  public func fault(_ record: ThrottleRecord, calls: Int) -> String? {
    record.faultOfLatest(calls: calls)
  }
}

/// A negative control: a throttle that counts the calls of a period, and lets two pass instead of
/// one.
public final class LeakyThrottle: Throttle {
  private struct State {
    var opens: UInt64 = 0
    var passed = 0
  }

  private let state = Mutex(State())

  /// Makes a throttle that lets the next two calls pass.
  public init() {}

  /// Lets a second call of the period pass.
  public func call(_ call: Int, _ record: ThrottleRecord) {
    state.withLock { state in
      let now = sync_monotonic_ns()
      record.noteCall(call, at: now)
      if now >= state.opens { state = State(opens: now &+ record.periodNanoseconds) }
      guard state.passed <= 1 else { return }
      state.passed += 1
      record.noteAction(of: call, at: now)
    }
  }

  /// The first fault under the rule that only the first call of each period passes.
  public func fault(_ record: ThrottleRecord, calls: Int) -> String? {
    record.faultOfFirst(calls: calls)
  }
}
