public import BenchmarkModel
import FoundationEssentials
import Synchronization
import SystemPackage

/// Starts workers as copies of servers that have started already.
///
/// There is a server for each CPU mask that a whole process is bound to, for libraries read the mask when they
/// load. **A server measures a case once:** for its next launch there is a new one, so that the launches of
/// a case are as independent of each other's layout of memory as processes that were started one by one.
/// What counts, describes or can't be served is started by ``SubprocessLauncher``.
public final class ForkServerLauncher: WorkerLaunching {
  private let fallback: SubprocessLauncher
  private let executable: String
  private let leadingArguments: [String]
  private let idle = Mutex<[[Int]: Served]>([:])

  /// A server and the cases that it has measured.
  private struct Served {
    let server: ServerProcess
    var measured: Set<CaseID> = []
  }

  /// Makes a launcher of the running executable's workers.
  public convenience init() { self.init(executable: "/proc/self/exe", leadingArguments: []) }

  init(executable: String, leadingArguments: [String]) {
    self.executable = executable
    self.leadingArguments = leadingArguments
    fallback = SubprocessLauncher(
      executable: FilePath(executable), leadingArguments: leadingArguments, environment: [:])
  }

  /// Hands the request to a server, and waits for the copy's end.
  public func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    guard request.counting == nil, request.task != .describe, request.task != .countInstructions,
      let bytes = try? JSONEncoder().encode(request), var served = server(for: request)
    else { return await fallback.launch(request, deadlineNanoseconds: deadlineNanoseconds) }
    let outcome = await served.server.ask(bytes, deadlineNanoseconds: deadlineNanoseconds)
    guard let outcome else {
      return .notLaunched(reason: "the fork server ended, or did not answer")
    }
    if request.task == .measure, let id = request.caseID { served.measured.insert(id) }
    idle.withLock { $0[request.mask] = served }
    return outcome
  }

  /// A server that has not measured the request's case; nil where none can be started.
  private func server(for request: WorkerRequest) -> Served? {
    // Taken out while it is asked: whoever launches beside it has another.
    let found = idle.withLock { $0.removeValue(forKey: request.mask) }
    let isFresh = request.caseID.map { found?.measured.contains($0) != true } ?? true
    if let found, isFresh || request.task != .measure { return found }
    found?.server.end()
    return ServerProcess(
      executable: executable, arguments: leadingArguments + ["worker", Worker.serveFlag],
      mask: request.mask
    ).map { Served(server: $0) }
  }
}

extension WorkerRequest {
  /// The CPUs that the whole process is bound to; none where it is not.
  fileprivate var mask: [Int] {
    if case .process(let cpus) = placement { cpus } else { [] }
  }
}
