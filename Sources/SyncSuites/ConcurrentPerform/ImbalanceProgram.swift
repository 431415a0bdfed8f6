public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// What the stamped loops of a case share, and how evenly they were shared out.
@usableFromInline
final class LoopBalanceCheck: Sendable {
  @usableFromInline let check: LoopCheck
  @usableFromInline let clock: TickClock
  /// How long a trial is.
  @usableFromInline let ticks: UInt64
  private let width: Int
  private let stampNanoseconds: Double
  private let last = MutexProtected(LoopBalance())

  @usableFromInline
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
  @usableFromInline
  func note(_ balance: LoopBalance) -> UInt64 {
    check.noteReturn()
    last.withLock { $0 = balance }
    return balance.loops &* UInt64(check.iterations)
  }

  @usableFromInline
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    var conclusion = check.conclude(operations)
    let balance = last.withLock { $0 }
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
@inlinable @inline(__always)
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
