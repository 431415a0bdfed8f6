import BenchmarkRunner
import Glibc
import Subprocess
import SystemPackage
import Testing

/// An executable that tests run as a user would.
struct Tool: Sendable {
  let path: FilePath

  /// The package's folder, two levels above the folder of this file.
  static let root = FilePath(#filePath)
    .removingLastComponent().removingLastComponent().removingLastComponent()

  /// The outcome of a call.
  struct Outcome {
    let status: TerminationStatus
    let output: String
    let error: String

    /// The exit status, or the negative number of the signal.
    var code: Int {
      switch status {
      case .exited(let code): Int(code)
      case .signaled(let signal): -Int(signal)
      }
    }

    var errorLines: [Substring] { error.split(separator: "\n") }
  }

  /// The error that an executable is missing.
  struct Missing: Error, CustomStringConvertible {
    let path: FilePath
    var description: String { "there is no '\(path)': run `make test`, which builds it" }
  }

  /// The release build of `syncbench`, or the executable that SYNCBENCH_TOOL names.
  static func release() throws -> Tool {
    if let named = getenv("SYNCBENCH_TOOL") {
      return try Tool(existing: FilePath(String(cString: named)))
    }
    return try Tool(existing: root.appending(".build/release/syncbench"))
  }

  /// The release build of the tool with broken locks, beside `syncbench`.
  static func brokenLocks() throws -> Tool {
    try Tool(existing: release().path.removingLastComponent().appending("BrokenLocksBench"))
  }

  /// The release build of the tool with broken closures, beside `syncbench`.
  static func brokenCode() throws -> Tool {
    try Tool(existing: release().path.removingLastComponent().appending("BrokenCodeBench"))
  }

  /// The debug build of `syncbench`, beside the tests; nil if there is none.
  static var debug: Tool? {
    let tests = WorkerExecutable.running.path
    return tests.flatMap { try? Tool(existing: $0.removingLastComponent().appending("syncbench")) }
  }

  /// Makes a tool of any executable file.
  init(existing path: FilePath) throws {
    guard access(path.string, X_OK) == 0 else { throw Missing(path: path) }
    self.path = path
  }

  /// Calls the tool and waits for its end.
  @discardableResult
  func callAsFunction(
    _ arguments: String..., environment: [String: String] = [:],
    directory: FilePath? = nil, input: String = ""
  ) async throws -> Outcome {
    try await call(arguments, environment: environment, directory: directory, input: input)
  }

  func call(
    _ arguments: [String], environment: [String: String] = [:],
    directory: FilePath? = nil, input: String = ""
  ) async throws -> Outcome {
    let result = try await run(
      .path(path), arguments: Arguments(arguments),
      environment: inherited(environment), workingDirectory: directory,
      input: .string(input), output: .string(limit: 16 << 20), error: .string(limit: 1 << 20))
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
  }

  /// Calls the tool, and expects that it succeeds.
  @discardableResult
  func succeeds(
    _ arguments: String..., environment: [String: String] = [:], directory: FilePath? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    try await succeeds(
      arguments, environment: environment, directory: directory, sourceLocation: sourceLocation)
  }

  @discardableResult
  func succeeds(
    _ arguments: [String], environment: [String: String] = [:], directory: FilePath? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await call(arguments, environment: environment, directory: directory)
    let printed = "\(outcome.output)\(outcome.error)"
    #expect(outcome.code == 0, "\(printed)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Calls the tool, and expects status 1 and an error of one or two lines with the remedy.
  func expectRefusal(
    _ arguments: [String], _ remedy: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await call(arguments)
    #expect(outcome.code == 1, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    let lines = outcome.errorLines.filter { !$0.hasPrefix("measuring ") }
    #expect((1...2).contains(lines.count), "\(outcome.error)", sourceLocation: sourceLocation)
    let isError = lines.first?.hasPrefix("syncbench: error: ") == true
    #expect(isError, sourceLocation: sourceLocation)
    #expect(outcome.error.contains(remedy), "\(outcome.error)", sourceLocation: sourceLocation)
  }

  /// Starts the tool, calls `body` with its process while the tool runs, and waits for its end.
  func call(
    _ arguments: [String], environment: [String: String] = [:],
    while body: (_ process: pid_t) async throws -> Void
  ) async throws -> Outcome {
    let result = try await run(
      .path(path), arguments: Arguments(arguments),
      environment: inherited(environment), input: .none,
      output: .string(limit: 16 << 20), error: .string(limit: 1 << 20)
    ) { execution in
      try await body(execution.processIdentifier.value)
    }
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
  }

  /// Calls the tool, sends it a signal when a condition holds, and waits until none of its
  /// processes is left.
  func call(
    _ arguments: [String], environment: [String: String] = [:], endedBy signal: Int32,
    when condition: @escaping @Sendable (_ process: pid_t, _ processes: MarkedProcesses) -> Bool
  ) async throws -> Outcome {
    let processes = MarkedProcesses()
    let marked = environment.merging([MarkedProcesses.key: processes.mark]) { $1 }
    let outcome = try await call(arguments, environment: marked) { process in
      await until(
        {
          guard condition(process, processes) else { return false }
          kill(process, signal)
          return true
        }, orEndOf: process)
    }
    // Each worker must end when the tool ends. If a worker did not, this loop would run until the
    // test's time limit.
    while !processes.alive.isEmpty { await Task.yield() }
    return outcome
  }

  /// Calls the tool, and expects status 64 and an error of one or two lines with the remedy.
  func expectMisuse(
    _ arguments: [String], _ remedy: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await call(arguments)
    #expect(outcome.code == 64, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    let isShort = (1...2).contains(outcome.errorLines.count)
    #expect(isShort, "\(outcome.error)", sourceLocation: sourceLocation)
    let isError = outcome.error.hasPrefix("syncbench: error: ")
    #expect(isError, "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(outcome.error.contains(remedy), "\(outcome.error)", sourceLocation: sourceLocation)
    #expect(!outcome.error.uppercased().contains("USAGE:"), sourceLocation: sourceLocation)
  }

  private func inherited(_ changes: [String: String]) -> Environment {
    .inherit.updating(
      Dictionary(
        uniqueKeysWithValues: changes.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
  }
}
