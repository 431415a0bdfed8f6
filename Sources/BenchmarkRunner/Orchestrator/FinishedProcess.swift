package import FoundationEssentials
package import Subprocess
package import SystemPackage

/// A process that ran an executable to its end, and its output.
package struct FinishedProcess: Sendable {
  package let id: ProcessIdentifier
  package let status: TerminationStatus
  package let output: [UInt8]
  /// The beginning of the standard error, as far as it fits into the limit.
  package let error: String

  package var isSuccess: Bool { status == .exited(0) }
  package var outputText: String { String(decoding: output, as: UTF8.self) }

  /// Runs an executable, and waits for its end.
  ///
  /// swift-subprocess is left to make only the pipe of the standard output, because its version
  /// 1.0.2 traps if it has opened one descriptor for a process and can't open the next, as when no
  /// more files can be opened.
  ///
  /// - Throws: `SubprocessError`, if the executable does not start or writes more than
  ///   `outputLimit` bytes to its standard output; `Errno`.
  package static func running(
    _ executable: Executable, _ arguments: Arguments, environment: Environment,
    workingDirectory: FilePath? = nil, options: PlatformOptions = PlatformOptions(),
    input bytes: Data = Data(), outputLimit: Int, errorLimit: Int
  ) async throws -> FinishedProcess {
    let input = try MemoryFile.holding(bytes)
    defer { try? input.close() }
    let error = try ErrorPipe(limit: errorLimit)
    let result = try await Subprocess.run(
      executable, arguments: arguments, environment: environment,
      workingDirectory: workingDirectory, platformOptions: options,
      input: .fileDescriptor(input, closeAfterSpawningProcess: false),
      output: .bytes(limit: outputLimit),
      error: .fileDescriptor(error.writing, closeAfterSpawningProcess: false))
    return FinishedProcess(
      id: result.processIdentifier, status: result.terminationStatus,
      output: result.standardOutput, error: String(decoding: error.finish(), as: UTF8.self))
  }
}
