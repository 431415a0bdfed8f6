import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import SystemPackage

/// A stored run in the place of a baseline: its times can't be paired with anything, so they advise at most.
struct StoredRunAdvice {
  /// The folder of the stored run.
  let run: String
  /// The executable that is measured; nil for this one.
  let candidate: String?
  /// Whether a run of another machine is compared with all the same.
  let isForced: Bool
  let isQuiet: Bool

  /// Whether a path names a run, and no executable.
  static func isRun(_ path: String) -> Bool {
    FileAccess.exists(RunFolder(FilePath(path)).documentPath)
  }

  /// Measures the candidate by the stored run's plan, shows both side by side, and ends inconclusive.
  func give() throws {
    let stored = try RunFolder(FilePath(run)).readWhole()
    let machine = Machine.current.environment
    try refuseOther(stored.document, machine)
    Console.note("advice, no verdict: what the machine did between the runs is in every ratio")
    let measured = try KeptFolder.running(keeping: nil) { folder in
      try measure(by: stored.document, in: folder, on: machine)
    }
    let summary = Summarizer(measured, hasIntervals: false).summary()
    let comparison = Comparison(Summarizer(stored, hasIntervals: false).summary(), summary)
    let names = ComparisonNames(a: run, b: candidate ?? Console.toolName)
    Console.output(ComparisonReport(comparison, names: names).document)
    Console.output(
      """

      INCONCLUSIVE  a stored run only advises; for a verdict, build the base revision too and give its \
      executable as --baseline

      """)
    // A crash and a lost update are no matter of time.
    try RunTables.throwIfInvalid(summary)
    throw ExitCode(GateOutcome.inconclusive.exitStatus)
  }

  private func refuseOther(
    _ document: RunDocument, _ machine: MachineEnvironment
  ) throws(CommandFailure) {
    let (theirs, ours) = (document.environment.hostLabel, machine.hostLabel)
    guard theirs != ours, !isForced else { return }
    throw CommandFailure(
      message: """
        '\(run)' was measured on another machine: its fingerprint is \(theirs), this one's \(ours)
          times of two machines can't be gated; build the base revision here and give its executable as \
        --baseline, or add --force for advice without a verdict
        """, status: .world)
  }

  private func measure(
    by stored: RunDocument, in folder: RunFolder, on machine: MachineEnvironment
  ) throws -> Run {
    let plan = Plan(
      profile: stored.plan.profile, seed: stored.plan.seed, blocks: stored.plan.blocks,
      cases: stored.plan.cases, tables: stored.plan.tables, preset: stored.plan.preset)
    let document = RunDocument(
      tool: Build.version, commandLine: RunCommand.recordedCommandLine(),
      startNanoseconds: sync_realtime_ns(), budgetNanoseconds: nil, host: machine.hostLabel,
      environment: machine, warnings: Machine.current.warnings, plan: plan)
    if !isQuiet {
      Console.note(
        "measuring \(Words.count(plan.cases.count, "case")), about \(ProgressLine.clock(plan.expectedNanoseconds))"
      )
    }
    let observer = ProgressLine(isQuiet: isQuiet)
    defer { observer.clear() }
    let orchestrator = Orchestrator(
      folder: folder, launcher: SubprocessLauncher(executable: candidate.map { FilePath($0) }),
      observer: observer)
    let run = try Interruption.running { try await orchestrator.start(document) }
    guard run.document.state == .complete else {
      throw ExitCode(GateOutcome.inconclusive.exitStatus)
    }
    return run
  }
}
