import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkStatistics
import CSyncShims
import SystemPackage

/// A gate of two executables: it asks both for their cases, makes the plan, measures pairs, and
/// counts events of the cases that turn out slower.
struct PairedGate {
  let baseline: String
  /// The path of the candidate; nil for the session's executable.
  let candidate: String?
  let selection: CaseSelection
  let options: PairingOptions
  let isQuiet: Bool

  /// The plan of a gate, and the launcher that measures it.
  struct Planned {
    let launcher: PairLauncher
    var plan: Plan
    let gate: GatePlan
    let sides: GateSides
  }

  /// Asks both executables for their cases and plans the gate, for the CPUs of this machine unless
  /// `cpuOrder` names other CPUs.
  func planned(cpuOrder: [Int]? = nil, budget: UInt64? = nil) throws -> Planned {
    let limits = try limits()
    let launcher = try launcher()
    let described = try Interruption.running { try await describe(launcher, cpuOrder: cpuOrder) }
    let match = GateMatch(
      baseline: described.baseline.cases, candidate: described.candidate.cases,
      isElsewhere: cpuOrder != nil)
    var (gate, subjects) = try plan(match, described, limits)
    gate.fixedPairs = options.fixedPairs
    gate.casesAtOnce = GateEstimate(gate, subjects.map(\.planned)).casesAtOnce(within: budget)
    return Planned(
      launcher: launcher, plan: Plan(gating: gate, subjects, profile: Profile.gate.name),
      gate: gate, sides: sides(described, match, launcher))
  }

  /// The plan for counting events of the cases that turn out slower; nil if the number of pairs is
  /// fixed, as in tests of the gate's rules.
  ///
  /// Counted trials are longer than timed ones, because Linux divides CPU time into user and system
  /// time by ticks of some milliseconds.
  private func counting() throws -> CountingPlan? {
    guard options.fixedPairs == nil else { return nil }
    let events = try EventSelection(adding: [])
    return CountingPlan(
      events: events.planned, passes: [.counters, .allocations, .instructions], launches: 3,
      cases: [], sampling: Sampling(warmups: 1, trials: 1, trialNanoseconds: 50_000_000),
      counters: events.counters)
  }

  /// Measures a new gate, and returns the report and the folder that keeps the launches.
  func measured() throws -> (GateReport, RunFolder) {
    let start = sync_monotonic_ns()
    let budget = try options.budget?.budgetNanoseconds
    var planned = try planned(budget: budget)
    planned.plan.counting = try counting()
    let folder = try ResultFolder.run(at: options.output ?? ResultFolder.named(after: "gate-"))
    var document = Machine.current.document(
      of: planned.plan, budget: budget.map { $0 - min($0, sync_monotonic_ns() - start) })
    document.sides = planned.sides
    announce(document, folder)
    let run = try measure(with: planned.launcher, in: folder) { [document] in
      try await $0.start(document)
    }
    return (report(of: run, folder), folder)
  }

  /// Prints the plan of a gate, which is not measured: its pairs, its time and its cases.
  func showPlan() throws {
    if let output = options.output {
      let folder = try ResultFolder.run(at: output)
      try CommandFailure.naming(.world) { try folder.checkIsFree() }
    }
    let budget = try options.budget?.budgetNanoseconds
    let plan = try planned(budget: budget).plan
    announce(Machine.current.document(of: plan, budget: budget), nil)
    let gated = plan.gate?.cases.filter { $0.role == .gated } ?? []
    Console.output(gated.map { "\($0.id)\n" }.joined())
  }

  /// Measures the pairs that a gate still needs.
  func resumed(_ path: String) throws -> (GateReport, RunFolder) {
    let folder = RunFolder(FilePath(path))
    let run = try folder.readGate()
    let launcher = try launcher()
    let described = try Interruption.running { try await describe(launcher, cpuOrder: nil) }
    for (side, known, now) in [
      (PairSide.baseline, run.document.sides?.baseline, described.baseline.tool),
      (.candidate, run.document.sides?.candidate, described.candidate.tool),
    ] where known?.tool.executable != now.executable {
      throw CommandFailure.usage(
        """
        the \(side) is another executable than the one that '\(path)' measured: give the same file, or gate anew
        """)
    }
    // A complete gate needs no launch, so nothing is written.
    let whole =
      run.document.state == .complete
      ? run : try measure(with: launcher, in: folder) { try await $0.resume(run) }
    return (report(of: whole, folder), folder)
  }

