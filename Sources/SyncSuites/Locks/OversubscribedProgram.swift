public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// What the threads of a settled trial share but for the counter, and its check.
@usableFromInline
final class SettledCheck: Sendable {
  @usableFromInline let settling: Settling
  private let before: ThreadNumbers
  private let ends: ThreadNumbers
  private let counter = CounterCheck()

  @usableFromInline
  init(threads: Int, trialNanoseconds: UInt64) {
    settling = Settling(threads: threads, leastNanoseconds: trialNanoseconds / 2)
    before = ThreadNumbers(threads: threads)
    ends = ThreadNumbers(threads: threads)
  }

  /// Notes what a thread did; what counts of it.
  @usableFromInline
  func note(_ tally: SettledTally, thread: Int) -> UInt64 {
    before.note(tally.before, thread: thread)
    ends.note(tally.endNanoseconds, thread: thread)
    return tally.counted
  }

  /// Checks all increments, and takes the time of those that count.
  @usableFromInline
  func conclude(_ counted: [UInt64], total: UInt64) -> TrialConclusion {
    var conclusion = counter.conclude(counted + before.take(), total: total)
    conclusion.operations = counted.reduce(0, &+)
    let start = settling.take()
    let end = ends.take().max() ?? start
    conclusion.elapsedNanoseconds = end - min(start, end)
    return conclusion
  }
}

/// The program of threads, more than there are CPUs, that increment together until they are stopped.
@inlinable @inline(__always)
func settledProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = CounterBox(counter)
  let check = SettledCheck(threads: threads, trialNanoseconds: context.trialNanoseconds)
  return TrialProgram(threadCount: threads) { thread in
    check.note(
      settledLoop(box.counter, settling: check.settling, until: thread.stop), thread: thread.index)
  } conclude: { counted in
    check.conclude(counted, total: box.counter.total())
  }
}
