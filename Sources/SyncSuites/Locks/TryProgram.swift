public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// Compares what a counter shows with how often the threads say they were let in.
@usableFromInline
final class TryCheck: Sendable {
  @usableFromInline let acquired: ThreadNumbers
  private let counter = CounterCheck()
  private let threads: Int

  @usableFromInline
  init(threads: Int) {
    self.threads = threads
    acquired = ThreadNumbers(threads: threads)
  }

  @usableFromInline
  func conclude(_ attempts: [UInt64], total: UInt64) -> TrialConclusion {
    let acquired = self.acquired.take().reduce(0, &+)
    let tried = attempts.reduce(0, &+)
    var conclusion = counter.conclude([acquired], total: total)
    conclusion.operations = tried
    conclusion.violation = conclusion.violation ?? refusal(acquired, of: tried)
    conclusion.observations = [("acquired", Double(acquired))]
    if tried > 0 {
      conclusion.observations.append(("acquired_share", Double(acquired) / Double(tried)))
    }
    return conclusion
  }

  /// A lock that is free must let in: one thread alone always, and the first of several.
  private func refusal(_ acquired: UInt64, of tried: UInt64) -> String? {
    if threads == 1, acquired < tried {
      return "refused \(tried - acquired) of \(tried) attempts at a lock that nobody held"
    }
    return acquired == 0 && tried > 0 ? "let nobody in at \(tried) attempts" : nil
  }
}

/// The program of threads that try to increment until they are stopped.
@inlinable @inline(__always)
func tryProgram<Exclusion: TryExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = ExclusionBox(type, guarding: UInt64(0))
  let check = TryCheck(threads: threads)
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    let tally = tryLoop(
      box.exclusion, guarding: box.guarded.pointer, until: thread.stop, insideSteps: inside,
      outsideSteps: outside)
    check.acquired.note(tally.acquired, thread: thread.index)
    return tally.attempts
  } conclude: { attempts in
    check.conclude(attempts, total: box.guarded.pointer.pointee)
  }
}
