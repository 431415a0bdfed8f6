import BenchmarkModel
import CSyncShims

/// Two fixed pieces of work of some microseconds: their times tell how fast the CPU's clock is, and
/// whether the core is shared.
///
/// In the first piece, each step waits for the step before, so that its time depends on the clock
/// alone. In the second piece, independent steps fill the core's ports, and another thread on the
/// core, even a thread of another guest, takes some of the ports. The ratio of the two times does
/// not depend on the clock.
struct SpeedProbe {
  private static let dependentSteps: UInt64 = 3000
  private static let independentSteps: UInt64 = 7000

  /// The time of the dependent steps, in ns.
  var dependentNanoseconds: UInt64
  /// The time of the independent steps, in ns.
  var independentNanoseconds: UInt64

  /// The time of the independent steps over the time of the dependent steps.
  var ratio: Double { Double(independentNanoseconds) / Double(max(1, dependentNanoseconds)) }

  /// Probes now, and keeps the faster of two tries of each piece: an interrupt slows a try.
  init() {
    (dependentNanoseconds, independentNanoseconds) = (.max, .max)
    for _ in 0..<2 {
      let start = sync_monotonic_ns()
      _ = sync_work(Self.dependentSteps)
      let middle = sync_monotonic_ns()
      sync_wide_work(Self.independentSteps)
      dependentNanoseconds = min(dependentNanoseconds, middle - start)
      independentNanoseconds = min(independentNanoseconds, sync_monotonic_ns() - middle)
    }
  }

  /// Spins until three probes in a row, within a third of a millisecond, find no neighbour on the
  /// core, or until eight milliseconds have passed.
  ///
  /// A core without a neighbour mostly stays without one for a while.
  static func waitForOwnCore(ratio: Double) {
    let due = sync_monotonic_ns() + 8_000_000
    var free = 0
    while free < 3, sync_monotonic_ns() < due {
      free = SpeedProbe().ratio <= PlaceRule.largestCrowding * ratio ? free + 1 : 0
      let next = sync_monotonic_ns() + 100_000
      while sync_monotonic_ns() < next { sync_pause() }
    }
  }

  /// Makes a probe from the two times, in ns.
  init(dependentNanoseconds: UInt64, independentNanoseconds: UInt64) {
    self.dependentNanoseconds = dependentNanoseconds
    self.independentNanoseconds = independentNanoseconds
  }
}
