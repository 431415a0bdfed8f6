import BenchmarkRunner
import SyncPrimitives

/// What the stamped loops of a case share, and how evenly they were shared out.
final class LoopBalanceCheck: Sendable {
  let check: LoopCheck
  let clock: TickClock
  /// How long a trial is.
  let ticks: UInt64
  private let width: Int
  private let stampNanoseconds: Double
  private let last = MutexProtected(LoopBalance())

  init(_ context: CaseContext) {
    let clock = TickClock.ofThisMachine()
    let tick = TickCalibration(clock).tickLength()
    self.clock = clock
    ticks = tick.ticks(of: context.trialNanoseconds)
    stampNanoseconds = Double(clock.leastDifference()) * tick.nanoseconds
    width = context.value("width", default: 1)
    check = LoopCheck(iterations: context.value("iterations", default: 1))
  }

  /// Notes a trial whose last loop has just returned; the indices done.
  func note(_ balance: LoopBalance) -> UInt64 {
    check.noteReturn()
    last.put(balance)
    return balance.loops &* UInt64(check.iterations)
  }

  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    var conclusion = check.conclude(operations)
    let balance = last.get()
    if conclusion.violation == nil, balance.most > balance.elapsed {
      conclusion.violation =
        "a thread was busy for longer than its loops took: the CPUs' counters differ"
    }
    if let imbalance = balance.imbalance(width: width) {
      conclusion.observations.append(("imbalance", imbalance))
    }
    conclusion.observations.append(("stamp_ns", stampNanoseconds))
    return conclusion
  }
}

/// The program of one thread that starts loops whose indices are stamped.
@inline(__always)
func imbalanceProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let balance = LoopBalanceCheck(context)
  let engine = Engine(width: context.value("width", default: 1))
  if let refusal = engine.refusal { return .refusing(refusal) }
  let iterations = context.value("iterations", default: 1)
  let kernel = SkewedKernel(
    workSteps: context.workSteps("grain"), iterations: iterations,
    percent: context.value("skew", default: 0))
  return TrialProgram(threadCount: 1) { _ in
    balance.note(
      imbalanceLoops(
        engine, kernel, iterations: iterations, clock: balance.clock, ticks: balance.ticks))
  } conclude: { operations in
    balance.conclude(operations)
  }
}

/// The program that looks at the threads of one `concurrentPerform` a trial.
func helpersProgram(_ context: CaseContext, _ caller: LoopCaller) -> TrialProgram {
  let width = max(1, context.width)
  let check = LoopCheck(iterations: width)
  let last = MutexProtected<LoopThreads?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let threads = loopThreads(calledBy: caller, width: width)
    check.noteReturn()
    last.put(threads)
    return UInt64(width)
  } conclude: { operations in
    var conclusion = check.conclude(operations)
    if let threads = last.get() { conclude(threads, caller, &conclusion) }
    return conclusion
  }
}

/// Adds what was seen of the threads; where no helper came, nothing is said of one.
private func conclude(
  _ threads: LoopThreads, _ caller: LoopCaller, _ conclusion: inout TrialConclusion
) {
  if case .serviceClass(let serviceClass) = caller, threads.caller.qualityOfService == nil {
    conclusion.violation =
      conclusion.violation ?? "the caller ran on no global queue, not on \(serviceClass.name)'s"
  }
  func add(_ name: String, _ value: Int?) {
    if let value { conclusion.observations.append((name, Double(value))) }
  }
  add("caller_nice", threads.caller.nice)
  add("caller_qos", threads.caller.qualityOfService)
  // Helpers that differ would be a finding too: the least urgent one is shown.
  add("helper_nice", threads.helpers.map(\.nice).max())
  add("helper_qos", threads.helpers.compactMap(\.qualityOfService).min())
}
