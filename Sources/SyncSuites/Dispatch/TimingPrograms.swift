import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

extension DispatchSuite {
  /// What was recorded, as rows.
  static func rows(of recorder: LatencyRecorder) -> [LatencyRow] {
    recorder.values().map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}

/// The program of one thread that brings events about.
@inline(__always)
func latencyProgram<Path: EventPath>(
  _ context: CaseContext, _ type: Path.Type, record: EventInstants = EventInstants()
) -> TrialProgram {
  let path = Path(record)
  let recorder = LatencyRecorder()
  let tally = TrialNote(EventTally())
  let rest = UInt64(context.value("rest", default: 0))
  return TrialProgram(threadCount: 1) { thread in
    let seen = eventLatencyLoop(
      path, record: record, until: thread.stop, restNanoseconds: rest,
      recorder: thread.isMeasured ? recorder : nil)
    tally.put(seen)
    return seen.events
  } conclude: { _ in
    let seen = tally.take(leaving: EventTally())
    return TrialConclusion(
      operations: seen.events, violation: fault(seen, handlers: record.takeHandlers()))
  } latencies: {
    DispatchSuite.rows(of: recorder)
  }
}

/// What is wrong with a trial's events, nil where each had one handler, after its cause.
func fault(_ tally: EventTally, handlers: UInt64) -> String? {
  if tally.lost > 0 { return "no handler came for event \(tally.events)" }
  if tally.early > 0 { return "\(tally.early) handlers came before their cause" }
  return handlers == tally.events ? nil : "\(handlers) handlers ran for \(tally.events) events"
}

/// How far apart, in ns, shots are armed: no delay of a case is a multiple of it, or else the
/// thread would arm one shot at the moment at which another is due.
private let shotSpacing: UInt64 = 600_000

/// The program of one thread that has closures run at instants.
@inline(__always)
func afterProgram<Shot: OneShot>(
  _ context: CaseContext, _ type: Shot.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let shot = Shot()
  let delay = UInt64(context.value("delay", default: 1_000_000))
  let length = context.trialNanoseconds
  let record = ShotRecord(
    capacity: Int(min(10_000, length / shotSpacing + 1)), patienceNanoseconds: patienceNanoseconds)
  let recorder = LatencyRecorder()
  let isMeasured = TrialNote(false)
  return TrialProgram(threadCount: 1) { thread in
    isMeasured.put(thread.isMeasured)
    return oneShotLoop(
      shot, record: record, delay: delay, spacing: shotSpacing, lengthNanoseconds: length)
  } conclude: { operations in
    let count = Int(operations.reduce(0, &+))
    let recording = isMeasured.take(leaving: false) ? recorder : nil
    let leftOut = record.lateness(of: count) { recording?.record(nanoseconds: $0) }
    var conclusion = TrialConclusion(
      operations: UInt64(count), violation: record.fault(of: count))
    conclusion.observations = [("armed_late", Double(leftOut))]
    return conclusion
  } latencies: {
    DispatchSuite.rows(of: recorder)
  }
}

/// The program of one thread that lets a timer run through a row of deadlines.
@inline(__always)
func timerProgram<Timer: RepeatingTimer>(
  _ context: CaseContext, _ type: Timer.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let timer = Timer()
  let period = UInt64(max(1000, context.value("period", default: 1_000_000)))
  let settings = TimerSettings(
    period: period, leeway: UInt64(context.value("leeway", default: 0)),
    // Enough for the time between two firings to say something.
    deadlines: max(4, context.trialNanoseconds / period))
  let record = FiringRecord(settings, patienceNanoseconds: patienceNanoseconds)
  let recorder = LatencyRecorder()
  let isMeasured = TrialNote(false)
  return TrialProgram(threadCount: 1) { thread in
    isMeasured.put(thread.isMeasured)
    timer.run(record)
    return settings.deadlines
  } conclude: { operations in
    if isMeasured.take(leaving: false) {
      record.lateness { recorder.record(nanoseconds: $0) }
    }
    var conclusion = TrialConclusion(
      operations: operations.reduce(0, &+), violation: record.fault())
    conclusion.observations = [
      ("expected_firings", Double(settings.deadlines)),
      ("seen_firings", Double(record.firingCount)),
    ]
    if let jitter = record.jitter() {
      conclusion.observations.append((name: "jitter_ns", value: jitter.nanoseconds))
      conclusion.observations.append((name: "period_error_ns", value: jitter.periodError))
    }
    return conclusion
  } latencies: {
    DispatchSuite.rows(of: recorder)
  }
}

/// The program of one thread that makes bursts of calls.
@inline(__always)
func debounceProgram<Calls: Debouncer>(
  _ context: CaseContext, _ type: Calls.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let debouncer = Calls()
  let calls = BurstCallRecord(
    calls: context.value("calls", default: 16),
    quietNanoseconds: UInt64(context.value("quiet", default: 1_000_000)),
    patienceNanoseconds: patienceNanoseconds)
  let length = context.trialNanoseconds
  let recorder = LatencyRecorder()
  let tally = TrialNote(BurstTally())
  return TrialProgram(threadCount: 1) { thread in
    let recording = thread.isMeasured ? recorder : nil
    let seen = debounceLoop(debouncer, calls: calls, lengthNanoseconds: length) {
      recording?.record(nanoseconds: $0)
    }
    tally.put(seen)
    return seen.calls
  } conclude: { _ in
    let seen = tally.take(leaving: BurstTally())
    var conclusion = TrialConclusion(operations: seen.calls, violation: seen.fault)
    // The quiet times are no part of a call's cost.
    conclusion.elapsedNanoseconds = seen.callNanoseconds
    return conclusion
  } latencies: {
    DispatchSuite.rows(of: recorder)
  }
}

/// A value that the thread leaves for the conclusion of its trial.
final class TrialNote<Value: Sendable>: Sendable {
  private let value: MutexProtected<Value>

  init(_ value: Value) { self.value = MutexProtected(value) }

  func put(_ value: Value) { self.value.withLock { $0 = value } }

  func take(leaving next: Value) -> Value {
    value.withLock { value in
      defer { value = next }
      return value
    }
  }
}
