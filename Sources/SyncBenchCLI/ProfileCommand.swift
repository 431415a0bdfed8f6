import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import Glibc
import SystemPackage

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Explains the cost of a case.",
    discussion: """
      The case is timed beside its rivals, and the events of its operations are counted in separate passes. The rules \
      of docs/profile.md name the cause.
      """)

  @Argument(
    help: ArgumentHelp(
      "The case, such as locks/contended/mutex/threads=8/inside=0/outside=0.", valueName: "case"))
  var name: String

  @Option(name: .long, help: "One more event to count, such as LLC-LOAD-MISSES; may be repeated.")
  var event: [String] = []

  @Option(name: .long, help: "text or json.")
  var format = DataFormat.text

  @Option(
    name: .long,
    help:
      "cores (one thread per core first, the default), siblings, spread (across nodes first) or unpinned."
  )
  var placement = NameArgument(PlacementMode.cores)

  @Option(
    name: .long, parsing: .unconditional, help: "The seed of the launches' order.",
    transform: UInt64.seed)
  var seed: UInt64 = 1

  @Option(name: .long, help: "Keeps the measurement in this folder, as a run.")
  var output: String?

  @Option(
    name: .long, help: "Draws a flame graph of the threads' stacks on their CPUs, as one SVG file.")
  var flamegraph: String?

  @Option(
    name: .long,
    help: "Draws a flame graph of the threads' stacks off their CPUs, as one SVG file.")
  var offCPU: String?

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let study = try study()
    let graphs = FlameGraphs(onCPU: flamegraph, offCPU: offCPU)
    try graphs.check()
    // The plan is made before the folder, so that a signal during planning leaves no folder behind.
    let document = try document(study)
    let run = try ProfileFolder.running(keeping: output) { folder in
      try measure(document, in: folder)
    }
    guard run.document.state == .complete else {
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    let profile = CaseProfile(evidence(study, run))
    Console.output(try rendered(profile))
    let drawn = try graphs.draw(run, title: study.subject.id.description)
    // The rivals were measured only for comparison, so their status does not matter here.
    if profile.evidence.summary.status != .valid {
      throw ExitCode(ExitStatus.invalidCases.rawValue)
    }
    if !drawn { throw ExitCode(ExitStatus.world.rawValue) }
  }

  private func study() throws -> CaseStudy {
    let id = try CommandFailure.naming(.usage) { try CaseID(parsing: name) }
    var study = try CaseStudy(
      of: id, in: Session.catalog, cpus: Machine.current.usableCPUCount)
    study.keepRivals { $0.isRivalOfLocks }
    if study.subject.expectation != .valid {
      throw CommandFailure.usage(
        "'\(id)' is a negative control: it is broken on purpose, and costs nothing real")
    }
    return study
  }

  private func document(_ study: CaseStudy) throws -> RunDocument {
    let machine = Machine.current
    let planner = Planner(machine.placements, placement.value)
    if let reason = planner.fitting([study.subject]).leftOut.first {
      throw CommandFailure.usage("'\(study.subject.id)' can't be had here: \(reason)")
    }
    let plan = planner.plan(
      study, of: Session.catalog.suites, seed: seed,
      counting: try EventSelection(adding: event).selection)
    return machine.document(of: plan)
  }

  private func measure(_ document: RunDocument, in folder: RunFolder) throws -> Run {
    if !quiet { document.warnings.forEach { Console.note("warning: \($0)") } }
    let observer = ProgressLine(isQuiet: quiet)
    defer { observer.clear() }
    let orchestrator = Orchestrator(
      folder: folder, launcher: SubprocessLauncher(Session.executable), observer: observer,
      instructions: CallgrindCounting(executable: Session.executable))
    let run = try Interruption.running { try await orchestrator.start(document) }
    try RunTables(run).write(in: folder)
    return run
  }

  private func evidence(_ study: CaseStudy, _ run: Run) -> ProfileEvidence {
    let summary = Summarizer(run).summary()
    let cases = summary.cases.keyed(by: \.id)
    var evidence = ProfileEvidence(
      cases[study.subject.id] ?? summary.cases[0], study: study,
      in: run.document.plan.tables.first, cases: cases, counters: run.countedRows(of: 0))
    let removed = Set(summary.suites.flatMap(\.removedClosures))
    evidence.rivals = study.rivals.compactMap { cases[$0.id] }.filter { !removed.contains($0.id) }
    evidence.mallocPairNanoseconds = AllocatorCost.nanosecondsOfPair()
    return evidence
  }

  private func rendered(_ profile: CaseProfile) throws -> String {
    switch format {
    case .text: return Console.terminal.text(ProfileReport(profile).document)
    case .json: return try JSONOutput.text(of: TableDescription.profile.json(profile))
    }
  }
}
