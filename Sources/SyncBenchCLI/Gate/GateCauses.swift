import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkRunner

/// Counts, after all pairs, what an operation does on both sides of the cases that are slower.
struct GateCauses {
  let run: Run
  let launcher: PairLauncher
  let budget: GateBudget
  let isQuiet: Bool

  /// Of how many cases: counting one takes a second or two, and a change that slows more has one cause.
  private static let mostCases = 10

  /// Longer than a timed trial: the kernel parts user and system time by ticks of some milliseconds.
  private static let sampling = Sampling(warmups: 1, trials: 1, trialNanoseconds: 50_000_000)

  /// The counts of the cases that failed, those expected among them; none where none did.
  ///
  /// What keeps them from being counted is said, and takes no verdict away.
  func counted(for evaluation: GateEvaluation) -> [CaseID: GateCause] {
    let slower = evaluation.cases.filter { $0.verdict == .fail }.map(\.planned.id)
    guard !slower.isEmpty else { return [:] }
    do {
      return try counted(slower, events: try EventSelection(adding: []))
    } catch {
      Console.note("no causes were counted: \(error)")
      return [:]
    }
  }

  private func counted(
    _ slower: [CaseID], events: EventSelection
  ) throws -> [CaseID: GateCause] {
    let chosen = run.document.plan.cases.indices.filter {
      slower.contains(run.document.plan.cases[$0].id)
    }
    if !isQuiet {
      let count = min(slower.count, Self.mostCases)
      Console.note("counting what differs in \(Words.count(count, "case"))")
    }
    return try Interruption.running {
      var causes: [CaseID: GateCause] = [:]
      for index in chosen {
        if Task.isCancelled || budget.isSpent || causes.count == Self.mostCases { break }
        causes[run.document.plan.cases[index].id] = await cause(ofCase: index, events)
      }
      return causes
    }
  }

  private func cause(ofCase index: Int, _ events: EventSelection) async -> GateCause? {
    var request = run.request(for: Invocation(caseIndex: index, block: 0))
    request.lengthen(to: Self.sampling)
    let counts = await CauseCounting(launcher: launcher)
      .count(
        run.document.plan.cases[index], request: request, events: events.planned,
        counters: events.counters)
    if Task.isCancelled { return nil }
    return GateCause(baseline: counts.baseline, candidate: counts.candidate)
  }
}
