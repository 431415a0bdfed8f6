import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import Dispatch
import Glibc
import SyncBenchmark
import Synchronization
import SystemPackage

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measures, writes CSV files under results/ and prints a ranking.",
    discussion: Profile.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))

  @OptionGroup var planned: PlanOptions

  @Flag(name: .long, help: ArgumentHelp("Reverses the order of each block.", visibility: .hidden))
  var reversed = false

  @Option(
    name: .customLong("repeat"),
    help:
      "The number of runs of the plan to measure as one: intervals hold the spread between runs.")
  var repeatCount: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The time to spread the runs of --repeat over, such as 2h; none when left out.")
  var over: DurationArgument?

  @Option(name: .long, help: "The run's folder; results/<time> when left out.")
  var output: String?

  @Option(name: .long, help: "Finishes the run in this folder, by its own plan.")
  var resume: String?

  @Option(
    name: .customLong("plan"),
    help: ArgumentHelp(
      "Measures by the plan of this hash, or not at all: for a fleet's jobs.", visibility: .hidden))
  var wantedPlan: String?

  @Option(name: .long, help: "The run's name for this host, instead of a fingerprint.")
  var hostLabel: String?

  @Flag(name: .long, help: "Says what would be measured, and for how long; measures nothing.")
  var dryRun = false

  @Flag(
    name: .long, help: "Prints all tables at the end, as `show` does, on a terminal too.")
  var full = false

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    if dryRun { return try announce() }
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let path = resume ?? output ?? ResultFolder.named(after: "")
    guard !path.isEmpty else {
      throw CommandFailure.usage("the path of the folder is empty: give --output or --resume one")
    }
    let folder = RunFolder(FilePath(path))
    let (run, tables) = try measuredAndWritten(in: folder)
    // A terminal gets one screen; a pipe gets all tables, because its reader may look for any line.
    let isScreen = !full && isatty(STDOUT_FILENO) == 1
    if isScreen { tables.showScreen(folder) } else { Console.output(tables.document()) }
    if run.document.state == .interrupted {
      Console.note(
        "stopped; continue with: \(Console.toolName) run --resume \(Console.quoted(folder.path.string))"
      )
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    if !isScreen {
      Console.note("")
      Console.note("CSV: \(folder.path)" + chartHint(folder))
    }
    try RunTables.throwIfInvalid(tables.summary)
  }

  /// Prints the plan: its cases, launches and time.
  private func announce() throws {
    try refuseOptionsBesideDryRun()
    if let output { try RunFolder(FilePath(output)).checkIsFree() }
    let document = try document()
    let plan = document.plan
    let launches = Words.count(plan.schedule().count, "launch", "launches")
    Console.output(
      "\(Self.announcement(of: document, into: output)); \(launches), "
        + "\(plan.launchesInWords)\n"
        + plan.cases.map { "  \($0.id)\n" }.joined())
    document.warnings.forEach { Console.note("warning: \($0)") }
  }

  private func refuseOptionsBesideDryRun() throws {
    guard resume == nil, wantedPlan == nil else {
      throw CommandFailure.usage("--dry-run shows a new plan: leave --resume out")
    }
  }

  /// The command that draws the run's charts, as the end of a note.
  private func chartHint(_ folder: RunFolder) -> String {
    "  charts: \(Console.toolName) plot \(Console.quoted(folder.path.string))"
  }

  private func measuredAndWritten(in folder: RunFolder) throws -> (Run, RunTables) {
    do {
      let run = try measure(in: folder)
      let tables = RunTables(run)
      try tables.write(in: folder)
      return (run, tables)
    } catch RunFolderError.cannotWrite(let path, .noSpace)
      where FileAccess.exists(folder.documentPath)
    {
      throw CommandFailure.world(
        """
        no space left to write '\(path)': free some, then continue with: \(Console.toolName) run \
        --resume \(Console.quoted(folder.path.string))
        """)
    }
  }

  private func measure(in folder: RunFolder) throws -> Run {
    let observer = ProgressLine(isQuiet: quiet)
    let orchestrator = Orchestrator(
      folder: folder, launcher: ForkServerLauncher(Session.executable), observer: observer,
      instructions: CallgrindCounting(executable: Session.executable),
      precision: FirstRoundPrecision())
    defer { observer.clear() }
    if resume != nil {
      try refuseOptionsBesideResume()
      let run = try folder.read()
      // Nothing is left to measure, so the orchestrator is not started.
      if run.document.state == .complete, run.missingLaunches == 0 { return run }
      try Build.checkSameExecutable(run.document, folder)
      return try Interruption.running { try await orchestrator.resume(run) }
    }
    let document = try document()
    try folder.create()
    if !quiet {
      let plan = document.plan
      Console.note(Self.announcement(of: document, into: folder.path.string))
      if planned.budget == nil, planned.precision == nil, plan.repeats == nil,
        let advice = LongPlan.advice(
          on: plan.expectedNanoseconds, shorter: shorterPlans(than: plan.profile))
      {
        Console.note(advice)
      }
    }
    return try Interruption.running { try await orchestrator.start(document) }
  }

  /// One line: the number of cases, the folder, the expected time, the longest time if disturbed
  /// launches may be repeated, and the machine's load if it may disturb the run.
  static func announcement(of document: RunDocument, into folder: String?) -> String {
    let plan = document.plan
    let load = disturbances(of: document.environment).lazy.compactMap { found -> String? in
      guard case .loadAverage = found else { return nil }
      return found.summary
    }.first
    let expected = plan.durationNanoseconds(budget: document.budgetNanoseconds)
    let repeats = plan.longestNanoseconds - plan.expectedNanoseconds
    let longest = min(expected + min(repeats, .max - expected), document.budgetNanoseconds ?? .max)
    let longer =
      longest <= expected
      ? "" : ", up to \(ProgressLine.clock(longest)) where launches are disturbed and repeated"
    return
      "measuring \(Words.count(plan.cases.count, "case"))\(folder.map { " into \($0)" } ?? ""), about \(ProgressLine.clock(expected))"
      + longer + (load.map { "; \($0)" } ?? "")
  }

  /// Refuses other options beside `--resume`, because a run keeps its plan.
  private func refuseOptionsBesideResume() throws {
    guard planned.isEmpty, output == nil, wantedPlan == nil, hostLabel == nil, !reversed,
      repeatCount == nil, over == nil
    else {
      throw CommandFailure.usage(
        "--resume finishes a run by its own plan: leave the other options out")
    }
  }

  /// The plans of the same selection by each shorter profile, the longest first.
  ///
  /// A profile in which the selection has no case is left out.
  private func shorterPlans(than profile: String) -> [Plan] {
    Profile.all.prefix { $0.name != profile }.reversed().compactMap { try? plan(of: $0).plan }
  }

  /// The runs of `--repeat`; nil for a single run.
  private var repeats: RepeatedRuns? {
    get throws {
      guard let repeatCount else {
        guard over == nil else {
          throw CommandFailure.usage(
            "--over spreads the runs of --repeat: give their number, such as --repeat 5")
        }
        return nil
      }
      guard RepeatedRuns.counts ~= repeatCount else {
        throw CommandFailure.usage(
          "--repeat \(repeatCount) is no number of runs from \(RepeatedRuns.counts.lowerBound) to \(RepeatedRuns.counts.upperBound)"
        )
      }
      guard planned.budget == nil else {
        throw CommandFailure.usage(
          "--repeat takes as long as its runs: leave --budget out, or choose fewer cases")
      }
      return RepeatedRuns(repeatCount, overNanoseconds: try over?.nanoseconds(of: "--over") ?? 0)
    }
  }

  /// The plan of a profile, and the reasons why selected cases are left out on this machine.
  private func plan(of profile: Profile) throws -> (plan: Plan, leftOut: [String]) {
    let machine = Machine.current
    return try planned.plan(
      by: Planner(machine.placements, try planned.placementMode), cpus: machine.usableCPUCount,
      of: profile, repeats: try repeats)
  }

  private func document() throws -> RunDocument {
    guard hostLabel?.isEmpty != true else {
      throw CommandFailure.usage(
        "an empty --host-label names no host: give a name, or leave it out")
    }
    var (plan, leftOut) = try plan(of: planned.chosenProfile)
    if reversed { plan.isReversed = true }
    try checkWanted(plan)
    var document = Machine.current.document(
      of: plan, budget: try planned.budget?.budgetNanoseconds, host: hostLabel)
    document.warnings += leftOut
    return document
  }

  /// Refuses this machine's plan if it differs from the fleet's.
  private func checkWanted(_ plan: Plan) throws(CommandFailure) {
    guard let wantedPlan, plan.fingerprint != wantedPlan else { return }
    let environment = Machine.current.environment
    throw CommandFailure.usage(
      """
      another plan than the fleet's comes out here (\(plan.fingerprint), not \(wantedPlan)): this job may use CPUs \
      \(environment.usableCPUs) of \(environment.topology.online), by its mask and cpuset; if that is as the site wants \
      it, submit again with --cpus \(Machine.current.usableCPUCount)
      """)
  }

  /// The arguments with only the last part of each path, because a run names no folder of its
  /// machine.
  static func recordedCommandLine() -> [String] {
    var recorded = [Console.programName]
    if let path = Console.namedBenchmarks { recorded += [MeasuringTool.flag, lastPart(path)] }
    var isPath = false
    for argument in Console.arguments {
      let sides = argument.split(separator: "=" as Character, maxSplits: 1)
      if isPath {
        recorded.append(lastPart(argument))
      } else if sides.count == 2, isPathOption(sides[0]) {
        recorded.append("\(sides[0])=\(lastPart(sides[1]))")
      } else {
        recorded.append(argument)
      }
      isPath = !isPath && isPathOption(argument[...])
    }
    return recorded
  }

  private static func isPathOption(_ word: Substring) -> Bool {
    [
      "--output", "--resume", "--baseline", "--candidate", "--config", "--json", "--junit",
      "--markdown",
    ]
    .contains(word)
  }

  private static func lastPart(_ path: some StringProtocol) -> String {
    path.split(separator: "/" as Character).last.map { String($0) } ?? ""
  }
}

/// The relative half width of each case's interval after the plan's blocks, before further rounds,
/// for the metric by which the case is ranked.
struct FirstRoundPrecision: PrecisionJudging {
  func relativeHalfWidths(of run: Run) -> [Double?] {
    var widths: [CaseID: Double] = [:]
    for suite in Summarizer(run).summary().suites {
      for summary in suite.cases { widths[summary.id] = suite.relativeHalfWidth(of: summary) }
    }
    return run.document.plan.cases.map { widths[$0.id] }
  }
}
