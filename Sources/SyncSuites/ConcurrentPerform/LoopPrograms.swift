public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

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
@inlinable @inline(__always)
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
@inlinable @inline(__always)
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
@inlinable @inline(__always)
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
@inlinable @inline(__always)
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
@inlinable @inline(__always)
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
@usableFromInline
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
