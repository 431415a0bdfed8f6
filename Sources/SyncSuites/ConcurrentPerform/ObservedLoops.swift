import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// The spread of the work of a trial's loops over the threads; times are in ticks.
struct LoopBalance: Sendable {
  /// The number of loops.
  var loops: UInt64 = 0
  /// The busy time of the busiest thread of each loop, summed over all loops.
  var most: UInt64 = 0
  /// The busy time of all threads in all loops.
  var sum: UInt64 = 0
  /// The time from the first loop's start to the last loop's end.
  var elapsed: UInt64 = 0

  /// The busiest thread's time divided by the mean time of `width` threads: 1 if all threads were
  /// equally busy, `width` if one thread did everything.
  ///
  /// Nil if no thread did anything.
  ///
  /// The ratio is the mean over the loops, each weighted by its work, so a thread's surplus of work
  /// in one loop does not offset its lack of work in another. A thread that ran no index enters the
  /// mean time with 0.
  func imbalance(width: Int) -> Double? {
    sum > 0 ? Double(most) * Double(width) / Double(sum) : nil
  }

  /// Adds a loop that has returned.
  mutating func add(_ busy: sync_busy_total) {
    loops &+= 1
    most &+= busy.most
    sum &+= busy.sum
  }
}

/// Runs parallel loops for about `ticks` ticks, but at least one loop, and measures the busy time
/// of each thread in each loop.
///
/// The clock is read before and after each index (two stamps), so the busy time of a thread is the
/// time in its indices, and not the time between indices. A thread that loses its CPU in the middle
/// of an index counts as busy, because the loop waits for that thread. Each index also costs two
/// stamps, and each loop a read of all threads' busy times, so the times of these loops can't be
/// compared with those of ``parallelLoops(_:_:loops:iterations:)``.
@inline(never)
func imbalanceLoops<Engine: ParallelLoop>(
  _ engine: Engine, _ kernel: SkewedKernel, iterations: Int, clock: TickClock, ticks: UInt64
) -> LoopBalance {
  var balance = LoopBalance()
  let begin = clock.now()
  repeat {
    engine.run(iterations: iterations) { index in
      let start = clock.now()
      kernel.run(index: index, loop: 0)
      sync_tally_busy(clock.now() &- start)
      sync_tally_index(UInt64(truncatingIfNeeded: index))
    }
    balance.add(sync_collect_busy())
    balance.elapsed = clock.now() &- begin
  } while balance.elapsed < ticks
  return balance
}

/// The state that a case's trials share if each index of a loop is stamped: the check, the clock
/// and the balance of the last trial.
final class LoopBalanceCheck: Sendable {
  let check: LoopCheck
  let clock: TickClock
  /// The length of a trial, in ticks.
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

  /// Notes a trial whose last loop has just returned, and returns the number of indices done.
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

/// The program that observes the threads of one `concurrentPerform` in each trial.
///
/// - Parameter serviceClass: The class of the global queue on which the caller runs; nil if the
///   caller is a thread of no queue.
func helpersProgram(
  _ context: CaseContext, calledOn serviceClass: ServiceClass?
) -> TrialProgram {
  let width = max(1, context.width)
  let check = LoopCheck(iterations: width)
  let last = MutexProtected<LoopThreads?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let threads = loopThreads(calledOn: serviceClass, width: width)
    check.noteReturn()
    last.put(threads)
    return UInt64(width)
  } conclude: { operations in
    var conclusion = check.conclude(operations)
    if let threads = last.get() { conclude(threads, serviceClass, &conclusion) }
    return conclusion
  }
}

/// Adds what was observed of the loop's threads, and the violation if the caller was to run on a
/// global queue and did not.
///
/// A helper is a thread of the loop other than the caller. Without helpers, the helpers' figures
/// are left out.
private func conclude(
  _ threads: LoopThreads, _ serviceClass: ServiceClass?, _ conclusion: inout TrialConclusion
) {
  if let serviceClass, threads.caller.qualityOfService == nil {
    conclusion.violation =
      conclusion.violation ?? "the caller ran on no global queue, not on \(serviceClass.name)'s"
  }
  func add(_ name: String, _ value: Int?) {
    if let value { conclusion.observations.append((name, Double(value))) }
  }
  add("caller_nice", threads.caller.nice)
  add("caller_qos", threads.caller.qualityOfService)
  // If the helpers' values differ, the least urgent is shown: the highest nice value, the lowest
  // class.
  add("helper_nice", threads.helpers.map(\.nice).max())
  add("helper_qos", threads.helpers.compactMap(\.qualityOfService).min())
}
