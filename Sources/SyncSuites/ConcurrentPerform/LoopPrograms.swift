public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The work of an index of a measured parallel loop.
@usableFromInline protocol LoopKernel: Sendable {
  /// Does an index's work, in parallel with other indices of the loop.
  ///
  /// - Parameter loop: The number of the loop, which grows from loop to loop.
  func run(index: Int, loop: UInt64)
}

/// Runs the parallel loops with the numbers `loops`, one after another.
///
/// The thread that does an index tallies the index.
@inlinable @inline(never)
func parallelLoops<Engine: ParallelLoop, Kernel: LoopKernel>(
  _ engine: Engine, _ kernel: Kernel, loops: Range<UInt64>, iterations: Int
) {
  var next = loops.lowerBound
  while next < loops.upperBound {
    let loop = next
    engine.run(iterations: iterations) { index in
      kernel.run(index: index, loop: loop)
      sync_tally_index(UInt64(truncatingIfNeeded: index))
    }
    next &+= 1
  }
}

/// The sum of the threads' tallies that is right after `loops` loops over `iterations` indices each.
func expectedTally(loops: UInt64, iterations: Int) -> (count: UInt64, mixSum: UInt64) {
  var sum: UInt64 = 0
  for index in 0..<iterations { sum &+= sync_mix_index(UInt64(index)) }
  return (loops &* UInt64(iterations), sum &* loops)
}

/// Waits until no other thread of the process runs, and returns false if the limit is reached
/// before.
///
/// The helpers of a parallel loop (its threads other than the caller) may still be leaving when the
/// loop returns. The time of a leaving helper belongs to no trial, and must not run into the next
/// trial.
@discardableResult
func waitForRest(limitNanoseconds: UInt64 = 2_000_000) -> Bool {
  let due = sync_monotonic_ns() + limitNanoseconds
  // If the kernel does not show the threads, the number is negative and there is no wait.
  while sync_running_threads() > 0 {
    let now = sync_monotonic_ns()
    guard now < due else { return false }
    sync_sleep_until(now + 50_000)
  }
  return true
}

/// Numbers the loops of a case, and checks that each index of a loop was done once.
@usableFromInline
final class LoopCheck: Sendable {
  /// The number of indices of a loop.
  @usableFromInline let iterations: Int
  private let mixSumOfLoop: UInt64
  private let begun = MutexProtected<UInt64>(0)
  /// The tallies of the threads when the trial's last loop returned.
  private let inTime = MutexProtected(sync_tally_total())

  @usableFromInline
  init(iterations: Int) {
    self.iterations = iterations
    mixSumOfLoop = expectedTally(loops: 1, iterations: iterations).mixSum
  }

  /// Assigns the numbers of a trial's loops, at least one number.
  ///
  /// The numbers of the next trial follow these numbers.
  @usableFromInline
  func takeLoops(operations: UInt64) -> Range<UInt64> {
    let count = max(1, operations / UInt64(iterations))
    return begun.withLock { begun in
      let first = begun
      begun &+= count
      return first..<begun
    }
  }

  /// The number of indices of all loops so far.
  var indices: UInt64 { begun.get() &* UInt64(iterations) }

  /// Notes the tallies of the threads; to be called as soon as a trial's last loop has returned.
  ///
  /// A later call would hide a fault, because an engine that returns before its last index is done
  /// would have done that index by then. Helpers may still be leaving, but they have no index any
  /// more.
  @usableFromInline
  func noteReturn() {
    let tally = sync_collect_tallies()
    inTime.withLock { inTime in
      inTime.count &+= tally.count
      inTime.mix_sum &+= tally.mix_sum
      inTime.threads = max(inTime.threads, tally.threads)
    }
  }

  /// Waits for helpers that are still leaving, and compares the indices done in time with the
  /// trial's operations.
  @usableFromInline
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    waitForRest()
    let done = operations.reduce(0, &+)
    let late = sync_collect_tallies().count
    let tally = inTime.take(leaving: sync_tally_total())
    let violation: String? =
      if late > 0 {
        "\(late) of \(done) indices ran only after their loop had returned"
      } else if tally.count != done {
        "\(tally.count) indices ran, not \(done)"
      } else if tally.mix_sum != mixSumOfLoop &* (done / UInt64(iterations)) {
        "some indices ran twice and others not at all"
      } else {
        nil
      }
    return TrialConclusion(
      operations: done, violation: violation,
      observations: [("threads_seen", Double(tally.threads))])
  }
}

extension CaseContext {
  /// The number of CPUs that a loop may use.
  @usableFromInline var loopWidth: Int { value("width", default: 1) }

  /// The number of indices of a loop.
  @usableFromInline var iterations: Int { value("iterations", default: 1) }
}

/// The program of one thread that starts parallel loops, each index busy for the case's `grain`.
@inlinable @inline(__always)
public func loopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  computeProgram(context, Engine(width: context.loopWidth), iterations: context.iterations)
}

/// The program of one thread that starts parallel loops of an engine, each index busy for the
/// case's `grain`.
@inlinable @inline(__always)
func computeProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ engine: Engine, iterations: Int
) -> TrialProgram {
  kernelProgram(
    engine, ComputeKernel(workSteps: context.workSteps("grain")), LoopCheck(iterations: iterations))
}

