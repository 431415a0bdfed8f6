import BenchmarkModel

extension WorkerDescription {
  /// What an executable of these cases says of itself.
  ///
  /// `request` names one CPU at least. A selection that can't be met is no error of the worker's: the
  /// reason is in ``problem``, and the gate tells what the other side makes of it.
  init(of catalog: CaseCatalog, for request: DescriptionRequest, tool: ToolVersion) {
    let cpus = request.cpuOrder.count
    // It has no cases only where there are no suites.
    let known = (try? catalog.cases(tier: .thorough, cpus: cpus)) ?? []
    self.init(tool: tool, plan: nil, known: known.map(\.id))
    do throws(CatalogError) {
      let cases = try catalog.cases(tier: .headline, cpus: cpus, selection: request.selection)
      // A gate draws its own order: the plan's seed decides nothing.
      plan = Planner(cpuOrder: request.cpuOrder, isPinned: request.isPinned)
        .plan(cases, of: catalog.suites, profile: .gate, seed: 0)
    } catch {
      problem = error.description
    }
  }
}
