import BenchmarkModel
import BenchmarkRunner
import SyncWorkloads

/// How much work a crowd shares out in a trial, in microseconds, all its threads together.
let crowdMicroseconds = 80_000

/// The program of a fixed amount of work that threads of a crowd share out.
///
/// Check: the whole of it was done. A system that has not so many threads is no broken promise.
func threadCrowdProgram(_ context: CaseContext, yields: Bool) -> TrialProgram {
  let threads = max(1, context.value("threads", default: 1))
  let each = max(1, crowdMicroseconds / threads)
  let crowd = ThreadCrowd(
    threads: threads, microseconds: each,
    stepsPerMicrosecond: UInt64(max(1, context.workStepsPerMicrosecond)),
    pieceMicroseconds: yields ? max(1, context.value("piece", default: 1000) / 1000) : nil)
  if crowd.count < threads {
    return .refusing(
      "the system gave \(crowd.count) of \(threads) threads (\(errorWords(crowd.status))); raise `ulimit -u`"
    )
  }
  return TrialProgram(threadCount: 1) { _ in
    crowd.round()
  } conclude: {
    concludeCrowd($0, asked: UInt64(each) * UInt64(threads))
  }
}

/// Checks that a crowd did what it was asked for, in microseconds of work.
func concludeCrowd(_ operations: [UInt64], asked: UInt64) -> TrialConclusion {
  let done = operations.reduce(0, &+)
  return TrialConclusion(
    operations: done,
    violation: done == asked ? nil : "\(done) of \(asked) microseconds of work were done")
}
