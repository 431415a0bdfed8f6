package import BenchmarkModel
import CSyncShims
import FoundationEssentials
import Glibc
import Subprocess
package import SystemPackage

/// A launcher that starts an executable as a worker, by default the running executable.
package struct SubprocessLauncher: WorkerLaunching {
  private let executable: FilePath
  private let leadingArguments: [String]
  private let environment: [String: String]
  private let home: FilePath?
  private static let outputLimit = 8 << 20
  private static let errorLimit = 1 << 20

  /// Makes a launcher of an executable that speaks the protocol; nil for the running executable.
  ///
  /// The default is /proc/self/exe: the running file, even if a build has replaced it since.
  ///
  /// - Parameters:
  ///   - executable: The executable's path.
  ///   - environment: Variables that are added to this process's environment.
  package init(executable: FilePath? = nil, environment: [String: String] = [:]) {
    self.init(
      executable: executable ?? "/proc/self/exe", leadingArguments: [], environment: environment)
  }

  /// Makes a launcher of a tool that runs the worker named by the leading arguments.
  ///
  /// - Parameter home: The path of the worker's own file, beside which the allocation library lies;
  ///   nil for the path of the running executable.
  init(
    executable: FilePath, leadingArguments: [String], environment: [String: String],
    home: FilePath? = nil
  ) {
    self.executable = executable
    self.leadingArguments = leadingArguments
    self.environment = environment
    self.home = home
  }

  private enum Event: Sendable {
    case ended(WorkerOutcome)
    case deadline
  }

  /// Starts a worker and waits for its end or the deadline.
  package func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await run(request)) }
      group.addTask {
        try? await Task.sleep(nanoseconds: deadlineNanoseconds)
        return .deadline
      }
      var isLate = false
      while let event = await group.next() {
        switch event {
        case .ended(let outcome):
          group.cancelAll()
          return isLate ? .timedOut : outcome
        case .deadline:
          isLate = !Task.isCancelled
          // Cancelling the group kills the worker, whose end is then awaited above.
          group.cancelAll()
        }
      }
      return .timedOut
    }
  }

  private func run(_ request: WorkerRequest) async -> WorkerOutcome {
    var arguments = leadingArguments + ["worker"]
    if case .process(let cpus) = request.placement, !cpus.isEmpty {
      arguments += ["--cpus", cpus.map(String.init).joined(separator: ",")]
    }
    // In a process group of its own, the worker gets no Ctrl-C: the orchestrator ends it.
    var options = PlatformOptions()
    options.processGroupID = 0
    do {
      let input = try Self.file(holding: JSONEncoder().encode(request))
      let result = try await Subprocess.run(
        .path(executable),
        arguments: leadingArguments.isEmpty
          ? Arguments(executablePathOverride: "syncbench", remainingValues: arguments)
          : Arguments(arguments),
        environment: .inherit.updating(variables(for: request)),
        platformOptions: options, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .string(limit: Self.outputLimit), error: .string(limit: Self.errorLimit))
      switch result.terminationStatus {
      case .exited(let status):
        return .exited(
          status: Int(status), output: result.standardOutput,
          error: result.standardError)
      case .signaled(let signal):
        return .signalled(signal: Int(signal), error: result.standardError)
      }
    } catch let error as SubprocessError where Self.isAboutOutput(error.code) {
      return .unreadable(reason: "\(error)")
    } catch {
      return .notLaunched(reason: "\(error)")
    }
  }

  /// The variables that are added to the worker's environment.
  private func variables(for request: WorkerRequest) -> [Environment.Key: String] {
    // A backtrace of a crashed worker takes seconds and is of no use.
    var variables: [Environment.Key: String] = ["SWIFT_BACKTRACE": "enable=no"]
    if request.counting?.pass == .allocations, let library = try? allocationLibrary() {
      let present = getenv("LD_PRELOAD").map { String(cString: $0) }
      variables["LD_PRELOAD"] = AllocationLibrary.preload(library, before: present)
    }
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    return variables
  }

  private func allocationLibrary() throws(AllocationLibrary.Missing) -> FilePath {
    guard let home else { return try AllocationLibrary.path() }
    return try AllocationLibrary.path(beside: home)
  }

  /// Returns a file in memory that holds `bytes`, open at its start.
  ///
  /// With a pipe, an executable that ends without reading its input would end this process by
  /// SIGPIPE.
  static func file(holding bytes: Data) throws(Errno) -> FileDescriptor {
    let descriptor = sync_memory_file("syncbench-request")
    guard descriptor >= 0 else { throw Errno(rawValue: -descriptor) }
    let file = FileDescriptor(rawValue: descriptor)
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error as? Errno ?? .ioError
    }
    return file
  }

  private static func isAboutOutput(_ code: SubprocessError.Code) -> Bool {
    code == .outputLimitExceeded || code == .failedToReadFromSubprocess
  }
}
