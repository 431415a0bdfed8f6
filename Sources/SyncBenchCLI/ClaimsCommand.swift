import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import SystemPackage

struct ClaimsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "claims",
    abstract: "Tests statements of guides to Grand Central Dispatch on this machine.",
    discussion: """
      Each claim names cases of the suites and a rule over their results. Verdicts: SUPPORTED, REFUTED, \
      DEPENDS (on what was measured) and CAN'T TELL HERE (with the reason); claims that the budget did not \
      reach are NOT TESTED. docs/claims.md has the verdicts of one machine.
      """)

  @Argument(
    help: ArgumentHelp(
      "Claims, or topics such as queues, which --list names; all when left out.", valueName: "id"))
  var ids: [String] = []

  @Flag(name: .long, help: "Shows the claims, and measures nothing.")
  var list = false

  @Option(name: .long, help: "text, json or markdown.")
  var format = ReportFormat.text

  @Option(
    name: .long, parsing: .unconditional,
    help: "The longest time (default 3m); less time means fewer launches and wider intervals.")
  var budget: DurationArgument?

  @Option(
    name: [.customLong("run")], help: "Judges a run that is already measured, and measures nothing."
  )
  var measured: String?

  @Option(
    name: .long,
    help: "The folder for the measured run; results/claims-<time> when left out.")
  var output: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The seed of the order; drawn when left out, and recorded.",
    transform: UInt64.seed)
  var seed: UInt64?

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    let claims = try ClaimSelection(ids, among: Session.claims).chosen
    if list {
      guard measured == nil else {
        throw CommandFailure.usage("--list measures and judges nothing: leave --run out")
      }
      return try show(claims)
    }
    let run = try measured.map(read) ?? measure(claims)
    guard run.document.state != .interrupted else {
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    let summary = Summarizer(run).summary()
    let judge = ClaimJudge(run, summary)
    try show(claims.map(judge.judge), of: summary)
  }

  // MARK: Showing

  private func show(_ claims: [Claim]) throws {
    switch format {
    case .text: Console.output(claims.document)
    case .json: Console.output(try JSONOutput.text(of: TableDescription.claim.json(claims)))
    case .markdown:
      throw CommandFailure.usage(
        "--list has no markdown: leave --list out for a page of verdicts, or take --format json")
    }
  }

  private func show(_ results: [ClaimResult], of summary: RunSummary) throws {
    switch format {
    case .text: Console.output(ClaimsReport(results, of: summary).document)
    case .json:
      Console.output(try JSONOutput.text(of: TableDescription.claims(results).json(summary)))
    case .markdown: Console.output(ClaimsMarkdown(results, summary.document).render())
    }
  }

  // MARK: Measuring

  private func read(_ path: String) throws -> Run {
    guard budget == nil, output == nil, seed == nil else {
      throw CommandFailure.usage("--run measures nothing: leave --budget, --output and --seed out")
    }
    let folder = RunFolder(FilePath(path))
    let run = try folder.readWhole()
    guard run.document.state == .complete || run.document.state == .budgetSpent else {
      throw CommandFailure.world(
        """
        the run '\(path)' was stopped before its end; finish it with: \(Console.toolName) run --resume \
        \(Console.quoted(path))
        """)
    }
    return run
  }

  private func measure(_ claims: [Claim]) throws -> Run {
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let document = try document(claims)
    let folder = try ResultFolder.run(at: output ?? ResultFolder.named(after: "claims-"))
    try folder.create()
    announce(document, claims, folder)
    let observer = ProgressLine(isQuiet: quiet)
    let orchestrator = Orchestrator(
      folder: folder, launcher: ForkServerLauncher(Session.executable), observer: observer,
      instructions: CallgrindCounting(executable: Session.executable))
    defer { observer.clear() }
    let run = try Interruption.running { try await orchestrator.start(document) }
    try RunTables(run).write(in: folder)
    if run.document.state == .budgetSpent {
      Console.note(
        "the budget was spent before all claims were tested: a longer --budget, or fewer claims, tells more"
      )
    }
    if run.document.state == .interrupted {
      let name = Console.quoted(folder.path.string)
      Console.note(
        "stopped; continue with: \(Console.toolName) run --resume \(name), then: \(Console.toolName) claims --run \(name)"
      )
    }
    return run
  }

  private func announce(_ document: RunDocument, _ claims: [Claim], _ folder: RunFolder) {
    guard !quiet else { return }
    Machine.current.warnings.forEach { Console.note("warning: \($0)") }
    let plan = document.plan
    Console.note(
      "testing \(Words.count(claims.count, "claim")) by \(Words.count(plan.cases.count, "case")) into \(folder.path), about \(ProgressLine.clock(plan.expectedNanoseconds))"
    )
    if let budget = document.budgetNanoseconds, plan.expectedNanoseconds > budget {
      Console.note(
        "that is more than the budget: each topic's first claim is tested, then each topic's second, …, until the budget is spent"
      )
    }
  }

  private func document(_ claims: [Claim]) throws -> RunDocument {
    let machine = Machine.current
    let needed = try ClaimCases(claims, in: Session.catalog)
    let budget = try budget?.budgetNanoseconds ?? 180_000_000_000
    let plan = Planner(cpuOrder: machine.cpuOrder(.cores), isPinned: true).planClaims(
      needed.cases, groups: needed.groups, counted: needed.counted, of: Session.catalog.suites,
      seed: seed ?? UInt64.random(in: 0...(1 << 53)), budgetNanoseconds: budget)
    return machine.document(of: plan, budget: budget)
  }
}
