import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of items of a class, one after another.
func latencyProgram(_ context: CaseContext, _ serviceClass: ServiceClass) -> TrialProgram {
  let hogs = CPUHogs(count: context.hogs)
  if let refusal = refusal(busyThreads: hogs.count, of: context.hogs) { return .refusing(refusal) }
  return submissionProgram { thread, recorder in
    withExtendedLifetime(hogs) {
      qosLatencyLoop(serviceClass, until: thread.stop, recorder: recorder)
    }
  }
}

/// The program of tasks of a priority, one after another.
func taskLatencyProgram(_ context: CaseContext, _ place: ServicePlace) -> TrialProgram {
  let hogs = CPUHogs(count: context.hogs)
  if let refusal = refusal(busyThreads: hogs.count, of: context.hogs) { return .refusing(refusal) }
  return submissionProgram { thread, recorder in
    withExtendedLifetime(hogs) {
      taskLatencyLoop(place, until: thread.stop, recorder: recorder)
    }
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

/// Why a load can't be made, nil where it can: less than was asked for would be measured under its name.
func refusal(busyThreads: Int, of asked: Int) -> String? {
  busyThreads == asked
    ? nil : "the system gave \(busyThreads) of \(asked) busy threads; raise `ulimit -u`"
}

extension CaseContext {
  /// How many busy threads make the load that the case asks for.
  var hogs: Int { (width * value("load", default: 0) + 99) / 100 }
}

/// A program of one thread that submits items and records how long each took to start.
///
/// Check: every submitted item ran, once.
func submissionProgram(
  _ loop: @escaping @Sendable (TrialThread, LatencyRecorder?) -> (submitted: UInt64, ran: UInt64)
) -> TrialProgram {
  let recorder = LatencyRecorder()
  let ran = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let result = loop(thread, thread.isMeasured ? recorder : nil)
    ran.withLock { $0 = result.ran }
    return result.submitted
  } conclude: { operations in
    let submitted = operations.reduce(0, &+)
    let ran = ran.withLock { $0 }
    return TrialConclusion(
      operations: submitted,
      violation: ran == submitted ? nil : "\(ran) of \(submitted) items ran"
    ).tellingPrivilege()
  } latencies: {
    recorder.values().map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}
