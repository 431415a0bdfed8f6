import BenchmarkModel
import BenchmarkRunner
import CSyncShims

/// The machine that the command runs on, probed once.
struct Machine {
  static let current: Machine = {
    var environment = EnvironmentProbe.current
    // The Swift version and runtime are those of the executable that measures, which need not be
    // this tool.
    environment.software.swiftVersion = Session.build.swift
    environment.software.swiftRuntime = Session.build.linkage.swiftRuntime
    return Machine(environment: environment)
  }()

  let environment: MachineEnvironment

  /// The number of CPUs that measuring threads can be put on, at least 1.
  var usableCPUCount: Int { max(1, environment.usableCPUs.count) }

  /// The warnings for a run's document, without those about momentary disturbances.
  ///
  /// During the run, the witness of each trial tells whether such a disturbance mattered.
  var warnings: [String] {
    disturbances(of: environment).filter { $0.severity == .warning && !$0.isMomentary }
      .map(\.summary)
  }

  /// Returns the document of a plan that is measured from now on.
  func document(of plan: Plan, budget: UInt64? = nil, host: String? = nil) -> RunDocument {
    RunDocument(
      tool: Build.version, commandLine: RunCommand.recordedCommandLine(),
      startNanoseconds: sync_realtime_ns(), budgetNanoseconds: budget,
      host: host ?? environment.hostLabel, environment: environment, warnings: warnings,
      plan: plan)
  }

  /// The machine's CPUs in the order of each placement.
  var placements: Placements {
    Placements(environment.topology, allowed: environment.usableCPUs.cpus)
  }

  /// The CPUs in the order in which threads are bound to them.
  func cpuOrder(_ mode: PlacementMode) -> [Int] { placements.order(mode) }
}
