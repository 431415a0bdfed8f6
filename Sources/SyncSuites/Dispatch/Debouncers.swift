import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

extension DispatchSuite {
  static let debounce = Workload.ofPool(
    "debounce", "one call of a burst: cancel what was armed, and arm anew",
    axes: [
      Axis("calls", .count, headline: [16], standard: [2, 16, 256], thorough: [2, 16, 256, 1024]),
      Axis("quiet", .nanoseconds, [1_000_000], thorough: [200_000, 1_000_000, 10_000_000]),
    ], sampling: tenMilliseconds,
    [
      MeasuredPrimitive("work-item", "asyncAfter; each call replaces the delayed work item") {
        let queue = DispatchQueue(label: "syncbench.debounce")
        return debounceProgram($0) { call, pending, record in
          pending?.cancel()
          // The clock is read after the cancellation, and the quiet time counts from this instant.
          // So if the next call reads the clock before this call's item is due, the next call has
          // cancelled the item in time.
          let now = sync_monotonic_ns()
          record.noteCall(call, at: now)
          let item = DispatchWorkItem { record.noteAction(of: call, at: sync_monotonic_ns()) }
          queue.asyncAfter(
            deadline: DispatchTime(uptimeNanoseconds: now + record.quietNanoseconds), execute: item)
          pending = item
        }
      }
    ])
}

/// A call to a debouncer, which runs an action when no call has come for a while.
///
/// The call cancels the previous call's action, notes itself, and arms its own action.
typealias DebouncedCall =
  @Sendable (_ call: Int, _ pending: inout DispatchWorkItem?, _ record: BurstCallRecord) -> Void

/// The program of one thread that makes bursts of calls to a debouncer.
func debounceProgram(
  _ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000, _ call: @escaping DebouncedCall
) -> TrialProgram {
  let length = context.trialNanoseconds
  return recordedProgram {
    BurstCallRecord(
      calls: context.value("calls", default: 16),
      quietNanoseconds: UInt64(context.value("quiet", default: 1_000_000)),
      patienceNanoseconds: patienceNanoseconds)
  } run: { record, recorder in
    debounceLoop(call, record: record, lengthNanoseconds: length) {
      recorder?.record(nanoseconds: $0)
    }
  } conclude: { record, operations, _ in
    var conclusion = TrialConclusion(operations: operations, violation: record.fault)
    // The quiet times are no part of a call's cost.
    conclusion.elapsedNanoseconds = record.callNanoseconds
    return conclusion
  }
}

/// Makes bursts of calls until the trial's length is over, but at least one burst, and waits for
/// each burst's action.
///
/// Returns the number of calls.
///
/// - Parameter lateness: Receives the lateness of each burst's action, in ns.
@inline(never)
private func debounceLoop(
  _ makeCall: DebouncedCall, record: BurstCallRecord, lengthNanoseconds: UInt64,
  lateness: (UInt64) -> Void
) -> UInt64 {
  var calls: UInt64 = 0
  let begin = sync_monotonic_ns()
  var pending: DispatchWorkItem?
  repeat {
    record.begin()
    let start = sync_monotonic_ns()
    for call in 0..<record.calls { makeCall(call, &pending, record) }
    let end = sync_monotonic_ns()
    calls += UInt64(record.calls)
    record.endCalls(nanoseconds: end - start)
    guard record.fault == nil else { return calls }
    if let late = record.lateness(armedAt: end) { lateness(late) }
  } while sync_monotonic_ns() < begin + lengthNanoseconds
  return calls
}

/// A record of the calls of a trial's bursts: the time of each call, and whether its action ran.
///
/// A burst with a fault ends the trial.
///
/// Unchecked: the waiting thread reads what an action wrote only after its wait for the action.
final class BurstCallRecord: @unchecked Sendable {
  /// The number of calls in a burst.
  let calls: Int
  /// The time without a call after which the action runs, in ns.
  let quietNanoseconds: UInt64
  /// The time of the calls of all bursts in ns, without the quiet times between bursts.
  private(set) var callNanoseconds: UInt64 = 0
  /// The fault of the last burst.
  private(set) var fault: String?
  private let calledAt: UnsafeMutablePointer<UInt64>
  private let runs: UnsafeMutablePointer<UInt64>
  private let ranAt: UnsafeMutablePointer<UInt64>
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  /// Makes a record of bursts of calls.
  ///
  /// - Parameters:
  ///   - calls: The number of calls in a burst, at least one.
  ///   - quietNanoseconds: The time without a call before the action, in ns.
  ///   - patienceNanoseconds: The longest wait for the action beyond the quiet time, in ns.
  init(calls: Int, quietNanoseconds: UInt64, patienceNanoseconds: Int = 2_000_000_000) {
    self.calls = calls
    self.quietNanoseconds = quietNanoseconds
    self.patienceNanoseconds = patienceNanoseconds
    calledAt = .makeAligned(repeating: 0, count: calls)
    runs = .makeAligned(repeating: 0, count: calls)
    ranAt = .makeAligned(repeating: 0, count: calls)
  }

  deinit {
    calledAt.deallocate()
    runs.deallocate()
    ranAt.deallocate()
  }

  /// Forgets the previous burst.
  func begin() {
    for call in 0..<calls { runs[call] = 0 }
  }

  /// Notes the time of a call, from which the quiet time counts: an instant after the previous
  /// call's action was cancelled.
  func noteCall(_ call: Int, at nanoseconds: UInt64) { calledAt[call] = nanoseconds }

  /// Notes the time of the first instruction of a call's action.
  func noteAction(of call: Int, at nanoseconds: UInt64) {
    ranAt[call] = nanoseconds
    runs[call] += 1
    if call == calls - 1 { done.signal() }
  }

  /// Waits for the last call's action, or until the longest wait is over, and checks the burst.
  func endCalls(nanoseconds: UInt64) {
    callNanoseconds += nanoseconds
    _ = Patience(nanoseconds: Int(quietNanoseconds) + patienceNanoseconds).wait(for: done)
    fault = findFault()
  }

  /// The fault of the burst; nil if the last call's action ran once, and not before the quiet time
  /// had passed, and no action that was cancelled in time ran.
  ///
  /// If the thread lost its CPU between two calls for the length of the quiet time, the earlier
  /// call's action may run without a fault.
  func findFault() -> String? {
    for call in 0..<calls - 1
    where runs[call] > 0 && calledAt[call + 1] < calledAt[call] + quietNanoseconds {
      return "the action of call \(call + 1) of \(calls) ran, though the next call had cancelled it"
    }
    let last = calls - 1
    if runs[last] != 1 { return "the last action ran \(runs[last]) times" }
    if ranAt[last] < calledAt[last] + quietNanoseconds {
      return "the action ran before the quiet time had passed"
    }
    return nil
  }

  /// The lateness of the last call's action in ns; nil if the action did not run exactly once, ran
  /// early, or was perhaps armed only after its deadline.
  ///
  /// - Parameter armed: An instant by which the action had been armed.
  func lateness(armedAt armed: UInt64) -> UInt64? {
    let due = calledAt[calls - 1] + quietNanoseconds
    let ran = ranAt[calls - 1]
    return runs[calls - 1] == 1 && armed < due && ran >= due ? ran - due : nil
  }
}
