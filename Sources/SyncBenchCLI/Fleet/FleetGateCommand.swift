import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import SystemPackage

struct FleetGateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Deals the cases of a gate to identical nodes, waits, and merges the verdicts.",
    discussion: """
      Both sides of a pair are measured on one node, and the bound on false FAILs holds for the whole gate. The folder \
      keeps the pairs: gate --replay gives the verdicts again. The exit status is that of gate.
      """)

  @Option(name: .long, help: "The executable to compare with, as built from the base revision.")
  var baseline: String

  @Option(name: .long, help: "The executable that is judged; this one when left out.")
  var candidate: String?

  @OptionGroup var cases: SelectionOptions
  @OptionGroup var nodes: FleetNodeOptions
  @OptionGroup var pairing: PairingOptions
  @OptionGroup var outputs: GateOutputOptions

  @Flag(name: .long, help: "Lists every case, however many passed.")
  var verbose = false

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    try Build.refuseDebug()
    try outputs.check(keeping: pairing.config.map { [FilePath($0)] } ?? [])
    let request = try nodes.request()
    try nodes.checkWords()
    guard pairing.alpha == nil, pairing.fixedPairs == nil else {
      throw CommandFailure.usage(
        "--alpha and --pairs are for a gate on one machine: leave them out")
    }
    let start = sync_monotonic_ns()
    let path = pairing.output ?? ResultFolder.named(after: "fleet-gate-")
    guard !path.isEmpty else {
      throw CommandFailure.usage("the path of the folder is empty")
    }
    let folder = FleetFolder(FilePath(path))
    _ = try FleetFailure.naming { try folder.checkFree() }
    let scheduler = FleetFailure.scheduler
    let found = try FleetFailure.waiting { try await scheduler.nodes(request) }
    let cpus = found.map { nodes.cpus ?? $0.cpus }.uniqued()
    guard cpus.count == 1 else {
      throw CommandFailure.usage(FleetGateError.severalKinds(cpus.sorted()).description)
    }
    let paired = PairedGate(
      baseline: baseline, candidate: candidate, selection: try cases.selection, options: pairing,
      isQuiet: quiet)
    let planned = try paired.planned(cpuOrder: Array(0..<cpus[0]))
    let gate = FleetGate(planned.gate, nodes: found.count)
    let fleet = try fleet(Array(found.prefix(gate.shares.count)), gate, cpus: cpus[0], planned)
    try submit(fleet, gate, into: folder, at: AbsolutePath.of(FilePath(path)))
    try wait(for: fleet, FleetArgument.parse([path]))
    try publish(fleet, in: folder, planned, since: start)
  }

  private func fleet(
    _ found: [SchedulerNode], _ gate: FleetGate, cpus: Int, _ planned: PairedGate.Planned
  ) throws -> Fleet {
    let judged = Console.benchmarks == nil ? "bin/syncbench" : "bin/benchmarks"
    var words = ["--baseline", "bin/baseline", "--candidate", judged]
    if let placement = pairing.placement { words += ["--placement", placement.value.rawValue] }
    if let budget = try pairing.budget?.budgetNanoseconds { words += ["--budget", "\(budget)ns"] }
    words += cases.valueArguments
    if pairing.config != nil { words += ["--config", "bin/limits.yml"] }
    let estimate = gate.expectedNanoseconds(
      shams: planned.gate.cases.filter { $0.role == .sham }, planned.plan.cases)
    return try Fleet(
      id: Fleet.newID(), startNanoseconds: sync_realtime_ns(), tool: planned.sides.candidate.tool,
      arguments: words, nodes: found, cpus: cpus, limits: { try nodes.limits(longest: $0) },
      kind: { cpus in
        FleetKind(
          cpus: cpus, plan: "gate", cases: gate.plan.cases.count, expectedNanoseconds: estimate)
      })
  }

  private func submit(
    _ fleet: Fleet, _ gate: FleetGate, into folder: FleetFolder, at place: FilePath
  ) throws {
    let submission = FleetSubmission(folder: folder, scheduler: FleetFailure.scheduler)
    let executables =
      Console.benchmarks == nil
      ? FleetNodeOptions.executables(tool: candidate, benchmarks: nil)
      : FleetNodeOptions.executables(tool: nil, benchmarks: candidate)
    let base = FilePath(baseline)
    let limits = pairing.config.map { FilePath($0) }
    let submitted = try FleetFailure.waiting {
      try await submission.submit(
        fleet, executables: executables, sharedPath: place
      ) { try folder.write(gate, of: fleet, baseline: base, limits: limits) }
    }
    if quiet { return }
    Console.note(
      """
      gating \(Words.count(gate.plan.cases.count, "case")) on \(Words.count(fleet.nodes.count, "node")), \
      \(gate.shares[0].count) each at most, as job \(submitted.jobs.joined(separator: ", ")), into \(folder.path)
      """)
  }

  /// Waits for all nodes; Ctrl-C ends the wait, and the jobs go on.
  private func wait(for fleet: Fleet, _ argument: FleetArgument) throws {
    let drawing = ProgressDrawing(isQuiet: quiet)
    do {
      let status = try FleetFailure.waiting {
        try await FleetWaitCommand.waited(for: fleet, argument, FleetFailure.scheduler, drawing)
      }
      drawing.clear()
      for (node, reason) in status.failures {
        Console.note("warning: \(node) gated nothing: \(reason)")
      }
    } catch is CancellationError {
      drawing.clear()
      Console.note(
        """
        stopped; the jobs go on
          \(argument.command("fleet wait"))
          \(argument.next)    # the verdicts
          \(argument.command("fleet cancel"))    # cancels the jobs

        """)
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
  }

  private func publish(
    _ fleet: Fleet, in folder: FleetFolder, _ planned: PairedGate.Planned,
    since start: UInt64
  ) throws {
    let merged = try FleetFailure.naming {
      try folder.mergedGate(of: fleet) { PairRecording($0) }
    }
    for warning in merged.warnings { Console.note("warning: \(warning)") }
    var report = GateReport(merged.recording)
    report.sides = planned.sides
    report.folder = folder.path.string
    report.elapsedNanoseconds = sync_monotonic_ns() - start
    try outputs.publish(report, in: folder.path, isVerbose: verbose)
  }
}
