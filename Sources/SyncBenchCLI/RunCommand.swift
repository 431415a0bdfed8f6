import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import Dispatch
import Glibc
import Synchronization
import SystemPackage

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Measures, writes CSV files under results/ and prints a ranking.",
    discussion: Profile.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))

  @OptionGroup var cases: SelectionOptions
  @OptionGroup var counting: CountingOptions

  @Option(
    name: .long, help: "smoke (10 s), quick (60 s, the default), standard (15 min) or thorough.")
  var profile: ProfileArgument?

  @Option(
    name: .long,
    help: """
      cores (one thread a core first, the default), siblings, spread (across nodes first) or unpinned; \
      several, such as siblings,cores,spread, measure contended cases in each.
      """)
  var placement: ListArgument<PlacementArgument>?

  @Option(
    name: .long,
    help:
      "Where the memory is that threads share: on the node of the first thread, on an other, or first,other."
  )
  var memory: ListArgument<MemoryArgument>?

  @Option(
    name: .long, parsing: .unconditional, help: "The longest it may take, such as 30s or 10m.")
  var budget: DurationArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The interval to aim at, such as 5%: more launches, within --budget where there is one.")
  var precision: PrecisionArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The seed of the order; drawn when left out, and recorded.")
  var seed: UInt64?

  @Flag(name: .long, help: ArgumentHelp("Turns each block's order round.", visibility: .hidden))
  var reversed = false

  @Option(name: .long, help: "The run's folder; results/<time> when left out.")
  var output: String?

  @Option(name: .long, help: "Finishes the run in this folder, by its own plan.")
  var resume: String?

  @Option(name: .long, help: "What the run calls this host, instead of a fingerprint.")
  var hostLabel: String?

  @Flag(
    name: .long, help: "Ends with every table, as `show` prints them, on a terminal too.")
  var full = false

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let path = resume ?? output ?? ResultFolder.named(after: "")
    guard !path.isEmpty else {
      throw CommandFailure(
        message: "an empty path names no folder: give --output or --resume one", status: .usage)
    }
    let folder = RunFolder(FilePath(path))
    let (run, tables) = try measuredAndWritten(in: folder)
    // What reads a pipe may look for any line of the tables.
    let isScreen = !full && isatty(STDOUT_FILENO) == 1
    if isScreen { tables.showScreen(folder) } else { tables.show() }
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

  /// The command that draws the run.
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
      throw CommandFailure(
        message: """
          no space left to write '\(path)': free some, then continue with: \(Console.toolName) run \
          --resume \(Console.quoted(folder.path.string))
          """, status: .world)
    }
  }

  private func measure(in folder: RunFolder) throws -> Run {
    let observer = ProgressLine(isQuiet: quiet)
    let orchestrator = Orchestrator(
      folder: folder, launcher: ForkServerLauncher(), observer: observer,
      instructions: CallgrindCounting(), precision: FirstRoundPrecision())
    defer { observer.clear() }
    if resume != nil {
      try refuseOptionsBesideResume()
      let run = try folder.read()
      // Nothing is left to do, so nothing is written.
      if run.document.state == .complete, run.missingInvocations == 0 { return run }
      try Build.checkSameExecutable(run.document, folder)
      return try Interruption.running { try await orchestrator.resume(run) }
    }
    let document = try document()
    try folder.create()
    if !quiet {
      let plan = document.plan
      Console.note(Self.announcement(of: document, into: folder.path.string))
      if budget == nil, precision == nil,
        let advice = LongPlan.advice(
          on: plan.expectedNanoseconds, shorter: shorterPlans(than: plan.profile))
      {
        Console.note(advice)
      }
    }
    return try Interruption.running { try await orchestrator.start(document) }
  }

  /// What is measured, how long that takes, and what may lengthen it.
  static func announcement(of document: RunDocument, into folder: String) -> String {
    let plan = document.plan
    let load = disturbances(of: document.environment).lazy.compactMap { found -> String? in
      guard case .loadAverage = found else { return nil }
      return found.summary
    }.first
    let longest = plan.longestNanoseconds
    let longer =
      longest == plan.expectedNanoseconds
      ? "" : ", up to \(ProgressLine.clock(longest)) where launches are disturbed and repeated"
    return
      "measuring \(Words.count(plan.cases.count, "case")) into \(folder), about \(ProgressLine.clock(plan.expectedNanoseconds))"
      + longer + (load.map { "; \($0)" } ?? "")
  }

  /// A resumed run keeps its plan: another would not be the same run.
  private func refuseOptionsBesideResume() throws {
    guard try cases.isEmpty, counting.isEmpty, profile == nil, placement == nil, memory == nil,
      output == nil,
      seed == nil, budget == nil, precision == nil, hostLabel == nil,
      !reversed
    else {
      throw CommandFailure(
        message: "--resume finishes a run by its own plan: leave the other options out",
        status: .usage)
    }
  }

  /// The plans that the profiles before this run's make of the same selection, the longest first; none where the
  /// selection has cases in this one alone.
  private func shorterPlans(than profile: String) -> [Plan] {
    Profile.all.prefix { $0.name != profile }.reversed().compactMap { try? plan(of: $0).plan }
  }

  /// The plan of a profile, and what the machine lacks for the rest of the selection.
  private func plan(of profile: Profile) throws -> (plan: Plan, leftOut: [String]) {
    let machine = Machine.current
    let preset = try cases.chosenPreset
    let planner = Planner(
      machine.placements, placement?.values.first?.mode ?? preset?.placement ?? .cores)
    let (found, leftOut) = try cases(for: planner, of: profile)
    let plan = planner.plan(
      found, of: Session.catalog.suites, profile: profile,
      seed: seed ?? UInt64.random(in: 0...(1 << 53)),
      budgetNanoseconds: try budget?.budgetNanoseconds, precision: precision?.share,
      preset: preset?.description, counting: try counting.selection)
    return (plan, leftOut)
  }

  private func document() throws -> RunDocument {
    let machine = Machine.current
    let budget = try budget?.budgetNanoseconds
    var (plan, leftOut) = try plan(of: profile(for: try cases.chosenPreset))
    if reversed { plan.isReversed = true }
    return RunDocument(
      tool: Build.version, commandLine: Self.recordedCommandLine(),
      startNanoseconds: sync_realtime_ns(), budgetNanoseconds: budget,
      host: hostLabel ?? machine.environment.hostLabel, environment: machine.environment,
      warnings: machine.warnings + leftOut, plan: plan)
  }

  /// The selected cases that the machine has CPUs and memory for, and why others are left out.
  private func cases(
    for planner: Planner, of profile: Profile
  ) throws -> (cases: [CatalogCase], leftOut: [String]) {
    var selection = try cases.selection
    if let placement, placement.values.count > 1 {
      selection.overrides["placement"] = placement.values.compactMap { $0.mode.parameterValue }
    }
    if let memory {
      selection.overrides["memory"] = memory.values.compactMap { $0.place.parameterValue }
    }
    let found = planner.fitting(
      Session.catalog.withCompanions(
        try Session.catalog.cases(
          tier: profile.tier, cpus: Machine.current.usableCPUCount, selection: selection)))
    guard found.cases.isEmpty else { return found }
    throw CommandFailure(
      message: "no case is left: \(found.leftOut.joined(separator: "; "))", status: .usage)
  }

  /// The profile that was asked for; else the quick one, as the preset would have it.
  private func profile(for preset: Preset?) -> Profile {
    if let profile { return profile.profile }
    let usual = ProfileArgument.standardChoice.profile
    return preset.map { usual.adjusted(to: $0) } ?? usual
  }

  /// The arguments, with only the last part of each path: a run names no folder of its machine.
  static func recordedCommandLine(_ arguments: [String] = CommandLine.arguments) -> [String] {
    var recorded = [Console.toolName]
    var isPath = false
    for argument in arguments.dropFirst() {
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
    word == "--output" || word == "--resume"
  }

  private static func lastPart(_ path: some StringProtocol) -> String {
    path.split(separator: "/" as Character).last.map { String($0) } ?? ""
  }
}

/// Says how wide the intervals are that a run's blocks gave, of what each case is ranked by.
struct FirstRoundPrecision: PrecisionJudging {
  func relativeHalfWidths(of run: Run) -> [Double?] {
    var widths: [CaseID: Double] = [:]
    for suite in Summarizer(run).summary().suites {
      for summary in suite.cases { widths[summary.id] = suite.relativeHalfWidth(of: summary) }
    }
    return run.document.plan.cases.map { widths[$0.id] }
  }
}
