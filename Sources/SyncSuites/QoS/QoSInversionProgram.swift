import BenchmarkRunner
import SyncPrimitives

/// The lengths of the parts of an inversion between classes, in ns.
enum ClassInversionLengths {
  /// The holder's work inside its section, on a CPU of its own: the least wait of the waiter.
  ///
  /// Longer than a time slice: a thread that has just been woken ends a section of a millisecond in its first
  /// slice, even if other threads want the CPU.
  static let inside = 5_000_000
  /// A round, with a hog on every CPU: the holder has a tenth of one.
  static let round = 15 * inside
}

extension QoSSuite {
  /// The locks that a background item holds.
  static let invertedLocks: [MeasuredPrimitive] = [
    inverted(
      "dispatch-semaphore", "a DispatchSemaphore of one: nobody owns it",
      DispatchSemaphoreLock.self),
    inverted("pthread-mutex", "glibc's default mutex", PthreadMutex.self),
    inverted("serial-queue-sync", "sync on a serial queue", SerialQueueSync.self),
    inverted(
      "pthread-mutex-pi", "glibc's mutex that lends its owner the waiters' priority",
      PthreadMutexOf<PriorityInheritingKind>.self),
    inverted(
      "mutex", "Synchronization.Mutex; up to Swift 6.3 it lends priority as well",
      StandardMutex.self),
  ]

  private static func inverted<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ summary: String, _ type: Exclusion.Type
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name: name, summary: summary) { classInversionProgram($0, Exclusion.self) }
  }
}

/// The program of rounds in which a user-initiated item waits for a lock that a background item holds.
///
/// Check: the holder and the waiter exclude each other, in every round.
func classInversionProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let inversion = ClassInversion<Exclusion>(
    insideSteps: UInt64(
      Double(ClassInversionLengths.inside) * context.workStepsPerMicrosecond / 1000),
    hogs: context.hogs)
  let rounds = max(1, min(1000, context.trialNanoseconds / UInt64(ClassInversionLengths.round)))
  let recorder = LatencyRecorder()
  let check = CounterCheck()
  return TrialProgram(threadCount: 1) { thread in
    for _ in 0..<rounds {
      let waited = inversion.round()
      if thread.isMeasured { recorder.record(nanoseconds: waited) }
    }
    return rounds
  } conclude: { _ in
    // The holder and the waiter count.
    var conclusion = check.conclude([rounds, rounds], total: inversion.total)
    conclusion.operations = rounds
    return conclusion.tellingPrivilege()
  } latencies: {
    recorder.rows()
  }
}
