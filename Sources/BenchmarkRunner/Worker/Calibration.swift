import BenchmarkModel
import CSyncShims

/// The measurements of the values that launches need.
enum Calibration {
  /// The number of steps of busy work in a microsecond: the fastest of many short tries, because
  /// any disturbance makes a try slower.
  static func workStepsPerMicrosecond() -> Double {
    let steps: UInt64 = 200_000
    var fastest = UInt64.max
    for _ in 0..<60 {
      let start = sync_monotonic_ns()
      _ = sync_work(steps)
      fastest = min(fastest, sync_monotonic_ns() - start)
    }
    return Double(steps) * 1000 / Double(max(1, fastest))
  }

  /// The time of the dependent steps of the speed probe, in ns: the lower quartile of 160 probes,
  /// because the minimum may be from a moment of a boosted clock.
  static func probeNanoseconds() -> Double {
    let tries = (0..<8).flatMap { _ in probes() }.map(\.dependentNanoseconds).sorted()
    return Double(max(1, tries[tries.count / 4]))
  }

  /// The speed probe's ratio on a core without a neighbour.
  ///
  /// Probing takes 0.4 s on a core without a neighbour. On a core with one, probing goes on until
  /// the neighbour has left for a moment, but for 2 s at most.
  static func probeRatio() -> Double {
    var tries: [Double] = []
    for _ in 0..<100 {
      tries += probes().map(\.ratio)
      let (least, isSettled) = leastRatio(of: tries)
      if isSettled, tries.count >= 400 { return least }
    }
    return leastRatio(of: tries).value
  }

  /// The least ratio after the lowest hundredth is dropped as disturbed, and whether the core was
  /// without a neighbour for some of the tries.
  ///
  /// Ratios without a neighbour vary by 1 %, and ratios beside a neighbour by tens of percent. So
  /// some tries count as made without a neighbour if a twentieth of the ratios lies within 2 % of
  /// the least.
  static func leastRatio(of tries: [Double]) -> (value: Double, isSettled: Bool) {
    let sorted = tries.sorted()
    let least = sorted[sorted.count / 100]
    return (least, sorted[sorted.count / 20] <= 1.02 * least)
  }

  /// Makes twenty probes, and rests until 20 ms have passed.
  private static func probes() -> [SpeedProbe] {
    let start = sync_monotonic_ns()
    defer { sync_sleep_until(start + 20_000_000) }
    return (0..<20).map { _ in SpeedProbe() }
  }

  /// The number of operations that take a trial's length, rounded up to three digits.
  ///
  /// The number is raised until a trial with it takes an eighth of the length or more, and then
  /// computed from the median cost of three trials of about the whole length. In a shorter trial
  /// the case is still warming up, and the fastest trial may be from a state that lasts only a
  /// moment.
  static func operations(
    of program: TrialProgram, request: WorkerRequest
  ) throws(WorkerError) -> UInt64 {
    let cpus: [Int] = if case .pinned(let cpus) = request.placement { cpus } else { [] }
    let team = try ThreadTeam(program: program, cpus: cpus)
    defer { team.end() }
    let target = request.sampling.trialNanoseconds
    var operations: UInt64 = 1
    var cost = try costPerOperation(team, operations)
    while cost.elapsed < target / 8, operations < mostOperations {
      let missing = max(2, min(64, Double(target / 4) / Double(max(1, cost.elapsed))))
      operations = UInt64((Double(operations) * missing).rounded(.up))
      cost = try costPerOperation(team, operations)
    }
    var costs: [Double] = []
    var middle = cost.perOperation
    for _ in 0..<3 {
      operations = max(1, UInt64(Double(target) / max(middle, 0.01)))
      costs.append(try costPerOperation(team, operations).perOperation)
      middle = costs.sorted()[costs.count / 2]
    }
    return rounded(Double(target) / max(middle, 0.01))
  }

  /// The number of operations at which raising stops: without this limit, the number would grow
  /// without end for a loop that takes no time because the compiler removed it.
  private static let mostOperations: UInt64 = 1_000_000_000_000

  private static func costPerOperation(
    _ team: ThreadTeam, _ operations: UInt64
  ) throws(WorkerError) -> (elapsed: UInt64, perOperation: Double) {
    let reports = team.runTrial(operations: operations, windowNanoseconds: nil, isMeasured: false)
    let done = try team.conclude(reports).operations
    let start = reports.map(\.startNanoseconds).min() ?? 0
    let elapsed = (reports.map(\.endNanoseconds).max() ?? 0) - start
    return (elapsed, Double(elapsed) / Double(max(1, done)))
  }

  private static func rounded(_ operations: Double) -> UInt64 {
    var value = max(1, operations)
    var scale = 1.0
    while value >= 1000 {
      value /= 10
      scale *= 10
    }
    return UInt64(value.rounded(.up) * scale)
  }
}
