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
