import BenchmarkModel
import BenchmarkRunner
import FoundationEssentials
import SyncBenchmark
import SystemPackage

/// The benchmarks of another executable, which is held open and asked for their declarations.
struct DeclaredBenchmarks: Sendable {
  let executable: WorkerExecutable
  let catalog: CaseCatalog
  let build: Build

  /// The deadline of the declarations, in ns.
  private static let deadlineNanoseconds: UInt64 = 30_000_000_000

  /// Opens an executable and asks it for its benchmarks.
  ///
  /// - Throws: ``CommandFailure`` if it declares none; `CancellationError` after Ctrl-C.
  init(of path: String) throws {
    let executable = try CommandFailure.naming(.world) {
      try WorkerExecutable(opening: FilePath(path))
    }
    let outcome = try Interruption.running {
      let outcome = await SubprocessLauncher(executable).answer(
        to: MeasuringTool.declarationsWord, deadlineNanoseconds: Self.deadlineNanoseconds)
      try Task.checkCancellation()
      return outcome
    }
    do throws(Fault) {
      let declarations = try Self.read(outcome)
      self.executable = executable
      build = declarations.build
      do { catalog = try declarations.catalog() } catch { throw .other(error.description) }
    } catch {
      throw CommandFailure.world("'\(path)' \(error.description)")
    }
  }

  /// The fault of an executable that does not declare benchmarks.
  enum Fault: Error, Equatable, CustomStringConvertible {
    case noBenchmarks(String)
    case otherProtocol(Int)
    case crashed(String)
    case timedOut
    case notStarted(String)
    case other(String)

    var description: String {
      switch self {
      case .noBenchmarks(let seen):
        "is no executable of benchmarks: \(seen); name one whose main.swift calls `Benchmarks.main`, and prints nothing before"
      case .otherProtocol(let version):
        "declares its benchmarks by protocol \(version), and this tool reads "
          + "\(Declarations.currentVersion): build both from one version of syncbench, as `swift package syncbench` does"
      case .crashed(let how):
        "crashed when it was asked for its benchmarks, \(how); see what its main.swift does before `Benchmarks.main`"
      case .timedOut:
        "did not declare its benchmarks within \(deadlineNanoseconds / 1_000_000_000) s: see what its "
          + "main.swift does before `Benchmarks.main`, in every process"
      case .notStarted(let reason):
        "can't be started: is it an executable for this machine? (\(reason))"
      case .other(let reason): "did not declare its benchmarks: \(reason)"
      }
    }
  }

  /// The reason in an error text of the form `program: error: reason`, as an executable of
  /// benchmarks prints it; nil for any other text.
  private static func reason(_ error: String) -> String? {
    let parts = error.split(separator: ": error: ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return GateHandshake.printable(parts[1].split(separator: "\n").joined(separator: "\n"))
  }

  /// The protocol version of the declarations, which is read first, because the declarations of
  /// another version may not decode.
  private struct Versioned: Decodable {
    let protocolVersion: Int
  }

  /// Reads the declarations from the answer of the executable's process.
  static func read(_ outcome: WorkerOutcome) throws(Fault) -> Declarations {
    switch outcome {
    case .exited(let status, let output, let error):
      let text = Data(output.utf8)
      if status != 0, let reason = Self.reason(error) { throw .other(reason) }
      guard status == 0, let versioned = try? JSONDecoder().decode(Versioned.self, from: text)
      else {
        throw .noBenchmarks(GateHandshake.seen(status: status, output: output, error: error))
      }
      guard versioned.protocolVersion == Declarations.currentVersion else {
        throw .otherProtocol(versioned.protocolVersion)
      }
      do {
        return try JSONDecoder().decode(Declarations.self, from: text)
      } catch { throw .other("its answer does not decode; build it anew") }
    case .signalled(let signal, let error):
      throw .crashed(GateHandshake.seen(signal: signal, error: error))
    case .timedOut: throw .timedOut
    case .notLaunched(let reason): throw .notStarted(reason)
    case .unreadable(let reason): throw .other(reason)
    }
  }
}
