import BenchmarkModel
import BenchmarkRunner
import PerfEvents
import Subprocess
import SystemPackage

/// The means of counting on this machine, and the toolchain for which the counts hold.
struct CountingSetUp: Sendable {
  let toolchain: CountToolchain
  let instructions: InstructionSource
  /// Valgrind's version if callgrind counts the instructions; nil if not, or if unknown.
  let valgrind: String?

  /// The toolchain of the session's executable; a file of counts holds only for the toolchain that
  /// the file names.
  static var ownToolchain: CountToolchain {
    let environment = Machine.current.environment
    return CountToolchain(
      swift: environment.software.swiftVersion,
      architecture: environment.processor.architecture ?? "unknown",
      libc: environment.software.glibcVersion.map { "glibc \($0)" })
  }

  /// Finds the available means of counting.
  ///
  /// - Parameters:
  ///   - means: The means of counting instructions; nil for the processor's counter, or for
  ///     callgrind if there is no such counter.
  ///   - executable: The executable whose cases are counted.
  static func find(_ means: InstructionMeans?, executable: WorkerExecutable) async -> CountingSetUp
  {
    let instructions = source(means, executable: executable)
    return CountingSetUp(
      toolchain: ownToolchain, instructions: instructions,
      valgrind: instructions.means == .callgrind ? await valgrindVersion() : nil)
  }

  private static func source(
    _ means: InstructionMeans?, executable: WorkerExecutable
  ) -> InstructionSource {
    switch means {
    case .hardware: hardware()
    case .callgrind: callgrind(executable)
    case nil:
      if case .hardware(let event) = hardware() { .hardware(event) } else { callgrind(executable) }
    }
  }

  /// Returns the processor's event that counts instructions, in user mode only, because the
  /// kernel's instructions differ from run to run.
  private static func hardware() -> InstructionSource {
    let planned = try? EventSelection(adding: []).planned.first {
      $0.name == "instructions" || $0.name == "instructions:u"
    }
    guard let planned, var encoding = planned.encoding else {
      let reason = planned?.reason ?? ""
      return .none(
        reason: reason.isEmpty ? "this machine has no hardware counter of instructions" : reason)
    }
    encoding.excludesKernel = true
    return .hardware(
      PlannedEvent(name: "instructions:u", column: planned.column, encoding: encoding))
  }

  /// The deadline of a launch under callgrind, in ns.
  ///
  /// The deadline is long, because a slow machine gives the same counts if it has the time, and a
  /// launch that is cut off gives no count to compare.
  private static let callgrindDeadline: UInt64 = 240_000_000_000

  private static func callgrind(_ executable: WorkerExecutable) -> InstructionSource {
    do throws(CallgrindError) {
      _ = try Callgrind.installed()
      return .callgrind(
        CallgrindCounting(executable: executable, deadlineNanoseconds: callgrindDeadline))
    } catch {
      return .none(reason: error.description)
    }
  }

  /// The version by `valgrind --version`, such as `3.19.0`; nil if it prints nothing.
  private static func valgrindVersion() async -> String? {
    guard let path = Tools.path(of: "valgrind"),
      let valgrind = try? await FinishedProcess.running(
        .path(FilePath(path)), ["--version"], environment: .inherit,
        outputLimit: 4096, errorLimit: 4096),
      let line = valgrind.outputText.split(whereSeparator: \.isNewline).first
    else { return nil }
    return line.hasPrefix("valgrind-") ? String(line.dropFirst("valgrind-".count)) : String(line)
  }

  /// Returns a counter of cases, with the means found here.
  func counter(
    of executable: WorkerExecutable, limits: CountLimits, instructionTries: Int
  ) -> OperationCounter {
    OperationCounter(
      launcher: SubprocessLauncher(executable), instructions: instructions,
      limits: limits, instructionTries: instructionTries, document: Self.document)
  }

  /// Returns the document of a plan whose cases are counted on this machine.
  static func document(of plan: Plan) -> RunDocument {
    let machine = Machine.current
    return RunDocument(
      tool: Build.version, commandLine: [], startNanoseconds: 0, budgetNanoseconds: nil,
      host: machine.environment.hostLabel, environment: machine.environment, warnings: [],
      plan: plan)
  }
}
