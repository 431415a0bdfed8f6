import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import BenchmarkStatistics
import CSyncShims
import SystemPackage

/// A gate of two executables: asks both what they are, plans, measures pairs, and looks for causes.
struct PairedGate {
  let baseline: String
  /// nil for this executable.
  let candidate: String?
  let selection: CaseSelection
  let options: PairingOptions
  let isQuiet: Bool

  /// What is to be measured, and what both executables say of themselves.
  struct Planned {
    let launcher: PairLauncher
    let sides: GateSides
    let match: GateMatch
    let plan: GatePlan
    let subjects: [GateSubject]
  }

  /// Asks both executables what they are, and plans; for the CPUs of this machine, or of others.
  func planned(cpuOrder: [Int]? = nil) throws -> Planned {
    let limits = try limits()
    let launcher = try launcher()
    let sides = try Interruption.running { try await describe(launcher, cpuOrder: cpuOrder) }
    let match = GateMatch(
      baseline: sides.baseline.cases, candidate: sides.candidate.cases, isElsewhere: cpuOrder != nil
    )
    let (plan, subjects) = try plan(match, sides, limits)
    return Planned(launcher: launcher, sides: sides, match: match, plan: plan, subjects: subjects)
  }

  /// Measures; the report, and the folder in which the pairs stay.
  func measured() throws -> (GateReport, GateFolder) {
    let start = sync_monotonic_ns()
    let budget = try GateBudget(options.budgetNanoseconds, start: start)
    let planned = try planned()
    let (plan, subjects, launcher) = (planned.plan, planned.subjects, planned.launcher)
    let folder = GateFolder(FilePath(try outputPath()))
    announce(plan, subjects, folder, budget)
    let measured = try measure(plan, subjects, launcher, folder, budget)
    var report = report(of: measured.judge.judge.tally.evaluation(), planned)
    report.end = measured.end
    report.repeatedPairs = measured.repeated
    report.machine = Machine.current.environment.caption
    report.warnings = Machine.current.warnings
    report.pairsFile = folder.pairsPath.string
    // Who asks for a number of pairs tries the rules out: causes would take as long again.
    if measured.end != .interrupted, options.fixedPairs == nil {
      report.causes = GateCauses(
        plan: plan, subjects: subjects, calibrations: measured.calibrations, launcher: launcher,
        budget: budget, isQuiet: isQuiet
      ).counted(for: report.evaluation)
    }
    report.elapsedNanoseconds = sync_monotonic_ns() - start
    return (report, folder)
  }

