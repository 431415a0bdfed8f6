import BenchmarkModel
import BenchmarkRunner

/// A program that does more operations than it reports.
///
/// With a fixed number of operations, the program does (1 + share) times as many and reports the
/// requested number. A case with a window reports 1 / (1 + share) of its operations, and latencies
/// are (1 + share) times the recorded ones. These two changes are only arithmetic: they have the
/// noise of a real slowdown, but not its causes. The check sees the operations that were really
/// done.
func withMoreOperations(_ program: TrialProgram, share: Double) -> TrialProgram {
  let factor = 1 + share
  return TrialProgram(threadCount: program.threadCount) { thread in
    program.run(
      TrialThread(
        index: thread.index, operations: scaled(thread.operations, factor), stop: thread.stop,
        isMeasured: thread.isMeasured))
  } conclude: { operations in
    var conclusion = program.conclude(operations)
    conclusion.operations = scaled(conclusion.operations, 1 / factor)
    return conclusion
  } latencies: {
    program.latencies().map {
      LatencyRow(
        valueNanoseconds: scaled($0.valueNanoseconds, factor), count: $0.count)
    }
  } longestWaits: {
    program.longestWaits().map { scaled($0, factor) }
  }
}

private func scaled(_ count: UInt64, _ factor: Double) -> UInt64 {
  UInt64((Double(count) * factor).rounded())
}
