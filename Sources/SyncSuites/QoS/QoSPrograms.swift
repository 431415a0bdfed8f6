import BenchmarkRunner
import SyncPrimitives

// In the programs that observe nice values, each item notes the scheduling of its thread, and
// nothing is timed.

/// The program of one item at a place (a queue or tasks).
func niceProgram(_ place: ServicePlace) -> TrialProgram {
  lookProgram { notes in
    notes.look(at: place)
  } observe: { seen in
    [("nice", Double(seen[0].nice)), ("policy", Double(seen[0].policy))]
  }
}

/// The program of one item or task; `request` asks for its class.
func overrideProgram(_ request: QoSOverride) -> TrialProgram {
  lookProgram { notes in
    request.look(notes)
  } observe: { seen in
    let nice = seen[0].nice
    guard let guided = request.guidedClass.map(niceHere) else {
      return [("nice_seen", Double(nice))]
    }
    return [
      ("nice_seen", Double(nice)), ("nice_by_guides", Double(guided)),
      ("follows_guides", nice == guided ? 1 : 0),
    ]
  }
}

/// The program of two items at a place: a background item submits the first, to an unused pool.
func contaminationProgram(_ place: ServicePlace) -> TrialProgram {
  lookProgram(looks: 2) { notes in
    notes.lookAfterBackground(at: place)
  } observe: { seen in
    [
      ("nice_seen", Double(seen[0].nice)), ("nice_later", Double(seen[1].nice)),
      ("nice_alone", Double(niceHere(place.serviceClass))),
    ]
  }
}

/// The nice value that a class's threads should have in this process if the thread that starts them
/// has the process's own nice value.
private func niceHere(_ serviceClass: ServiceClass) -> Int {
  serviceClass.expectedNice(mayRaisePriority: mayRaisePriority(), ownNice: processNice())
}

/// A program whose items note the scheduling of their threads.
///
/// Check: there are as many notes as requested, and none from the calling thread, so all are from
/// threads of a pool.
func lookProgram(
  looks: Int = 1, _ act: @escaping @Sendable (SchedulingNotes) -> Void,
  observe: @escaping @Sendable ([WorkerScheduling]) -> [(name: String, value: Double)]
) -> TrialProgram {
  let notes = SchedulingNotes()
  let caller = SchedulingNotes()
  return TrialProgram(threadCount: 1) { _ in
    caller.look()
    act(notes)
    return 1
  } conclude: { _ in
    let seen = notes.take()
    let own = caller.take().map(\.thread)
    var conclusion = TrialConclusion(operations: 1)
    if seen.count != looks {
      conclusion.violation = "\(seen.count) of \(looks) items ran"
    } else if seen.contains(where: { own.contains($0.thread) }) {
      conclusion.violation = "an item ran on the submitter's thread"
    } else {
      conclusion.observations = observe(seen)
    }
    return conclusion.observingPrivilege()
  }
}

extension TrialConclusion {
  /// The conclusion, with an observation whether the process may give its threads the nice value of
  /// the two most urgent classes.
  func observingPrivilege() -> TrialConclusion {
    var observed = self
    observed.observations.append((name: "can_raise_priority", value: mayRaisePriority() ? 1 : 0))
    return observed
  }
}

/// The program of items of a class, one after another.
func latencyProgram(_ context: CaseContext, _ serviceClass: ServiceClass) -> TrialProgram {
  loadedProgram(context) { qosLatencyLoop(serviceClass, until: $0.stop, recorder: $1) }
}

/// The program of tasks of a priority, one after another.
func taskLatencyProgram(_ context: CaseContext, _ place: ServicePlace) -> TrialProgram {
  loadedProgram(context) { taskLatencyLoop(place, until: $0.stop, recorder: $1) }
}

/// Makes the program of items beside as many busy threads as the case asks for.
private func loadedProgram(
  _ context: CaseContext,
  _ loop: @escaping @Sendable (TrialThread, LatencyRecorder?) -> (submitted: UInt64, ran: UInt64)
) -> TrialProgram {
  let hogs = CPUHogs(count: context.hogs)
  if let refusal = refusal(busyThreads: hogs.count, of: context.hogs) { return .refusing(refusal) }
  return submissionProgram { thread, recorder in
    withExtendedLifetime(hogs) { loop(thread, recorder) }
  }
}

