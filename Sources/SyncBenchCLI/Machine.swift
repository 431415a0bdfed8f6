import BenchmarkModel
import BenchmarkRunner

/// The machine that the command runs on, looked at once.
struct Machine {
  static let current = Machine(environment: EnvironmentProbe.probe())

  let environment: MachineEnvironment

  /// The CPUs that measuring threads can be put on: one at least.
  var usableCPUCount: Int { max(1, environment.usableCPUs.count) }

  /// What a run's document should warn of.
  var warnings: [String] {
    disturbances(of: environment).filter { $0.severity == .warning }.map(\.summary)
  }

  /// The CPUs in the order in which threads are bound to them.
  func cpuOrder(_ mode: PlacementMode) -> [Int] {
    let allowed = environment.usableCPUs.cpus
    let cores = environment.topology.placementOrder(allowed: allowed)
    let order: [Int]
    if mode == .siblings {
      var seen: Set<Int> = []
      order = cores.flatMap { cpu in
        environment.topology.siblings(of: cpu).filter { cores.contains($0) }
      }.filter { seen.insert($0).inserted }
    } else {
      order = cores
    }
    // A machine that describes no CPU at all still runs this: on CPU 0.
    return order.isEmpty ? (allowed.isEmpty ? [0] : allowed) : order
  }
}