  /// The report of verdicts, with what the executables are and what they do not share.
  func report(of evaluation: GateEvaluation, _ planned: Planned) -> GateReport {
    var report = GateReport(evaluation)
    report.baseline = GateExecutable(
      name: Self.name(of: baseline), tool: planned.sides.baseline.tool)
    report.candidate = GateExecutable(
      name: Self.name(of: candidate ?? Console.toolName), tool: planned.sides.candidate.tool)
    // A script may launch another file than its twin, and a file may say of itself what it likes.
    report.isOneFile =
      planned.launcher.hasOneFile
      && planned.sides.baseline.tool.executable == planned.sides.candidate.tool.executable
    report.added = planned.match.added
    report.removed = planned.match.removed
    report.ungated = planned.match.ungated
    return report
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  // MARK: Before anything is measured

  private func limits() throws -> GateLimits {
    guard let file = options.config else { return .none }
    guard let bytes = try FileAccess.read(FilePath(file)) else {
      throw CommandFailure(
        message: "there is no '\(file)'; --config takes a YAML file of limits", status: .world)
    }
    do throws(GateLimitsError) {
      return try GateLimits(yaml: String(decoding: bytes, as: UTF8.self), file: file)
    } catch {
      throw CommandFailure(message: error.description, status: .usage)
    }
  }

  private func launcher() throws -> PairLauncher {
    do throws(GateExecutableError) {
      return try PairLauncher(
        baseline: FilePath(baseline), candidate: FilePath(candidate ?? "/proc/self/exe"))
    } catch {
      throw CommandFailure(message: error.description, status: .world)
    }
  }

  private func outputPath() throws -> String {
    let path = options.output ?? ResultFolder.named(after: "gate-")
    guard !path.isEmpty else {
      throw CommandFailure(message: "an empty path names no folder", status: .usage)
    }
    return path
  }

  /// What both sides say of themselves.
  private func describe(_ launcher: PairLauncher, cpuOrder: [Int]?) async throws -> GateSides {
    let mode = options.placement?.mode ?? .cores
    let request = DescriptionRequest(
      selection: selection, cpuOrder: cpuOrder ?? Machine.current.cpuOrder(mode),
      isPinned: mode != .unpinned)
    let handshake = GateHandshake(launcher: launcher)
    do throws(GateHandshakeError) {
      let baseline = try await handshake.description(of: .baseline, for: request)
      let candidate = try await handshake.description(of: .candidate, for: request)
      return GateSides(baseline: baseline, candidate: candidate)
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
    _ match: GateMatch, _ sides: GateSides, _ limits: GateLimits
  ) throws -> (GatePlan, [GateSubject]) {
    if let problem = sides.problem { throw CommandFailure(message: problem, status: .usage) }
    let all = match.subjects.compactMap { GateableCase(id: $0.planned.id, columns: $0.columns) }
    // A budget goes to what people take before what that is held against.
    let yardsticks = sides.candidate.plan?.yardsticks ?? []
    let gateable =
      all.filter { !yardsticks.contains($0.id) } + all.filter { yardsticks.contains($0.id) }
    guard !gateable.isEmpty else { throw nothingShared(match) }
    let cases: [GateCase]
    do throws(GateLimitsError) {
      // The order in which a budget decides them.
      cases = try limits.resolve(
        for: selection.inOrder(gateable, of: \.id),
        known: sides.baseline.known + sides.candidate.known)
    } catch {
      throw CommandFailure(message: error.description, status: .usage)
    }
    let seed = options.seed ?? UInt64.random(in: 0...(1 << 53))
    // Another stream than the order's, from the same seed.
    var random = SplitMix64(seed: ~seed)
    // A sham of a case that a budget may not come to would be measured for itself alone.
    let drawn = options.budget == nil ? cases.count : min(cases.count, GateEstimate.mostAtOnce)
    let sham = cases[Int(random.next(below: UInt64(drawn)))].sham
    let plan =
      options.alpha.map { GatePlan(seed: seed, alpha: $0, cases: cases + [sham]) }
      ?? GatePlan(seed: seed, cases: cases + [sham])
    let byID = Dictionary(
      match.subjects.map { ($0.planned.id, $0) }, uniquingKeysWith: { first, _ in first })
    return (plan, plan.cases.compactMap { byID[$0.id] })
  }

  private func nothingShared(_ match: GateMatch) -> CommandFailure {
    let first = match.ungated.first.map { "; \($0.id): \($0.reason)" } ?? ""
    return CommandFailure(
      message: """
        baseline and candidate have no case in common that can be gated (\(match.added.count) are only the \
        candidate's, \(match.removed.count) only the baseline's)\(first)
          select others, or build both from revisions that have the same cases
        """, status: .world)
  }

  private func announce(
    _ plan: GatePlan, _ subjects: [GateSubject], _ folder: GateFolder, _ budget: GateBudget
  ) {
    guard !isQuiet else { return }
    Machine.current.warnings.forEach { Console.note("warning: \($0)") }
    let gated = plan.cases.count { $0.role == .gated }
    let pairs = plan.looks.map(\.pairs)
    Console.note(
      """
      comparing \(Words.count(gated, "case")) and a sham in \(pairs.first ?? 0) to \(pairs.last ?? 0) pairs each, seed \
      \(plan.seed), into \(folder.path)
      """)
    let estimate = GateEstimate(plan, subjects)
    let clock = ProgressLine.clock(estimate.nanoseconds)
    let fitting = estimate.cases(within: budget.leftForPairs)
    guard fitting < gated else { return Console.note("to decide them takes about \(clock)") }
    Console.note(
      """
      warning: to decide them takes about \(clock) where nothing else runs; the budget decides about \(fitting) of \
      \(gated), and the rest is NOT GATED. The cases that the command line names first come first, then those first in `list`
        select fewer, or give --budget \(GateBudget.minutes(forPairs: estimate.nanoseconds))m
      """)
  }

  // MARK: Measuring

  private func measure(
    _ plan: GatePlan, _ subjects: [GateSubject], _ launcher: PairLauncher, _ folder: GateFolder,
    _ budget: GateBudget
  ) throws -> GateMeasurement<FixedPairsJudge> {
    let observer = GateProgressLine(isQuiet: isQuiet)
    defer { observer.clear() }
    let runner = GateRunner(launcher: launcher, observer: observer)
    let judge = FixedPairsJudge(
      GateJudge(plan: plan, subjects: subjects), pairs: options.fixedPairs)
    do {
      return try Interruption.running {
        let recorder = try GateRecorder(creatingIn: folder, for: plan)
        return try await runner.run(
          plan, subjects: subjects, judge: judge, recorder: recorder,
          budgetNanoseconds: budget.leftForPairs)
      }
    } catch let error as GateRunError {
      throw CommandFailure(message: error.description, status: .world)
    } catch let error as GateFolderError {
      throw CommandFailure(message: error.description, status: .world)
    }
  }
}

/// What both executables say of themselves.
struct GateSides: Sendable {
  let baseline: WorkerDescription
  let candidate: WorkerDescription

  /// What is wrong with the selection: a word that neither side has anything for.
  var problem: String? {
    if candidate.plan == nil, baseline.plan == nil { return candidate.problem }
    let wrong = candidate.unmet.keys.filter { baseline.unmet[$0] != nil }.sorted()
    return wrong.first.flatMap { candidate.unmet[$0] }
  }
}

extension WorkerDescription {
  /// How it would measure the selection; nothing where it has none of it.
  fileprivate var cases: Plan {
    plan ?? Plan(profile: Profile.gate.name, seed: 0, blocks: 1, cases: [], tables: [])
  }
}

extension GateHandshakeError {
  /// Whether the candidate did what fails a build, before it was measured.
  fileprivate var isCrashOfCandidate: Bool {
    guard side == .candidate else { return false }
    return switch problem {
    case .crashed, .timedOut, .brokenAnswer: true
    case .olderProtocol, .newerProtocol, .notSyncbench, .refused, .notLaunched, .interrupted: false
    }
  }
}
