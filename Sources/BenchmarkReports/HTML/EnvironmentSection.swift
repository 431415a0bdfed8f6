import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

extension ReportRuns {
  /// The machines as the runs' documents describe them: a row for each fact and a column for each
  /// run.
  var environment: Table {
    let machines = runs.map(\.summary.document.environment)
    let facts = machines.map(\.facts)
    let names = facts.joined().map(\.name).uniqued()
    return Table(
      factColumns,
      cells: names.map { name in
        let values = facts.map { own in own.first { $0.name == name }?.value }
        let differs = Set(values).count > 1
        return [.text(name)]
          + values.map { value in
            guard let value else { return .verdict("not reported", .faint) }
            return differs ? .verdict(value, .caution) : .text(value)
          }
      }
    ).captioned(
      "The machine as it was described before the run",
      hint: areSeveral ? "marked: facts that differ between the runs" : nil, isPlain: true)
  }
}