/// The program of parallel loops that hand out a stride of indices at a time.
@inline(__always)
func strideProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  computeProgram(
    context,
    Strides<Engine>(width: context.loopWidth, stride: context.value("stride", default: 1)),
    iterations: context.iterations)
}

/// The program of parallel loops with a loop in each index.
@inline(__always)
func nestedLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let outer = context.value("outer", default: 1)
  return computeProgram(
    context, LoopInLoop<Engine>(width: context.loopWidth, outer: outer),
    iterations: outer * context.value("inner", default: 1))
}

/// The program that ``nestedLoopProgram(_:_:)`` is compared with: as many indices in one loop.
@inline(__always)
func flatLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  computeProgram(
    context, Engine(width: context.loopWidth),
    iterations: context.value("outer", default: 1) * context.value("inner", default: 1))
}

/// The program of loops whose later indices are busy for longer.
@inline(__always)
func skewedLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  kernelProgram(
    Engine(width: context.loopWidth),
    SkewedKernel(
      workSteps: context.workSteps("grain"), iterations: context.iterations, percent: 100),
    LoopCheck(iterations: context.iterations))
}

/// The program of loops whose indices all add to one word.
@inline(__always)
func sharedCounterLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let counter = LoopCounter()
  return kernelProgram(
    Engine(width: context.loopWidth),
    SharedCounterKernel(counter, workSteps: context.workSteps("grain")),
    LoopCheck(iterations: context.iterations)
  ) { checkShared(counter, &$0) }
}

/// Compares a shared word with the number of operations.
///
/// A fault of the loop itself takes precedence.
func checkShared(_ counter: LoopCounter, _ conclusion: inout TrialConclusion) {
  let added = counter.take()
  guard conclusion.violation == nil, added != conclusion.operations else { return }
  conclusion.violation = "the shared word shows \(added) additions of \(conclusion.operations)"
}

/// The program of one thread that starts loops of an engine over a kernel.
///
/// - Parameter conclude: Adds further checks and observations of a trial.
@inlinable @inline(__always)
func kernelProgram<Engine: ParallelLoop, Kernel: LoopKernel>(
  _ engine: Engine, _ kernel: Kernel, _ check: LoopCheck,
  conclude: @escaping @Sendable (inout TrialConclusion) -> Void = { _ in }
) -> TrialProgram {
  if let refusal = engine.refusal { return .refusing(refusal) }
  return TrialProgram(threadCount: 1) { thread in
    let loops = check.takeLoops(operations: thread.operations)
    parallelLoops(engine, kernel, loops: loops, iterations: check.iterations)
    check.noteReturn()
    return UInt64(loops.count) &* UInt64(check.iterations)
  } conclude: { operations in
    var conclusion = check.conclude(operations)
    conclude(&conclusion)
    return conclusion
  }
}

/// The arrays of a memory-bound loop, and their check.
final class LoopMemory: Sendable {
  let arrays: TriadArrays
  let check: LoopCheck
  private let cacheBytes: Int?

  /// Makes arrays larger than the machine's caches, as far as its memory allows; nil if the machine
  /// has no memory to spare.
  convenience init?(_ context: CaseContext) {
    let machine = MachineMemory()
    let cacheBytes = machine.lastCacheBytes()
    let elements = context.value("elements", default: 4096)
    self.init(
      elements: elements, iterations: context.iterations,
      blocks: MachineMemory.triadBlocks(
        elements: elements, iterations: context.iterations, cacheBytes: cacheBytes,
        freeBytes: machine.freeBytes()),
      cacheBytes: cacheBytes)
  }

  /// Makes arrays of `blocks` blocks.
  init?(elements: Int, iterations: Int, blocks: Int, cacheBytes: Int?) {
    guard let arrays = TriadArrays(elements: elements, blocks: blocks) else { return nil }
    self.arrays = arrays
    self.cacheBytes = cacheBytes
    check = LoopCheck(iterations: iterations)
  }

  /// Checks that the arrays hold the values that the trial's loops write, and adds the observations
  /// `bytes` (moved in the trial) and `cache_multiple`.
  func conclude(_ conclusion: inout TrialConclusion) {
    let done = conclusion.operations
    let missing = arrays.unwrittenBlocks(
      last: done, before: check.indices, iterations: check.iterations)
    if conclusion.violation == nil, missing > 0 {
      conclusion.violation = "\(missing) blocks do not show what their loop writes"
    }
    let bytes = Double(done) * Double(arrays.elements * TriadKernel.bytesPerElement)
    conclusion.observations.append(("bytes", bytes))
    if let cacheBytes, cacheBytes > 0 {
      conclusion.observations.append(
        ("cache_multiple", Double(arrays.bytes) / Double(cacheBytes)))
    }
  }
}

/// The program of loops over arrays that the caches do not hold.
@inline(__always)
func memoryLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  guard let memory = LoopMemory(context) else {
    // A violation would say that the engine is faulty, but the machine is the cause.
    return .refusing("the machine has no memory to spare for arrays of that length")
  }
  return triadProgram(Engine(width: context.loopWidth), memory)
}

/// The program of loops over given arrays.
@inline(__always)
func triadProgram<Engine: ParallelLoop>(
  _ engine: Engine, _ memory: LoopMemory
) -> TrialProgram {
  kernelProgram(
    engine, TriadKernel(memory.arrays, iterations: memory.check.iterations), memory.check
  ) { memory.conclude(&$0) }
}
