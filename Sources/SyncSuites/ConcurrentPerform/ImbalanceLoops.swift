import CSyncShims
import SyncPrimitives

/// How a trial's loops were shared out among threads, in ticks.
struct LoopBalance: Sendable {
  /// Loops run.
  var loops: UInt64 = 0
  /// What the busiest thread of each loop was busy for, all loops together.
  var most: UInt64 = 0
  /// What all threads were busy for.
  var sum: UInt64 = 0
  /// From the first loop's start to the last one's end.
  var elapsed: UInt64 = 0

  /// The busiest thread's time over the mean of `width` threads: 1 where all had the same, `width` where
  /// one did it all; nil where nobody did anything.
  ///
  /// Loop by loop, each weighed by its work: a thread that is behind in every other loop does not make
  /// up for it. A thread that never came counts as one that did nothing.
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

/// Parallel loops for about `ticks`, one at least, with how long each thread was busy in each of them.
///
/// Each index is stamped before and after: what a thread is busy for is its indices' work, and not what
/// lies between. A thread that loses its CPU in the middle of an index is busy meanwhile, because the
/// loop waits for it. Two stamps an index, and a look at all tallies a loop: the loops' own time is not to be
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
