public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// A fixed number of increments by one thread that nobody contends with.
///
/// Not inlined, so that the loop keeps a frame of its own name for profilers; inlinable, so that it is
/// specialised for its counter. Without busy work it is a loop of its own: the tests for work would
/// double what an increment without a lock costs, and are no part of any lock.
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

/// Increments by one of several threads until the flag is raised; how many it did.
///
/// Without busy work it is a loop of its own, as the uncontended one is.
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
