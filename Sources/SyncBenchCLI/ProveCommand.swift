import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import CSyncShims
import FoundationEssentials
import Glibc
import Subprocess
import SystemPackage

struct ProveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove", abstract: "Tests the promises of a lock, and says what was seen.",
    discussion: """
      Each promise that the lock makes (exclusion, hand-over, tries, recursion, owner, order) is tested in a process of its own. \
      A promise that was broken ends the command with status 3. docs/prove.md describes the tests.
      """)

  @Argument(help: "The lock, as `list` names it.")
  var primitive: String

  @Option(
    name: .long, parsing: .unconditional,
    help:
      "The entries to check, 3e6 when left out: a fault of one entry in a million is then missed once in twenty proofs.",
    transform: CountArgument.from(1...1_000_000_000_000))
  var operations = 3_000_000

  @Option(
    name: .long, parsing: .unconditional,
    help: "The number of threads that meet, two or more; chosen to suit the lock when left out.",
    transform: CountArgument.from(2...1024))
  var threads: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The longest time of the test of one promise, such as 30s.")
  var budget = DurationArgument.aMinute

  @Option(name: .long, help: ArgumentHelp("Plays one scene.", visibility: .hidden))
  var scene: String?

  func validate() throws {
    guard (1e9...1e14).contains(budget.nanoseconds(bareUnit: 1e9)) else {
      throw ValidationError("--budget takes a time from 1s on, such as 30s or 10m")
    }
  }

  func run() throws {
    try Build.refuseDebug()
    guard let proof = Session.catalog.proof(of: primitive) else { throw unknown() }
    if let scene { return try play(scene, of: proof) }
    let results = try Interruption.running {
      var results: [ProofResult] = []
      for scene in proof.scenes {
        if Task.isCancelled { throw ExitCode(ExitStatus.interrupted.rawValue) }
        // After a broken promise, such as a lock that never returns, further scenes (each the test
        // of one promise) show nothing.
        guard results.allSatisfy(\.isKept) else {
          results.append(Self.result(scene, .notPlayed))
          continue
        }
        if isatty(STDERR_FILENO) == 1 { Console.note("\(scene.name): \(scene.promise) …") }
        results.append(Self.result(scene, try await ending(of: scene)))
      }
      return results
    }
    Console.output(
      ProofReport(primitive, results, unpromised: proof.unpromised, asked: operations).document)
    if !results.allSatisfy(\.isKept) { throw ExitCode(ExitStatus.invalidCases.rawValue) }
  }

  private var extent: ProofExtent {
    ProofExtent(
      operations: operations, threads: threads, patienceSeconds: Self.patienceSeconds,
      mostSeconds: Int(budget.nanoseconds(bareUnit: 1e9) / 1e9))
  }

  private func unknown() -> CommandFailure {
    let known = Session.catalog.suites.flatMap(\.primitiveDescriptions).map(\.name)
    guard !known.contains(primitive) else {
      return CommandFailure.usage(
        "'\(primitive)' is nothing that a thread can hold: `run` checks each of its results")
    }
    let question = NearNames.question(
      NearNames.near(primitive, among: known),
      otherwise: "`\(Console.toolName) list` shows the names")
    return CommandFailure.usage("no suite has a primitive '\(primitive)'; \(question)")
  }

  // MARK: One scene

  private static func result(_ scene: ProofScene, _ ending: ProofEnding) -> ProofResult {
    ProofResult(scene.name, scene.promise, endsProcess: scene.endsProcess, ending)
  }

  /// Plays a scene in this process, and prints the finding.
  private func play(_ name: String, of proof: PrimitiveProof) throws {
    guard let scene = proof.scenes.first(where: { $0.name == name }) else {
      throw CommandFailure.usage("there is no scene '\(name)'")
    }
    Self.endWithParent()
    let finding = try scene.play(extent)
    Console.output(String(decoding: try JSONEncoder().encode(finding), as: UTF8.self) + "\n")
    // Threads may wait in the lock forever.
    Glibc.exit(ExitStatus.done.rawValue)
  }

  /// Plays a scene in another process of this executable, and returns its ending.
  private func ending(of scene: ProofScene) async throws -> ProofEnding {
    var arguments = ["prove", primitive, "--scene", scene.name, "--operations", "\(operations)"]
    arguments += ["--budget", "\(extent.mostSeconds)s"]
    if let threads { arguments += ["--threads", "\(threads)"] }
    let process = try await FinishedProcess.running(
      .path("/proc/self/exe"), Arguments(arguments),
      environment: .inherit.updating(Self.environment), outputLimit: 1 << 20, errorLimit: 1 << 20)
    let error = process.error
    switch process.status {
    case .exited(0):
      let finding = try? JSONDecoder().decode(ProofFinding.self, from: Data(process.output))
      guard let finding else {
        return .strayed("it printed '\(process.outputText.prefix(60))' to standard output")
      }
      return .cameBack(
        operations: finding.operations, threads: finding.threads, problem: finding.problem,
        met: finding.met)
    case .exited(ProofScene.waitsForeverStatus): return .waited(error)
    case .exited(let status):
      if let race = SanitizerReport(error) { return .raced(race.text) }
      return .ended("exited with status \(status)", said: error)
    case .signaled(let signal):
      return .crashed("killed by \(SignalName.text(of: Int(signal)))", said: error)
    }
  }

  /// The time without progress, in seconds, after which a thread is taken to wait forever; even a
  /// busy machine does not delay a thread for so long.
  private static let patienceSeconds = 10

  /// The variable of a scene's environment that turns off Swift's backtracer.
  ///
  /// The backtracer would stop a trapped process for seconds before its end, so that a trap would
  /// look like a wait.
  private static let environment: [Environment.Key: String] = ["SWIFT_BACKTRACE": "enable=no"]

  /// Makes this scene's process end soon after its parent, the user's `prove`.
  ///
  /// If the parent is killed, the scene's threads may wait in the lock forever.
  private static func endWithParent() {
    var watcher = pthread_t()
    pthread_create(
      &watcher, nil,
      { _ in
        let parent = sync_parent_id()
        while sync_parent_id() == parent { sync_sleep_until(sync_monotonic_ns() + 500_000_000) }
        _exit(ExitStatus.interrupted.rawValue)
      }, nil)
  }
}
