package import BenchmarkModel
package import BenchmarkStatistics

/// The part of a run that a comparison of machines keeps: the figures, and the facts of the
/// machine.
package struct HostFigures: Equatable, Sendable {
  /// A case's figure.
  package struct Figure: Equatable, Sendable {
    /// The metric that cases of its workload are ranked by.
    package let column: MetricColumn
    package let estimate: Estimate
    /// The place on the host of the CPUs that gave the figure; nil for a case of one CPU, or if the
    /// place was not read.
    let place: Place?
  }

  /// The reader's name for the machine.
  package let name: String
  /// The machine's facts, in the order in which they are shown.
  package let facts: [MachineFact]
  /// The share of the CPUs' time that the hypervisor took while trials ran; nil if that is not
  /// known.
  package let stolenShare: Double?
  /// The places of the CPUs on the host, with each place's share of the trials; nil if unknown.
  package let places: String?
  /// The properties that the machine shares with all machines of its kind.
  package let identity: HostIdentity
  /// The figures of the cases that may be compared.
  package let figures: [CaseID: Figure]
  /// The cases, in the plan's order.
  package private(set) var cases: [CaseID]
  /// The reason why a case has no figure: it is not valid, or its primitive broke its promise;
  /// negative controls are left out.
  package let faults: [CaseID: String]

  /// Takes the figures out of a run that was summed up.
  package init(name: String, _ summary: RunSummary) {
    let environment = summary.document.environment
    self.name = name
    facts = environment.facts
    stolenShare = summary.disturbed?.stolenShare
    places = summary.placesText
    identity = HostIdentity(environment)
    var figures: [CaseID: Figure] = [:]
    var faults: [CaseID: String] = [:]
    for suite in summary.suites {
      let broken = suite.brokenPrimitives
      for found in suite.cases where !found.planned.isNegativeControl {
        if found.status != .valid || broken.contains(suite.promise(of: found.id)) {
          faults[found.id] =
            found.status == .valid ? "its primitive broke its promise" : found.status.rawValue
        } else if !found.isUncontended, let column = suite.primaryMetric(of: found.id.workload),
          let metric = found.metrics[column.name], metric.estimate.value > 0
        {
          figures[found.id] = Figure(
            column: column, estimate: metric.estimate, place: found.place)
        }
      }
    }
    self.figures = figures
    self.faults = faults
    cases = summary.cases.map(\.id)
  }

  /// A copy whose ``cases`` are only those that `includes` accepts.
  func selecting(_ includes: (CaseID) -> Bool) -> HostFigures {
    var some = self
    some.cases = cases.filter(includes)
    return some
  }
}

/// The kind of a machine, by its properties: two machines are of one kind if all properties are
/// equal.
package struct HostIdentity: Hashable, Sendable {
  /// The values of the properties, in the order of ``names``.
  package let parts: [String]

  /// The names of the properties.
  package static let names = ["processor", "CPUs", "NUMA nodes", "kernel", "glibc"]

  init(_ environment: MachineEnvironment) {
    parts = [
      environment.processor.model ?? environment.processor.board ?? "not reported",
      "\(environment.usableCPUs.count)", "\(max(1, environment.topology.nodes.count))",
      environment.kernel.release ?? "not reported",
      environment.software.glibcVersion ?? "not reported",
    ]
  }
}
