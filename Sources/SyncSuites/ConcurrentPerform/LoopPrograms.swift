public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// What an index of a measured parallel loop does.
@usableFromInline protocol LoopKernel: Sendable {
  /// Does an index's work, beside that of any other index of the loop.
  ///
  /// - Parameter loop: The number of the loop, which grows from one to the next.
  func run(index: Int, loop: UInt64)
}

/// One parallel loop after another, numbered as `loops` says, each index tallied by the thread that did
/// it.
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

/// What the tallies of `loops` loops over `iterations` indices must add up to.
func expectedTally(loops: UInt64, iterations: Int) -> (count: UInt64, mixSum: UInt64) {
  var sum: UInt64 = 0
  for index in 0..<iterations { sum &+= sync_mix_index(UInt64(index)) }
  return (loops &* UInt64(iterations), sum &* loops)
}

/// Waits until no other thread of the process runs, but no longer than the limit; whether it came to
/// that.
///
/// Helpers of a parallel loop may still be leaving when it returns: what they do then belongs to no
/// trial, and must not run into the next one.
@discardableResult
func waitForRest(limitNanoseconds: UInt64 = 2_000_000) -> Bool {
  let due = sync_monotonic_ns() + limitNanoseconds
  // Where the kernel doesn't show the threads, there is nothing to wait by.
  while sync_running_threads() > 0 {
    let now = sync_monotonic_ns()
    guard now < due else { return false }
    sync_sleep_until(now + 50_000)
  }
  return true
}

/// Numbers a case's loops, and checks that each of their indices was done once.
@usableFromInline
final class LoopCheck: Sendable {
  /// Indices of a loop.
  @usableFromInline let iterations: Int
  private let mixSumOfLoop: UInt64
  private let begun = MutexProtected<UInt64>(0)
  /// What the threads had done when the trial's last loop returned.
  private let inTime = MutexProtected(sync_tally_total())

  @usableFromInline
  init(iterations: Int) {
    self.iterations = iterations
    mixSumOfLoop = expectedTally(loops: 1, iterations: iterations).mixSum
  }

  /// The numbers of a trial's loops, which go on from one trial to the next: whole loops, one at least.
  @usableFromInline
  func takeLoops(operations: UInt64) -> Range<UInt64> {
    let count = max(1, operations / UInt64(iterations))
    return begun.withLock { begun in
      let first = begun
      begun &+= count
      return first..<begun
    }
  }

  /// How many indices the loops so far had.
  var indices: UInt64 { begun.get() &* UInt64(iterations) }

  /// Takes what the threads have done; call it as soon as a trial's last loop has returned.
  ///
  /// Later would be too late: an engine that returns before its last index is done would have done it by
  /// then. Helpers may still be leaving, but they have no index any more.
  @usableFromInline
  func noteReturn() {
    let tally = sync_collect_tallies()
    inTime.withLock { inTime in
      inTime.count &+= tally.count
      inTime.mix_sum &+= tally.mix_sum
      inTime.threads = max(inTime.threads, tally.threads)
    }
  }

  /// Waits for helpers that are still leaving, and holds what was done in time against the operations.
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

/// The program of one thread that starts parallel loops, each index busy for the grain.
@inlinable @inline(__always)
public func loopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  kernelProgram(
    Engine(width: context.value("width", default: 1)),
    ComputeKernel(workSteps: context.workSteps("grain")),
    LoopCheck(iterations: context.value("iterations", default: 1)))
}

/// The same with a stretch of indices handed out at a time.
@inline(__always)
func strideProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  kernelProgram(
    Strides<Engine>(
      width: context.value("width", default: 1), stride: context.value("stride", default: 1)),
    ComputeKernel(workSteps: context.workSteps("grain")),
    LoopCheck(iterations: context.value("iterations", default: 1)))
}

/// The same with a loop in each index of a loop.
@inline(__always)
func nestedLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let outer = context.value("outer", default: 1)
  return kernelProgram(
    LoopInLoop<Engine>(width: context.value("width", default: 1), outer: outer),
    ComputeKernel(workSteps: context.workSteps("grain")),
    LoopCheck(iterations: outer * context.value("inner", default: 1)))
}

/// What ``nestedLoopProgram(_:_:)`` is compared with: as many indices in one loop.
@inline(__always)
func flatLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let outer = context.value("outer", default: 1)
  return kernelProgram(
    Engine(width: context.value("width", default: 1)),
    ComputeKernel(workSteps: context.workSteps("grain")),
    LoopCheck(iterations: outer * context.value("inner", default: 1)))
}

/// The program of loops whose later indices are busy for longer.
@inline(__always)
func skewedLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let iterations = context.value("iterations", default: 1)
  return kernelProgram(
    Engine(width: context.value("width", default: 1)),
    SkewedKernel(workSteps: context.workSteps("grain"), iterations: iterations, percent: 100),
    LoopCheck(iterations: iterations))
}

/// The program of loops whose indices all add to one word.
@inline(__always)
func sharedCounterLoopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let counter = LoopCounter()
  return kernelProgram(
    Engine(width: context.value("width", default: 1)),
    SharedCounterKernel(counter, workSteps: context.workSteps("grain")),
    LoopCheck(iterations: context.value("iterations", default: 1))
  ) { checkShared(counter, &$0) }
}

/// Holds what a shared word shows against the operations; a fault of the loop itself stands before it.
func checkShared(_ counter: LoopCounter, _ conclusion: inout TrialConclusion) {
  let added = counter.take()
  guard conclusion.violation == nil, added != conclusion.operations else { return }
  conclusion.violation = "the shared word shows \(added) additions of \(conclusion.operations)"
}

/// The program of one thread that starts loops of an engine over a kernel.
///
/// - Parameter conclude: What else is checked and seen of a trial.
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

  /// Makes arrays larger than the machine's caches, as far as its memory goes; nil where it has none to
  /// spare.
  convenience init?(_ context: CaseContext) {
    let machine = MachineMemory()
    let cacheBytes = machine.lastCacheBytes()
    let elements = context.value("elements", default: 4096)
    let iterations = context.value("iterations", default: 1)
    self.init(
      elements: elements, iterations: iterations,
      blocks: MachineMemory.triadBlocks(
        elements: elements, iterations: iterations, cacheBytes: cacheBytes,
        freeBytes: machine.freeBytes()),
      cacheBytes: cacheBytes)
  }

  /// Makes arrays of so many blocks.
  init?(elements: Int, iterations: Int, blocks: Int, cacheBytes: Int?) {
    guard let arrays = TriadArrays(elements: elements, blocks: blocks) else { return nil }
    self.arrays = arrays
    self.cacheBytes = cacheBytes
    check = LoopCheck(iterations: iterations)
  }

  /// Looks whether the arrays show what the trial's loops write, and says how much memory they moved.
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
    // Not the engine's fault: a violation would call it, and with it the reference, invalid.
    return .refusing("the machine has no memory to spare for arrays of that length")
  }
  return triadProgram(Engine(width: context.value("width", default: 1)), memory)
}

/// The same over given arrays.
@inline(__always)
func triadProgram<Engine: ParallelLoop>(
  _ engine: Engine, _ memory: LoopMemory
) -> TrialProgram {
  kernelProgram(
    engine, TriadKernel(memory.arrays, iterations: memory.check.iterations), memory.check
  ) { memory.conclude(&$0) }
}
