import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import SyncWorkloads

/// A path and the record that its handlers note themselves in.
private struct EventSetup<Path: EventPath>: Sendable {
  let record: EventInstants
  let path: Path

  init(patienceNanoseconds: Int) {
    record = EventInstants(patienceNanoseconds: patienceNanoseconds)
    path = Path(record)
  }
}

/// The program of one thread that brings events about.
///
/// An event that is lost ends its trial, and the next has another path and record: its handler, should it
/// come after all, is not taken for another event's.
@inline(__always)
func latencyProgram<Path: EventPath>(
  _ context: CaseContext, _ type: Path.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let setup = MutexProtected(EventSetup<Path>(patienceNanoseconds: patienceNanoseconds))
  let recorder = LatencyRecorder()
  let tally = MutexProtected(EventTally())
  let rest = UInt64(context.value("rest", default: 0))
  return TrialProgram(threadCount: 1) { thread in
    let now = setup.get()
    let seen = eventLatencyLoop(
      now.path, record: now.record, until: thread.stop, restNanoseconds: rest,
      recorder: thread.isMeasured ? recorder : nil)
    tally.put(seen)
    return seen.events
  } conclude: { _ in
    let seen = tally.take(leaving: EventTally())
    let handlers = setup.withLock { setup in
      defer { if seen.lost > 0 { setup = EventSetup(patienceNanoseconds: patienceNanoseconds) } }
      return setup.record.takeHandlers()
    }
    return TrialConclusion(operations: seen.events, violation: fault(seen, handlers: handlers))
  } latencies: {
    recorder.rows()
  }
}

/// What is wrong with a trial's events, nil where each had one handler, after its cause.
func fault(_ tally: EventTally, handlers: UInt64) -> String? {
  if tally.lost > 0 { return "no handler came for event \(tally.events)" }
  if tally.early > 0 { return "\(tally.early) handlers came before their cause" }
  return handlers == tally.events ? nil : "\(handlers) handlers ran for \(tally.events) events"
}

/// How far apart, in ns, shots are armed: no delay of a case is a multiple of it; otherwise
/// the thread would arm one shot at the moment at which another is due.
private let shotSpacing: UInt64 = 600_000

/// The program of one thread that has closures run at instants.
@inline(__always)
func afterProgram<Shot: OneShot>(
  _ context: CaseContext, _ type: Shot.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let shot = Shot()
  let delay = UInt64(context.value("delay", default: 1_000_000))
  let length = context.trialNanoseconds
  let capacity = Int(min(10_000, length / shotSpacing + 1))
  @Sendable func freshRecord() -> ShotRecord {
    ShotRecord(capacity: capacity, patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let recorder = LatencyRecorder()
  let isMeasured = MutexProtected(false)
  return TrialProgram(threadCount: 1) { thread in
    isMeasured.put(thread.isMeasured)
    let record = latest.get()
    return oneShotLoop(
      shot, record: record, delay: delay, spacing: shotSpacing, lengthNanoseconds: length)
  } conclude: { operations in
    let count = Int(operations.reduce(0, &+))
    let recording = isMeasured.take(leaving: false) ? recorder : nil
    let record = latest.take(leaving: freshRecord())
    let leftOut = record.lateness(of: count) { recording?.record(nanoseconds: $0) }
    var conclusion = TrialConclusion(
      operations: UInt64(count), violation: record.fault(of: count))
    conclusion.observations = [("armed_late", Double(leftOut))]
    return conclusion
  } latencies: {
    recorder.rows()
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
  @Sendable func freshRecord() -> FiringRecord {
    FiringRecord(settings, patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let recorder = LatencyRecorder()
  let isMeasured = MutexProtected(false)
  return TrialProgram(threadCount: 1) { thread in
    isMeasured.put(thread.isMeasured)
    timer.run(latest.get())
    // For a timer that goes on to show it: by its own deadlines, not by those of a later trial.
    sync_sleep_until(sync_monotonic_ns() + period)
    return settings.deadlines
  } conclude: { operations in
    let record = latest.take(leaving: freshRecord())
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
    recorder.rows()
  }
}

/// The program of one thread that makes bursts of calls.
@inline(__always)
func debounceProgram<Calls: Debouncer>(
  _ context: CaseContext, _ type: Calls.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let debouncer = Calls()
  @Sendable func freshRecord() -> BurstCallRecord {
    BurstCallRecord(
      calls: context.value("calls", default: 16),
      quietNanoseconds: UInt64(context.value("quiet", default: 1_000_000)),
      patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let length = context.trialNanoseconds
  let recorder = LatencyRecorder()
  let tally = MutexProtected(BurstTally())
  return TrialProgram(threadCount: 1) { thread in
    let recording = thread.isMeasured ? recorder : nil
    let seen = debounceLoop(debouncer, calls: latest.get(), lengthNanoseconds: length) {
      recording?.record(nanoseconds: $0)
    }
    tally.put(seen)
    return seen.calls
  } conclude: { _ in
    let seen = tally.take(leaving: BurstTally())
    latest.put(freshRecord())
    var conclusion = TrialConclusion(operations: seen.calls, violation: seen.fault)
    // The quiet times are no part of a call's cost.
    conclusion.elapsedNanoseconds = seen.callNanoseconds
    return conclusion
  } latencies: {
    recorder.rows()
  }
}

/// The program of one thread that makes bursts of calls to a throttle, which is another in each trial.
@inline(__always)
func throttleProgram<Calls: Throttle>(
  _ context: CaseContext, _ type: Calls.Type, patienceNanoseconds: Int = 2_000_000_000
) -> TrialProgram {
  let calls = context.value("calls", default: 16)
  let period = UInt64(max(1000, context.value("period", default: 1_000_000)))
  let bursts = Int(max(4, 2 * context.trialNanoseconds / period))
  @Sendable func freshRecord() -> ThrottleRecord {
    ThrottleRecord(
      capacity: calls * bursts, periodNanoseconds: period, patienceNanoseconds: patienceNanoseconds)
  }
  let latest = MutexProtected(freshRecord())
  let tally = MutexProtected(BurstTally())
  return TrialProgram(threadCount: 1) { thread in
    let seen = throttleLoop(Calls(), record: latest.get(), calls: calls, bursts: bursts)
    tally.put(seen)
    return seen.calls
  } conclude: { _ in
    let seen = tally.take(leaving: BurstTally())
    let firings = latest.take(leaving: freshRecord()).firings(of: Int(seen.calls))
    var conclusion = TrialConclusion(operations: seen.calls, violation: seen.fault)
    // The sleeps between bursts are no part of a call's cost.
    conclusion.elapsedNanoseconds = max(1, seen.callNanoseconds)
    if firings.allowed > 0 {
      conclusion.observations = [
        ("firings_per_allowed", Double(firings.seen) / Double(firings.allowed))
      ]
    }
    return conclusion
  }
}
