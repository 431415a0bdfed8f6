import BenchmarkModel

extension Suite {
  /// Returns the suite's table: the columns of axes, traits and metrics, and the measured
  /// primitives.
  func table(measuring measured: [CaseID], adding counted: [MetricColumn] = []) -> SuiteTable {
    var parameters: [ParameterColumn] = []
    let keys = Set(measured.flatMap(\.parameters).map(\.key))
    let asked = workloads.flatMap(\.askedAxes).filter { keys.contains($0.key) }
    for axis in workloads.flatMap(\.axes) + asked
    where !parameters.contains(where: { $0.key == axis.key }) {
      parameters.append(ParameterColumn(key: axis.key, name: axis.columnName))
    }
    let primitives = Set(measured.map(\.primitive))
    let descriptions = primitiveDescriptions
    var traits: [String] = []
    for trait in descriptions.flatMap(\.traits) where !traits.contains(trait.name) {
      traits.append(trait.name)
    }
    let shared = workloads.filter { $0.pace == .window && $0.summaryLevel > 0 }.map(\.name)
    let regimes =
      shared.isEmpty
      ? []
      : RegimeFigure.allCases.map {
        MetricColumn($0.rawValue, .neutral, .regime($0), workloads: shared)
      }
    return SuiteTable(
      suite: name, parameters: parameters, traits: traits, columns: columns + regimes + counted,
      primitives: descriptions.filter { primitives.contains($0.name) },
      workloads: workloads.compactMap { workload in
        workload.role.map { WorkloadDescription(workload.name, $0) }
      }, usualChoices: usualChoices, usualQueue: usualQueue)
  }
}
