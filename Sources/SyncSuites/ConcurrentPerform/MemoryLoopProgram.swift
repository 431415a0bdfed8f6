public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// The arrays of a memory-bound loop, and their check.
@usableFromInline
final class LoopMemory: Sendable {
  @usableFromInline let arrays: TriadArrays
  @usableFromInline let check: LoopCheck
  private let cacheBytes: Int?

  /// Makes arrays larger than the machine's caches, as far as its memory goes; nil where it has none to
  /// spare.
  @usableFromInline
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
  @usableFromInline
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
@inlinable @inline(__always)
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
@inlinable @inline(__always)
func triadProgram<Engine: ParallelLoop>(
  _ engine: Engine, _ memory: LoopMemory
) -> TrialProgram {
  kernelProgram(
    engine, TriadKernel(memory.arrays, iterations: memory.check.iterations), memory.check
  ) { memory.conclude(&$0) }
}
