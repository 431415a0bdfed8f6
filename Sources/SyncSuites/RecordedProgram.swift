import BenchmarkRunner
import SyncPrimitives

/// The program of one thread, with a new record for each trial, so that an event that comes after
/// its trial does not count in the next trial.
///
/// - Parameters:
///   - makeRecord: Makes a trial's record.
///   - run: Runs a trial, and returns its operations.
///   - conclude: Returns the verdict on a trial. Here and in `run`, `recorder` is nil unless the
///     trial is measured.
func recordedProgram<Record: Sendable>(
  _ makeRecord: @escaping @Sendable () -> Record,
  run: @escaping @Sendable (_ record: Record, _ recorder: LatencyRecorder?) -> UInt64,
  conclude:
    @escaping @Sendable (
      _ record: Record, _ operations: UInt64, _ recorder: LatencyRecorder?
    ) -> TrialConclusion
) -> TrialProgram {
  let latest = MutexProtected(makeRecord())
  let recorder = LatencyRecorder()
  let isMeasured = MutexProtected(false)
  return TrialProgram(threadCount: 1) { thread in
    isMeasured.put(thread.isMeasured)
    return run(latest.get(), thread.isMeasured ? recorder : nil)
  } conclude: { operations in
    conclude(
      latest.take(leaving: makeRecord()), operations.reduce(0, &+),
      isMeasured.take(leaving: false) ? recorder : nil)
  } latencies: {
    recorder.rows()
  }
}