/// The program of items of a place while utility and background items keep every CPU busy.
func wakeUpProgram(_ context: CaseContext, _ place: ServicePlace) -> TrialProgram {
  let hogs = ClassHogs(of: [.utility, .background], each: context.width)
  return submissionProgram { thread, recorder in
    withExtendedLifetime(hogs) {
      wakeUpLoop(place, until: thread.stop, recorder: recorder)
    }
  }
}

/// The reason why a load can't be made; nil if it can.
///
/// Without this refusal, a smaller load would be measured under the name of the requested load.
func refusal(busyThreads: Int, of asked: Int) -> String? {
  busyThreads == asked
    ? nil : "the system gave \(busyThreads) of \(asked) busy threads; raise `ulimit -u`"
}

extension CaseContext {
  /// The number of busy threads that make the load of the case.
  var hogs: Int { (width * value("load", default: 0) + 99) / 100 }
}

/// Makes the program of one thread that submits items and records how long each item took to start.
///
/// Check: every submitted item ran, once.
func submissionProgram(
  _ loop: @escaping @Sendable (TrialThread, LatencyRecorder?) -> (submitted: UInt64, ran: UInt64)
) -> TrialProgram {
  let recorder = LatencyRecorder()
  let ran = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let result = loop(thread, thread.isMeasured ? recorder : nil)
    ran.put(result.ran)
    return result.submitted
  } conclude: { operations in
    let submitted = operations.reduce(0, &+)
    let ran = ran.get()
    return TrialConclusion(
      operations: submitted,
      violation: ran == submitted ? nil : "\(ran) of \(submitted) items ran"
    ).observingPrivilege()
  } latencies: {
    recorder.rows()
  }
}

/// The program of a trial in which four classes compete.
///
/// Each class has a worker, which is a busy item, for each CPU.
func shareProgram(_ context: CaseContext) -> TrialProgram {
  let width = context.width
  let nanoseconds = context.trialNanoseconds
  let result = MutexProtected<ShareWindow?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let window = qosShares(
      of: ServiceClass.competing, width: width, windowNanoseconds: nanoseconds)
    result.put(window)
    return 1
  } conclude: { _ in
    guard let window = result.get() else {
      return TrialConclusion(operations: 0, violation: "there was no window")
    }
    return concludeShares(window, width: width).observingPrivilege()
  }
}

/// Checks that every worker ran, and that the workers used no more than the CPUs' time.
///
/// The conclusion contains the shares, and the possible causes of their differences from the
/// predicted shares.
func concludeShares(_ window: ShareWindow, width: Int) -> TrialConclusion {
  let facts = ShareFacts(window)
  let missing = ServiceClass.competing.filter { facts.count(of: $0) != width }.map(\.name)
  var conclusion = TrialConclusion(operations: 1)
  if !missing.isEmpty {
    conclusion.violation = "not every worker ran: \(missing.joined(separator: ", "))"
  } else if facts.usedTooMuch {
    conclusion.violation = "the workers used more than all of the CPUs' time"
  }
  for serviceClass in ServiceClass.competing {
    let column = serviceClass.columnName
    conclusion.observations += [
      (name: "share_\(column)", value: facts.share(of: serviceClass)),
      (name: "predicted_share_\(column)", value: facts.predictedShare(of: serviceClass)),
    ]
    if let nice = facts.nice(of: serviceClass) {
      conclusion.observations.append((name: "nice_\(column)", value: Double(nice)))
    }
  }
  conclusion.observations += accuracy(facts)
  return conclusion
}

/// The largest error of a share against its prediction, and the possible causes, as far as the
/// machine reports them.
private func accuracy(_ facts: ShareFacts) -> [(name: String, value: Double)] {
  present([
    ("worst_error", facts.worstError), ("lost_share", facts.lostShare),
    ("other_cpu_share", facts.otherShare), ("steal_share", facts.stealShare),
    ("run_wait_share", facts.waitShare), ("weight_imbalance", facts.weightImbalance),
  ])
}
