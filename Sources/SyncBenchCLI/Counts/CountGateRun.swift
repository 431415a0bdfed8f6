import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// A comparison of an executable's counts with a stored baseline.
struct CountGateRun: Sendable {
  let stored: StoredBaseline
  /// The executable's name; nil for the session's executable.
  let executable: String?
  let countable: CountableCases
  let counter: OperationCounter
  let toolchain: CountToolchain
  let instructionsBy: InstructionMeans?
  let valgrind: String?
  /// The share that a count may grow by; nil for the baseline's own share.
  let limit: Double?
  /// The chosen cases of the baseline and of the executable.
  var selection = TableSelection()

  /// Reads a baseline, counts its cases and compares.
  ///
  /// - Parameters:
  ///   - path: A baseline's file, or a folder with a file for this toolchain.
  ///   - candidate: The executable's path; nil for the session's executable.
  ///   - limit: The share that a count may grow by; nil for the baseline's own.
  /// - Throws: ``CommandFailure`` if there is nothing to compare with; `ExitCode` after Ctrl-C.
  static func run(
    baseline path: String, candidate: String?, selection: TableSelection, limit: Double?,
    quiet: Bool
  ) throws -> CountGate {
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let stored = try read(path)
    guard stored.baseline.cases.keys.contains(where: selection.contains) else {
      throw CommandFailure.usage(
        "no case of '\(stored.file)' is selected: name fewer suites, cases or filters")
    }
    let executable = try candidate.map { path throws(CommandFailure) in try located(path) }
    let own = try candidate == nil ? ownCases(stored.baseline) : nil
    let observer = ProgressLine(isQuiet: quiet)
    defer { observer.clear() }
    do {
      return try Interruption.running {
        var run = try await prepared(stored, executable, own: own, limit: limit)
        run.selection = selection
        return try await run.gate(observer: observer)
      }
    } catch let failure as DescriptionFailure {
      throw CommandFailure.world("'\(candidate ?? "")': \(failure)")
    } catch is CancellationError {
      Console.note("stopped; nothing was compared")
      throw ExitCode(GateOutcome.inconclusive.exitStatus)
    }
  }

  /// Counts the baseline's cases and compares.
  ///
  /// - Throws: `CancellationError` after Ctrl-C, because a part of the counts gives no verdict.
  func gate(observer: any RunObserver) async throws -> CountGate {
    var baseline = stored.baseline
    baseline.cases = baseline.cases.filter { selection.contains($0.key) }
    let ids = baseline.sortedCases.map(\.id)
    let counted = try await counter.count(countable.subjects(of: ids), observer: observer)
    try Task.checkCancellation()
    return CountGate(
      baseline: baseline, file: stored.file.string,
      now: ExecutableCounts(
        executable: executable, toolchain: toolchain, instructionsBy: instructionsBy,
        valgrind: valgrind, cases: counted,
        countable: countable.subjects.map(\.id).filter(selection.contains)),
      limit: limit)
  }

  private static func prepared(
    _ stored: StoredBaseline, _ executable: FilePath?, own: CountableCases?, limit: Double?
  ) async throws -> CountGateRun {
    let worker = executable.map { WorkerExecutable(at: $0) } ?? Session.executable
    let setUp = await setUp(for: stored.baseline, worker)
    let countable =
      if let own { own } else { try await asked(of: worker) }
    var limits = stored.baseline.limits
    limits.share = limit ?? limits.share
    return CountGateRun(
      stored: stored, executable: executable?.lastComponent?.string, countable: countable,
      counter: setUp.counter(of: worker, limits: limits, instructionTries: 1),
      toolchain: setUp.toolchain, instructionsBy: setUp.instructions.means,
      valgrind: setUp.valgrind, limit: limit)
  }

  /// Finds the baseline's means of counting, even if there are better ones, because counts by other
  /// means can't be compared.
  private static func setUp(
    for baseline: CountBaseline, _ executable: WorkerExecutable
  ) async -> CountingSetUp {
    guard let means = baseline.instructionsBy else {
      return CountingSetUp(
        toolchain: CountingSetUp.ownToolchain,
        instructions: .none(reason: "the baseline has no instructions"), valgrind: nil)
    }
    return await CountingSetUp.find(means, executable: executable)
  }

  private static func asked(of executable: WorkerExecutable) async throws -> CountableCases {
    try await CountableCases.asked(
      of: SubprocessLauncher(executable),
      DescriptionRequest(
        selection: CaseSelection(), cpuOrder: Machine.current.cpuOrder(.cores), isPinned: true))
  }

  private static func ownCases(_ baseline: CountBaseline) throws -> CountableCases {
    CountableCases(try OwnDescription.description(CaseSelection(), knowing: baseline.cases.keys))
  }

  private static func read(_ path: String) throws(CommandFailure) -> StoredBaseline {
    try CommandFailure.naming(.world) {
      try StoredBaseline(at: FilePath(path), for: CountingSetUp.ownToolchain)
    }
  }

  /// The absolute path of an executable, because workers may be started from another folder.
  private static func located(_ path: String) throws(CommandFailure) -> FilePath {
    guard let whole = realpath(path, nil) else {
      throw CommandFailure.world(
        "there is no executable '\(path)'; build it, and name it after --candidate")
    }
    defer { free(whole) }
    guard access(whole, X_OK) == 0 else {
      throw CommandFailure.world("'\(path)' can't be executed; `chmod +x` it")
    }
    return FilePath(platformString: whole)
  }
}
