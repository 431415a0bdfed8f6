public import CSyncShims
public import SyncPrimitives

/// One parallel loop after another, each index busy for `workSteps` and tallied by the thread that
/// did it.
@inlinable @inline(never)
public func parallelLoops<Engine: ParallelLoop>(
  _ engine: Engine, loops: UInt64, iterations: Int, workSteps: UInt64
) {
  var done: UInt64 = 0
  while done < loops {
    engine.run(iterations: iterations) { index in
      _ = sync_work(workSteps)
      sync_tally_index(UInt64(truncatingIfNeeded: index))
    }
    done &+= 1
  }
}

/// What the tallies of `loops` loops over `iterations` indices must add up to.
public func expectedTally(loops: UInt64, iterations: Int) -> (count: UInt64, mixSum: UInt64) {
  var sum: UInt64 = 0
  for index in 0..<iterations { sum &+= sync_mix_index(UInt64(index)) }
  return (loops &* UInt64(iterations), sum &* loops)
}
