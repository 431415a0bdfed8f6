import BenchmarkModel
import BenchmarkRunner

/// The answer of this executable to a request for its cases.
enum OwnDescription {
  /// Describes the selected cases of the tier `headline`, and which of `ids` this executable has.
  static func description(
    _ selection: CaseSelection, knowing ids: some Sequence<CaseID> = []
  ) throws -> WorkerDescription {
    let catalog = Session.catalog
    let machine = Machine.current
    let found = try catalog.cases(
      tier: .headline, cpus: machine.usableCPUCount, selection: selection)
    let plan = Planner(cpuOrder: machine.cpuOrder(.cores), isPinned: true)
      .plan(found, of: catalog.suites, profile: .gate, seed: 0)
    return WorkerDescription(
      tool: Build.version, plan: plan, known: ids.filter { (try? catalog.find($0)) != nil })
  }
}