  private func report(of run: Run, _ folder: RunFolder) -> GateReport {
    guard var report = GateReport(run) else { preconditionFailure("what was measured is a gate") }
    report.folder = folder.path.string
    return report
  }

  /// The two executables, the cases that only one of them has, and the common cases that can't be
  /// gated.
  private func sides(
    _ described: DescribedSides, _ match: GateMatch, _ launcher: PairLauncher
  ) -> GateSides {
    let (baselineTool, candidateTool) = (described.baseline.tool, described.candidate.tool)
    var sides = GateSides(
      baseline: GateExecutable(name: Self.name(of: baseline), tool: baselineTool),
      candidate: GateExecutable(
        name: Self.name(of: candidate ?? Console.benchmarks ?? Console.programName),
        tool: candidateTool))
    // Both conditions are needed. Files of equal bytes, such as copies of a script, may launch
    // different executables, so the fingerprints that both report must be equal too. Equal
    // fingerprints alone do not suffice, because an executable may report any fingerprint.
    sides.isOneFile =
      launcher.hasOneFile && baselineTool.executable == candidateTool.executable
    sides.added = match.added
    sides.removed = match.removed
    sides.ungated = match.ungated
    return sides
  }

  private static func name(of path: String) -> String {
    FilePath(path).lastComponent?.string ?? path
  }

  // MARK: Before anything is measured

  private func limits() throws -> GateLimits {
    guard let file = options.config else { return .none }
    guard let bytes = try FileAccess.read(FilePath(file)) else {
      throw CommandFailure.world("there is no '\(file)'; --config takes a YAML file of limits")
    }
    return try CommandFailure.naming(.usage) {
      try GateLimits(yaml: String(decoding: bytes, as: UTF8.self), file: file)
    }
  }

  private func launcher() throws -> PairLauncher {
    try CommandFailure.naming(.world) {
      try PairLauncher(
        baseline: FilePath(baseline),
        candidate: candidate.map { FilePath($0) } ?? Session.executable.launchPath)
    }
  }

  /// The descriptions of both sides.
  private func describe(_ launcher: PairLauncher, cpuOrder: [Int]?) async throws -> DescribedSides {
    let mode = options.placement?.value ?? .cores
    let request = DescriptionRequest(
      selection: selection, cpuOrder: cpuOrder ?? Machine.current.cpuOrder(mode),
      isPinned: mode != .unpinned)
    let handshake = GateHandshake(launcher: launcher)
    do throws(GateHandshakeError) {
      let baseline = try await handshake.description(of: .baseline, for: request)
      let candidate = try await handshake.description(of: .candidate, for: request)
      return DescribedSides(baseline: baseline, candidate: candidate)
    } catch {
      if error.problem == .interrupted {
        Console.note("stopped before anything was measured")
        throw ExitCode(GateOutcome.inconclusive.exitStatus)
      }
      throw CommandFailure(
        message: error.description,
        status: error.isCrashOfCandidate ? .invalidCases : .world)
    }
  }

  private func plan(
    _ match: GateMatch, _ sides: DescribedSides, _ limits: GateLimits
  ) throws -> (GatePlan, [GateSubject]) {
    if let problem = sides.problem { throw CommandFailure.usage(problem) }
    let all = match.subjects.compactMap { GateableCase(id: $0.planned.id, columns: $0.columns) }
    // Where the selection names no order, floors and controls come last, so that a budget is spent
    // on the other primitives first.
    let yardsticks = sides.candidate.plan?.yardsticks ?? []
    let gateable =
      all.filter { !yardsticks.contains($0.id) } + all.filter { yardsticks.contains($0.id) }
    guard !gateable.isEmpty else { throw nothingShared(match) }
    let cases = try CommandFailure.naming(.usage) {
      // If there is a budget, the cases are decided in the order in which the selection names them.
      try limits.resolve(
        for: selection.inOrder(gateable, of: \.id),
        known: sides.baseline.known + sides.candidate.known)
    }
    let seed = options.seed ?? UInt64.random(in: 0...(1 << 53))
    // The random numbers that choose the sham's case differ from those that shuffle the pairs, but
    // follow from the same seed.
    var random = SplitMix64(seed: ~seed)
    // If there is a budget, the sham's case is one of the first: the budget may end before a late
    // case is measured, and a sham is of no use without its case.
    let drawn = options.budget == nil ? cases.count : min(cases.count, GateEstimate.mostAtOnce)
    let sham = cases[Int(random.next(below: UInt64(drawn)))].sham
    let plan =
      options.alpha.map { GatePlan(seed: seed, alpha: $0, cases: cases + [sham]) }
      ?? GatePlan(seed: seed, cases: cases + [sham])
    let byID = match.subjects.keyed(by: \.planned.id)
    return (plan, plan.cases.compactMap { byID[$0.id] })
  }

