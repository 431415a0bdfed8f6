import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Tells whether a candidate is slower than a baseline: PASS, FAIL or INCONCLUSIVE.",
    discussion: """
      With two executables, the gate measures their cases in shuffled pairs until each case is decided. With stored \
      counts, it compares instructions and allocations, which no neighbour disturbs; `--record` stores the counts, a \
      file for each toolchain, in a folder that belongs in git. docs/gate.md is the guide, \
      docs/background/gate-rules.md has the rules.

      Exit status: 0 passed; 1 there was nothing to compare with, an expected regression is gone, or an \
      error outside syncbench; 2 slower; 3 the candidate crashed, hung or lost updates; 7 inconclusive; 64 a \
      wrong command line.
      """)

  @Option(name: .long, help: "The executable to compare with, as built from the base revision.")
  var baseline: String?

  @Option(name: .long, help: "The executable that is judged. (default: this one)")
  var candidate: String?

  @OptionGroup var stored: StoredCountOptions
  @OptionGroup var cases: SelectionOptions
  @OptionGroup var pairing: PairingOptions
  @OptionGroup var outputs: GateOutputOptions

  @Option(name: .long, help: "Gives the verdicts of the gate in this folder again.")
  var replay: String?

  @Option(
    name: .long,
    help: "Finishes the gate in this folder, by its own plan; with the --baseline that it had.")
  var resume: String?

  @Flag(name: .long, help: "Lists every case, however many passed.")
  var verbose = false

  @Flag(name: .long, help: "Shows the cases, the pairs and the time, and measures nothing.")
  var dryRun = false

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    let mode = try mode()
    try outputs.check(keeping: keptFiles)
    switch mode {
    case .replay(let path):
      try refusePairing("--replay")
      guard candidate == nil else {
        throw CommandFailure.usage("--replay measures no candidate: leave --candidate out")
      }
      try outputs.publish(RecordedGate(path: path).report(), isVerbose: verbose)
    case .record(let path):
      try refuseVerdicts()
      try Build.refuseDebug()
      try Preparation.beforeMeasuring()
      try CountRecorder(
        folder: FilePath(path), selection: try cases.selection,
        limits: CountLimits(share: stored.limit?.share ?? CountLimits.usual.share),
        instructions: stored.instructions ?? .auto, isQuiet: quiet
      ).record()
    case .counts(let path):
      try refusePairsAndValues()
      try Build.refuseDebug()
      try outputs.publish(
        try CountGateRun.run(
          baseline: path, candidate: candidate, selection: cases.namedCases,
          limit: stored.limit?.share, quiet: quiet))
    case .pairs(let baseline):
      try Build.refuseDebug()
      try checkPairingNumbers()
      if resume != nil { try refusePairing("--resume") }
      let gate = PairedGate(
        baseline: baseline, candidate: candidate, selection: try cases.selection,
        options: pairing, isQuiet: quiet)
      if dryRun { return try gate.showPlan() }
      try Preparation.beforeMeasuring()
      let (report, folder) = try resume.map(gate.resumed) ?? gate.measured()
      try outputs.publish(report, in: folder.path, isVerbose: verbose)
    }
  }

  /// The files in which this gate keeps its launches, and the files that it reads.
  private var keptFiles: [FilePath] {
    let folders = [pairing.output, replay, resume].compactMap { $0 }.map { RunFolder(FilePath($0)) }
    return folders.flatMap { folder in
      [folder.documentPath] + RawTable.allCases.map { folder.path.appending($0.path) }
    } + (pairing.config.map { [FilePath($0)] } ?? [])
  }

  private enum Mode {
    case pairs(baseline: String)
    case counts(String)
    case record(String)
    case replay(String)
  }

  private func mode() throws(CommandFailure) -> Mode {
    let given = [baseline, stored.counts, replay].compactMap { $0 }
    guard given.count == 1, let path = given.first else {
      throw CommandFailure.usage(
        """
        give one of --baseline EXECUTABLE, --counts FOLDER and --replay FOLDER: what the candidate is \
        compared with, or what was recorded
        """)
    }
    guard resume == nil || baseline != nil else {
      throw CommandFailure.usage(
        "--resume finishes a gate of two executables: give the --baseline that it had")
    }
    guard !dryRun || (baseline != nil && resume == nil) else {
      throw CommandFailure.usage(
        "--dry-run shows a new gate of two executables: give --baseline alone")
    }
    guard !path.isEmpty, resume?.isEmpty != true else {
      throw CommandFailure.usage("an empty path names nothing to compare with")
    }
    if stored.counts != nil { return stored.record ? .record(path) : .counts(path) }
    return replay == nil ? .pairs(baseline: path) : .replay(path)
  }

  private func checkPairingNumbers() throws(CommandFailure) {
    if let pairs = pairing.fixedPairs, pairs < 1 {
      throw CommandFailure.usage("--pairs takes 1 or more")
    }
    if let alpha = pairing.alpha, !(alpha > 0 && alpha <= GatePlan.largestError) {
      throw CommandFailure.usage("--alpha is above 0 and at most \(GatePlan.largestError)")
    }
  }

  private func refuseVerdicts() throws(CommandFailure) {
    guard candidate == nil, pairing.isEmpty, outputs.isEmpty else {
      throw CommandFailure.usage(
        """
        --record counts this build and gives no verdict: leave --candidate, --json, --junit, --markdown and the \
        options of pairs out
        """)
    }
  }

  /// Refuses options for pairs and for values of parameters, because stored counts belong to fixed
  /// cases.
  private func refusePairsAndValues() throws(CommandFailure) {
    guard cases.valueArguments.isEmpty, cases.preset == nil, pairing.isEmpty else {
      throw CommandFailure.usage(
        """
        with --counts nothing is paired and no value is set: leave the options for that out (--threads, --set, \
        --config, --budget, --seed, --placement, --output and the like)
        """)
    }
  }

  private func refusePairing(_ what: String) throws(CommandFailure) {
    guard cases.words.isEmpty, pairing.isEmpty else {
      throw CommandFailure.usage(
        """
        with \(what) nothing is chosen or paired: leave the options for that out (suites, --filter, --config, \
        --budget, --seed, --placement, --output and the like)
        """)
    }
  }
}
