import BenchmarkModel

extension WorkerDescription {
  /// Describes an executable by the catalogue of its cases.
  ///
  /// `request` names at least one CPU. A selection that can't be met is no error of the worker:
  /// ``problem`` has the reason, and the gate compares the answers of both executables. A word (a
  /// suite, workload, primitive or filter) that selects nothing is left out if other words of its
  /// kind remain, because the word may name something that only the other executable has.
  init(of catalog: CaseCatalog, for request: DescriptionRequest, tool: ToolVersion) {
    let cpus = request.cpuOrder.count
    // Every case is selected here, so this fails only for a catalogue without suites.
    let known = (try? catalog.cases(tier: .thorough, cpus: cpus)) ?? []
    self.init(tool: tool, plan: nil, known: known.map(\.id))
    var selection = request.selection
    while plan == nil, problem.isEmpty {
      do throws(CatalogError) {
        let cases = try catalog.cases(tier: .headline, cpus: cpus, selection: selection)
        // A gate draws its own order: the plan's seed decides nothing.
        plan = Planner(cpuOrder: request.cpuOrder, isPinned: request.isPinned)
          .plan(cases, of: catalog.suites, profile: .gate, seed: 0)
      } catch {
        if let word = selection.leaveOut(what: error) {
          unmet[word] = error.description
        } else {
          problem = error.description
        }
      }
    }
  }
}

extension CaseSelection {
  /// Removes the word that an error is about, if other words of its kind are left; returns the
  /// word.
  ///
  /// Without the last word of a kind, everything of that kind would be selected.
  fileprivate mutating func leaveOut(what error: CatalogError) -> String? {
    switch error {
    case .unknownSuite(let name, _): Self.leaveOut(name, of: &suites)
    case .unknownPrimitive(let name, _): Self.leaveOut(name, of: &primitives)
    case .unknownWorkload(let name, _): Self.leaveOut(name, of: &workloads)
    case .nothingMatches(let glob, _): Self.leaveOut(glob, of: &filters)
    case .outOfRange, .unusedOverride, .unknownCase, .emptySelection, .needsTwoCPUs,
      .unknownPreset, .outsidePreset:
      nil
    }
  }

  private static func leaveOut(_ word: String, of words: inout [String]) -> String? {
    let rest = words.filter { $0 != word }
    guard !rest.isEmpty else { return nil }
    words = rest
    return word
  }
}
