public import BenchmarkRunner
public import CSyncShims
import Glibc
public import SyncPrimitives

/// The lengths of one section and of the gap after it, in steps of busy work.
@usableFromInline struct WorkDraw: Sendable {
  /// Steps inside the section.
  @usableFromInline var inside: UInt32
  /// Steps after the section.
  @usableFromInline var outside: UInt32
}

/// A thread's lengths of work, exponentially distributed, drawn before time is measured.
///
/// The lengths are the quantiles of the distribution at evenly spaced probabilities, in a random
/// order. Unlike independent draws, the quantiles have the requested mean for every seed, to a
/// thousandth. The longest length is 7.6 times the mean. A length above `UInt32.max` steps, which
/// would take seconds, is reduced to that number.
@usableFromInline final class WorkDraws: @unchecked Sendable {
  /// The number of draws, a power of two, so that a mask turns any number into an index.
  @inlinable static var count: Int { 1024 }

  @usableFromInline let draws: UnsafePointer<WorkDraw>

  /// Draws lengths with the means `insideMean` and `outsideMean`, in steps.
  init(insideMean: UInt64, outsideMean: UInt64, seed: UInt64) {
    let inside = Self.shuffledQuantiles(mean: insideMean, seed: sync_mix_index(seed &* 2))
    let outside = Self.shuffledQuantiles(mean: outsideMean, seed: sync_mix_index(seed &* 2 &+ 1))
    let memory = UnsafeMutablePointer.makeAligned(
      repeating: WorkDraw(inside: 0, outside: 0), count: Self.count)
    for index in 0..<Self.count {
      memory[index] = WorkDraw(inside: inside[index], outside: outside[index])
    }
    draws = UnsafePointer(memory)
  }

  deinit { draws.deallocate() }

  private static func shuffledQuantiles(mean: UInt64, seed: UInt64) -> [UInt32] {
    var steps = (0..<count).map { index -> UInt32 in
      let probability = (Double(index) + 0.5) / Double(count)
      let quantile = -Double(mean) * log1p(-probability)
      return UInt32(min(quantile.rounded(), Double(UInt32.max)))
    }
    var random = Xorshift(seed: seed)
    random.shuffle(&steps)
    return steps
  }
}

/// Increments the counter until `stop` is raised, with work of drawn lengths inside and outside
/// the section, as one of several threads.
///
/// Returns the number of increments.
@inlinable @inline(never)
func exponentialLoop<Counter: SharedCounter & ~Copyable>(
  _ counter: borrowing Counter, until stop: UnsafePointer<UInt32>,
  draws: UnsafePointer<WorkDraw>
) -> UInt64 {
  sync_align_code()
  var state = counter.makeThreadState()
  let mask = UInt64(WorkDraws.count - 1)
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let draw = draws[Int(done & mask)]
    counter.increment(&state, workSteps: UInt64(draw.inside))
    if draw.outside > 0 { _ = sync_work(UInt64(draw.outside)) }
    done &+= 1
  }
  counter.endThreadState(state)
  return done
}

/// The program of threads that increment together until they are stopped, with work of drawn
/// lengths.
@inlinable @inline(__always)
func exponentialProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let draws = workDraws(context)
  return countedProgram(threads: draws.count, total: { counter.total() }) { thread in
    exponentialLoop(counter, until: thread.stop, draws: draws[thread.index].draws)
  }
}

/// Makes a table of draws for each thread of a case.
@usableFromInline
func workDraws(_ context: CaseContext) -> [WorkDraws] {
  (0..<context.value("threads", default: 2)).map { thread in
    WorkDraws(
      insideMean: context.workSteps("inside"), outsideMean: context.workSteps("outside"),
      seed: context.seed &+ UInt64(thread))
  }
}
