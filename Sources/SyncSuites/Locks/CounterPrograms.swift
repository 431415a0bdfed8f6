public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// Increments a fixed number of times, by one thread without contention.
///
/// The function is not inlined, so that profilers see a frame of this name, and inlinable, so that
/// the compiler specialises the function for the counter. Increments without busy work have a
/// separate loop, because the tests for work are no part of any lock and would double the cost of
/// an increment without a lock.
@inlinable @inline(never)
func uncontendedLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, operations: UInt64, insideSteps: UInt64, outsideSteps: UInt64
) {
  sync_align_code()
  var state = counter.makeThreadState()
  var done: UInt64 = 0
  if insideSteps == 0, outsideSteps == 0 {
    while done < operations {
      counter.increment(&state, workSteps: 0)
      done &+= 1
    }
  } else {
    while done < operations {
      counter.increment(&state, workSteps: insideSteps)
      if outsideSteps > 0 { _ = sync_work(outsideSteps) }
      done &+= 1
    }
  }
  counter.endThreadState(state)
}

/// Increments the counter until `stop` is raised, as one of several threads.
///
/// Returns the number of increments.
///
/// Increments without busy work have a separate loop, as in the uncontended loop.
@inlinable @inline(never)
public func contendedLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, until stop: UnsafePointer<UInt32>, insideSteps: UInt64,
  outsideSteps: UInt64
) -> UInt64 {
  sync_align_code()
  var state = counter.makeThreadState()
  var done: UInt64 = 0
  if insideSteps == 0, outsideSteps == 0 {
    while sync_flag_read(stop) == 0 {
      counter.increment(&state, workSteps: 0)
      done &+= 1
    }
  } else {
    while sync_flag_read(stop) == 0 {
      counter.increment(&state, workSteps: insideSteps)
      if outsideSteps > 0 { _ = sync_work(outsideSteps) }
      done &+= 1
    }
  }
  counter.endThreadState(state)
  return done
}

/// The comparison of a counter with the operations that the threads report, trial by trial.
@usableFromInline
final class CounterCheck: Sendable {
  private let before = MutexProtected<UInt64>(0)

  @usableFromInline init() {}

  /// Compares the counter's increase in the trial with the sum of `operations`.
  ///
  /// - Parameter fault: A fault that the counter itself has found; reported if the two are equal.
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

/// The program of threads whose operations each raise a count by one.
///
/// - Parameters:
///   - total: Reads the count when all threads have stopped.
///   - fault: Returns and clears a fault that the counter itself has found; nil if there is none.
@usableFromInline
func countedProgram(
  threads: Int, total: @escaping @Sendable () -> UInt64,
  fault: @escaping @Sendable () -> String? = { nil },
  _ run: @escaping @Sendable (TrialThread) -> UInt64
) -> TrialProgram {
  let check = CounterCheck()
  return TrialProgram(threadCount: threads, run: run) { operations in
    let found = fault()
    return check.conclude(operations, total: total(), fault: found)
  }
}

/// The program of one thread that increments a fixed number of times.
///
/// The function is inlined into a caller that knows the counter's type, so that the compiler
/// specialises the loop for that type.
@inlinable @inline(__always)
public func uncontendedProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return countedProgram(
    threads: 1, total: { counter.total() }, fault: { counter.takeFault() }
  ) { thread in
    uncontendedLoop(
      counter, operations: thread.operations, insideSteps: inside, outsideSteps: outside)
    return thread.operations
  }.watching(counter.lockWord())
}

/// The program of threads that increment together until they are stopped.
@inlinable @inline(__always)
public func contendedProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return countedProgram(
    threads: context.value("threads", default: 1), total: { counter.total() },
    fault: { counter.takeFault() }
  ) { thread in
    contendedLoop(
      counter, until: thread.stop, insideSteps: inside, outsideSteps: outside)
  }.watching(counter.lockWord())
}

/// The share of `count` for one of several threads or tasks, by its number.
///
/// The first `count % parties` of them do one increment more than the others.
@usableFromInline
func share(of count: UInt64, number: Int, of parties: Int) -> UInt64 {
  count / UInt64(parties) + (UInt64(number) < count % UInt64(parties) ? 1 : 0)
}

/// The program of threads that raise a counter together by a fixed count, once per trial.
@inlinable @inline(__always)
func fixedCountThreadsProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let threads = context.value("threads", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return countedProgram(threads: threads, total: { counter.total() }) { thread in
    let operations = share(of: count, number: thread.index, of: threads)
    uncontendedLoop(counter, operations: operations, insideSteps: 0, outsideSteps: 0)
    return operations
  }
}

/// The program of one thread that, once per trial, starts Swift tasks and waits until they have
/// raised a counter together by a fixed count.
@inlinable @inline(__always)
func fixedCountTasksProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let tasks = context.value("tasks", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return countedProgram(threads: 1, total: { counter.total() }) { _ in
    runTasks(tasks) { task in
      uncontendedLoop(
        counter, operations: share(of: count, number: task, of: tasks), insideSteps: 0,
        outsideSteps: 0)
    }
    return count
  }
}
