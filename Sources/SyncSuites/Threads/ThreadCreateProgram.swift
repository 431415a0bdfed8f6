import BenchmarkRunner
import Glibc
import SyncPrimitives
import SyncWorkloads

/// The program of a thread that makes others, one at a time, and waits for each.
func threadCreateProgram<Maker: ThreadMaker>(_ type: Maker.Type) -> TrialProgram {
  let maker = Maker()
  let runs = ThreadRuns()
  let tally = MutexProtected(CreateTally())
  return TrialProgram(threadCount: 1) { thread in
    let made = createThreads(maker, noting: runs, operations: thread.operations)
    tally.withLock { $0 = made }
    return made.threads
  } conclude: { operations in
    concludeCreated(tally.withLock { $0 }, operations.reduce(0, &+))
  }
}

/// Checks that every thread ran once before it was taken for done; a system that has no more is no broken
/// promise.
func concludeCreated(_ tally: CreateTally, _ threads: UInt64) -> TrialConclusion {
  var conclusion = TrialConclusion(operations: threads)
  if tally.status != 0 {
    conclusion.refusal = "no thread after \(threads): \(errorWords(tally.status))"
  } else if tally.faults > 0 {
    conclusion.violation = "\(tally.faults) of \(threads) threads had not run once when waited for"
  } else if tally.threads != threads {
    conclusion.violation = "\(tally.threads) threads were made, not \(threads)"
  }
  return conclusion
}

/// The system's words for an error number, with either sign.
func errorWords(_ status: Int32) -> String {
  guard let words = strerror(abs(status)) else { return "error \(abs(status))" }
  return String(cString: words)
}