  private func nothingShared(_ match: GateMatch) -> CommandFailure {
    let first = match.ungated.first.map { "; \($0.id): \($0.reason)" } ?? ""
    return CommandFailure.world(
      """
      baseline and candidate have no case in common that can be gated (\(match.added.count) are only the \
      candidate's, \(match.removed.count) only the baseline's)\(first)
        select others, or build both from revisions that have the same cases
      """)
  }

  private func announce(_ document: RunDocument, _ folder: RunFolder?) {
    guard !isQuiet, let gate = document.plan.gate else { return }
    document.warnings.forEach { Console.note("warning: \($0)") }
    let gated = gate.cases.count { $0.role == .gated }
    let pairs = gate.looks.map(\.pairs)
    Console.note(
      """
      comparing \(Words.count(gated, "case")) and a sham in \(pairs.first ?? 0) to \(pairs.last ?? 0) pairs each, seed \
      \(gate.seed)\(folder.map { ", into \($0.path)" } ?? "")
      """)
    let estimate = GateEstimate(gate, document.plan.cases)
    let clock = ProgressLine.clock(estimate.nanoseconds)
    let fitting = estimate.cases(
      within: document.plan.pairBudgetNanoseconds(of: document.budgetNanoseconds))
    guard fitting < gated else { return Console.note("to decide them takes about \(clock)") }
    Console.note(
      """
      warning: to decide them takes about \(clock) where nothing else runs; the budget decides about \(fitting) of \
      \(gated), and the rest is NOT GATED. Cases are decided in the order of the command line; without one, in that of `list`, floors and controls last
        select fewer, or give --budget \(estimate.minutes)m
      """)
  }

  // MARK: Measuring

  private func measure(
    with launcher: PairLauncher, in folder: RunFolder,
    _ body: @escaping @Sendable (Orchestrator) async throws -> Run
  ) throws -> Run {
    let observer = ProgressLine(isQuiet: isQuiet)
    defer { observer.clear() }
    let orchestrator = Orchestrator(
      folder: folder, launcher: launcher, observer: observer, instructions: launcher,
      judge: { document in
        guard let gate = document.plan.gate else { preconditionFailure("a gate has its plan") }
        return GateJudge(gate, in: document.plan)
      })
    return try Interruption.running { try await body(orchestrator) }
  }
}

/// The descriptions of both executables.
struct DescribedSides: Sendable {
  let baseline: WorkerDescription
  let candidate: WorkerDescription

  /// The problem of the selection: a word that matches nothing on either side; nil if there is
  /// none.
  var problem: String? {
    if candidate.plan == nil, baseline.plan == nil { return candidate.problem }
    let wrong = candidate.unmet.keys.filter { baseline.unmet[$0] != nil }.sorted()
    return wrong.first.flatMap { candidate.unmet[$0] }
  }
}

extension WorkerDescription {
  /// The plan for the selection; an empty plan if the executable has none of the selected cases.
  fileprivate var cases: Plan {
    plan ?? Plan(profile: Profile.gate.name, seed: 0, blocks: 1, cases: [], tables: [])
  }
}

extension GateHandshakeError {
  /// Whether the candidate crashed, hung or answered wrongly before it was measured, which fails a
  /// build.
  fileprivate var isCrashOfCandidate: Bool {
    guard side == .candidate else { return false }
    return switch problem {
    case .crashed, .timedOut, .brokenAnswer: true
    case .olderProtocol, .newerProtocol, .notSyncbench, .refused, .notLaunched, .interrupted: false
    }
  }
}
