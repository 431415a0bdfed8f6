import BenchmarkModel
import BenchmarkRunner

/// The description that the session's executable would give of its cases if it were asked, made
/// here without a launch.
enum OwnDescription {
  /// Describes the selected cases of the tier `headline`, and says which of `ids` the executable
  /// has.
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
