public import BenchmarkRunner
public import SyncPrimitives

/// Compares what a counter shows with what the threads say they did, trial by trial.
@usableFromInline
final class CounterCheck: Sendable {
  private let before = MutexProtected<UInt64>(0)

  @usableFromInline init() {}

  /// - Parameter fault: What the counter found wrong itself.
  @usableFromInline
  func conclude(
    _ operations: [UInt64], total: UInt64, fault: String? = nil
  ) -> TrialConclusion {
    let done = operations.reduce(0, &+)
    let counted = before.withLock { before in
      defer { before = total }
      return total &- before
    }
    guard counted != done else { return TrialConclusion(operations: done, violation: fault) }
    let difference = counted < done ? "lost \(done - counted)" : "gained \(counted &- done)"
    return TrialConclusion(operations: done, violation: "\(difference) of \(done) updates")
  }
}

/// The program of one thread that increments a fixed number of times.
///
/// Inlined into the caller, who knows the type, so that the loop is specialised for it.
@inlinable @inline(__always)
public func uncontendedProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: 1) { thread in
    uncontendedLoop(
      counter, operations: thread.operations, insideSteps: inside, outsideSteps: outside)
    return thread.operations
  } conclude: { operations in
    let fault = counter.takeFault()
    return check.conclude(operations, total: counter.total(), fault: fault)
  }.watching(counter.lockWord())
}

/// The program of threads that increment together until they are stopped.
@inlinable @inline(__always)
public func contendedProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    contendedLoop(
      counter, until: thread.stop, insideSteps: inside, outsideSteps: outside)
  } conclude: { operations in
    let fault = counter.takeFault()
    return check.conclude(operations, total: counter.total(), fault: fault)
  }.watching(counter.lockWord())
}

/// The program of threads that increment together until they are stopped, with work of drawn lengths.
@inlinable @inline(__always)
func exponentialProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let draws = workDraws(context)
  return TrialProgram(threadCount: draws.count) { thread in
    exponentialLoop(counter, until: thread.stop, draws: draws[thread.index].draws)
  } conclude: { operations in
    check.conclude(operations, total: counter.total())
  }
}

/// A table of draws for each thread of a case.
@usableFromInline
func workDraws(_ context: CaseContext) -> [WorkDraws] {
  (0..<context.value("threads", default: 2)).map { thread in
    WorkDraws(
      insideMean: context.workSteps("inside"), outsideMean: context.workSteps("outside"),
      seed: context.seed &+ UInt64(thread))
  }
}

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
  let counter = counter
  let check = SettledCheck(threads: threads, trialNanoseconds: context.trialNanoseconds)
  return TrialProgram(threadCount: threads) { thread in
    check.note(
      settledLoop(counter, settling: check.settling, until: thread.stop), thread: thread.index)
  } conclude: { counted in
    check.conclude(counted, total: counter.total())
  }
}

/// The increments of one of several workers that share out a count, those before it one more each where
/// it does not divide.
@usableFromInline
func share(of count: UInt64, worker: Int, of workers: Int) -> UInt64 {
  count / UInt64(workers) + (UInt64(worker) < count % UInt64(workers) ? 1 : 0)
}

/// The program of threads of ours that raise a counter together by a fixed count, once a trial.
@inlinable @inline(__always)
func fixedCountThreadsProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let threads = context.value("threads", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return TrialProgram(threadCount: threads) { thread in
    let operations = share(of: count, worker: thread.index, of: threads)
    uncontendedLoop(counter, operations: operations, insideSteps: 0, outsideSteps: 0)
    return operations
  } conclude: { operations in
    check.conclude(operations, total: counter.total())
  }
}

/// The program of one thread that has Swift tasks raise a counter together by a fixed count, once a
/// trial, and waits for them.
@inlinable @inline(__always)
func fixedCountTasksProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let tasks = context.value("tasks", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return TrialProgram(threadCount: 1) { _ in
    runTasks(tasks) { task in
      uncontendedLoop(
        counter, operations: share(of: count, worker: task, of: tasks), insideSteps: 0,
        outsideSteps: 0)
    }
    return count
  } conclude: { operations in
    check.conclude(operations, total: counter.total())
  }
}
