import CSyncShims
public import Dispatch

/// What became of the calls of a burst: when each was made, and whether its action ran.
///
/// A burst with a fault is the last of its record: an action that comes late is noted where nobody
/// looks.
///
/// Unchecked: an action writes what the thread that waits for it reads afterwards.
public final class BurstCallRecord: @unchecked Sendable {
  /// How many calls a burst has.
  public let calls: Int
  /// How long nobody may have called before the action runs, in ns.
  public let quietNanoseconds: UInt64
  private let calledAt: UnsafeMutablePointer<UInt64>
  private let runs: UnsafeMutablePointer<UInt64>
  private let ranAt: UnsafeMutablePointer<UInt64>
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  /// Makes a record of bursts of so many calls, one at least.
  ///
  /// - Parameters:
  ///   - calls: How many calls come.
  ///   - quietNanoseconds: How long, in ns, no call may come before the action.
  ///   - patienceNanoseconds: How long, in ns, it waits for the action beyond the quiet
  ///     time.
  public init(calls: Int, quietNanoseconds: UInt64, patienceNanoseconds: Int = 2_000_000_000) {
    self.calls = calls
    self.quietNanoseconds = quietNanoseconds
    self.patienceNanoseconds = patienceNanoseconds
    func words() -> UnsafeMutablePointer<UInt64> {
      let words = UnsafeMutablePointer<UInt64>.allocate(capacity: calls)
      words.initialize(repeating: 0, count: calls)
      return words
    }
    calledAt = words()
    runs = words()
    ranAt = words()
  }

  deinit {
    calledAt.deallocate()
    runs.deallocate()
    ranAt.deallocate()
  }

  /// Forgets the burst before.
  public func begin() {
    for call in 0..<calls { runs[call] = 0 }
  }

  /// Notes when a call was made: after the call before it was cancelled, and before its own quiet
  /// time begins.
  public func noteCall(_ call: Int, at nanoseconds: UInt64) { calledAt[call] = nanoseconds }

  /// Notes what the clock showed in the first instruction of a call's action.
  public func noteAction(of call: Int, at nanoseconds: UInt64) {
    ranAt[call] = nanoseconds
    runs[call] += 1
    if call == calls - 1 { done.signal() }
  }

  /// Waits for the last call's action; false where it does not come.
  public func waitForLast() -> Bool {
    let longest = Int(quietNanoseconds) + patienceNanoseconds
    return Patience(nanoseconds: longest).wait(for: done)
  }

  /// What is wrong with the burst, nil where exactly the last call's action ran, once, and not
  /// before the quiet time had passed.
  ///
  /// Where the thread lost its CPU for as long as the quiet time between two calls, the earlier
  /// one's action may run: nobody had called for that long.
  public func fault() -> String? {
    for call in 0..<calls - 1
    where runs[call] > 0 && calledAt[call + 1] < calledAt[call] + quietNanoseconds {
      return "the action of call \(call + 1) of \(calls) ran, which the next had cancelled"
    }
    let last = calls - 1
    if runs[last] != 1 { return "the last action ran \(runs[last]) times" }
    if ranAt[last] < calledAt[last] + quietNanoseconds {
      return "the action ran before the quiet time had passed"
    }
    return nil
  }

  /// How late the last call's action was in ns; nil where its thread had been too late in arming
  /// it, at `armed`, or where it did not run.
  public func lateness(armedAt armed: UInt64) -> UInt64? {
    let due = calledAt[calls - 1] + quietNanoseconds
    let ran = ranAt[calls - 1]
    return runs[calls - 1] == 1 && armed < due && ran >= due ? ran - due : nil
  }
}

/// Has an action run when nobody has called for a while.
public protocol Debouncer: Sendable {
  /// Makes one that nobody has called.
  init()

  /// A call: cancels what the one before has armed, notes itself, and arms its own action.
  func call(_ call: Int, pending: inout DispatchWorkItem?, _ record: BurstCallRecord)
}

/// A debounce of a work item: cancelled by the next call, and submitted anew with `asyncAfter`.
public struct WorkItemDebouncer: Debouncer {
  private let queue = DispatchQueue(label: "syncbench.debounce")

  /// Makes an idle queue.
  public init() {}

  /// Cancels the pending item and submits another.
  ///
  /// The clock is read behind the cancellation, and the quiet time counts from that instant: an
  /// item whose successor read it before the item was due was cancelled in time.
  public func call(_ call: Int, pending: inout DispatchWorkItem?, _ record: BurstCallRecord) {
    pending?.cancel()
    let now = sync_monotonic_ns()
    record.noteCall(call, at: now)
    let item = DispatchWorkItem { record.noteAction(of: call, at: sync_monotonic_ns()) }
    queue.asyncAfter(
      deadline: DispatchTime(uptimeNanoseconds: now + record.quietNanoseconds), execute: item)
    pending = item
  }
}
