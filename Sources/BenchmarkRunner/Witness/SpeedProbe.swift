import BenchmarkModel
import CSyncShims

/// Two fixed pieces of work of some microseconds: their times tell how fast the CPU's clock is, and whether the core
/// is shared.
///
/// A step of the one waits for the step before, so that its time goes with the clock alone. The steps of the other
/// fill the core's ports: a thread on the same core, of a neighbour behind the hypervisor too, takes some of them.
/// The ratio of the two times knows nothing of the clock.
struct SpeedProbe {
  private static let dependentSteps: UInt64 = 3000
  private static let independentSteps: UInt64 = 7000

  /// The time of the dependent steps, in ns.
  var dependentNanoseconds: UInt64
  /// The time of the independent steps, in ns.
  var independentNanoseconds: UInt64

  /// The time of independent steps for each ns of the dependent ones.
  var ratio: Double { Double(independentNanoseconds) / Double(max(1, dependentNanoseconds)) }

  /// Probes now: of each piece the faster of two tries, because an interrupted try is no slow CPU.
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

  /// Spins until the core has been the thread's own for three probes in a row, a third of a millisecond, or until
  /// eight have passed: most moments without a neighbour are followed by more.
  static func waitForOwnCore(ratio: Double) {
    let due = sync_monotonic_ns() + 8_000_000
    var free = 0
    while free < 3, sync_monotonic_ns() < due {
      free = SpeedProbe().ratio <= PlaceRule.largestCrowding * ratio ? free + 1 : 0
      let next = sync_monotonic_ns() + 100_000
      while sync_monotonic_ns() < next { sync_pause() }
    }
  }

  /// Makes a probe of its times, in ns.
  init(dependentNanoseconds: UInt64, independentNanoseconds: UInt64) {
    self.dependentNanoseconds = dependentNanoseconds
    self.independentNanoseconds = independentNanoseconds
  }
}
