public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// Keeps a counter alive, shared and in one place while the threads of a case use it.
@usableFromInline
final class CounterBox<Counter: SharedCounter & ~Copyable>: Sendable {
  @usableFromInline let counter: Counter
  @usableFromInline init(_ counter: consuming Counter) { self.counter = counter }
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
  let box = CounterBox(counter)
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: 1) { thread in
    uncontendedLoop(
      box.counter, operations: thread.operations, insideSteps: inside, outsideSteps: outside)
    return thread.operations
  } conclude: { operations in
    let fault = box.counter.takeFault()
    return check.conclude(operations, total: box.counter.total(), fault: fault)
  }.watching(box.counter.lockWord())
}

/// The program of threads that increment together until they are stopped.
@inlinable @inline(__always)
public func contendedProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let box = CounterBox(counter)
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    contendedLoop(
      box.counter, until: thread.stop, insideSteps: inside, outsideSteps: outside)
  } conclude: { operations in
    let fault = box.counter.takeFault()
    return check.conclude(operations, total: box.counter.total(), fault: fault)
  }.watching(box.counter.lockWord())
}
