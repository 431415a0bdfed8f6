package import BenchmarkModel
import FoundationEssentials
import Synchronization
import SystemPackage

/// A launcher whose workers are copies of servers that have already started.
///
/// There is a server for each CPU mask that a whole process is bound to, because libraries read the
/// mask when they load. **A server measures a case once:** the next launch of the case gets a new
/// server, so that the launches of a case differ in their layout of memory like processes that were
/// started one by one. Workers for requests that count, describe or can't be served are started by
/// ``SubprocessLauncher``.
package final class ForkServerLauncher: WorkerLaunching {
  private let fallback: SubprocessLauncher
  private let executable: WorkerExecutable
  private let leadingArguments: [String]
  private let patienceNanoseconds: UInt64
  private let idle = Mutex<[[Int]: Served]>([:])
  /// Whether servers may be started: false after the executable failed to become a server.
  private let canServe = Atomic(true)

  /// A server and the cases that it has measured.
  private struct Served {
    let server: ServerProcess
    var measured: Set<CaseID> = []
  }

  /// Makes a launcher of an executable's workers.
  package convenience init(_ executable: WorkerExecutable) {
    self.init(executable, leadingArguments: [])
  }

  /// Makes a launcher of an executable that speaks the protocol.
  ///
  /// - Parameter patienceNanoseconds: The longest wait for a server to start, and for a reply
  ///   after a worker's deadline, in ns.
  init(
    _ executable: WorkerExecutable, leadingArguments: [String],
    patienceNanoseconds: UInt64 = ServerProcess.usualPatienceNanoseconds
  ) {
    self.executable = executable
    self.patienceNanoseconds = patienceNanoseconds
    self.leadingArguments = leadingArguments
    fallback = SubprocessLauncher(executable, leadingArguments: leadingArguments)
  }

  /// Hands the request to a server, and waits for the end of the server's copy, the worker.
  package func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    guard request.counting == nil, request.task != .describe, request.task != .countInstructions,
      canServe.load(ordering: .relaxed), let bytes = try? JSONEncoder().encode(request),
      var served = server(for: request)
    else { return await fallback.launch(request, deadlineNanoseconds: deadlineNanoseconds) }
    switch await served.server.ask(bytes, deadlineNanoseconds: deadlineNanoseconds) {
    case .outcome(let outcome):
      if request.task == .measure, let id = request.caseID { served.measured.insert(id) }
      if served.server.isIdle { idle.withLock { $0[request.mask] = served } }
      return outcome
    case .neverReady where !Task.isCancelled:
      // A worker started by exec reports the fault. An executable that is no server is not asked
      // again.
      canServe.store(false, ordering: .relaxed)
      return await fallback.launch(request, deadlineNanoseconds: deadlineNanoseconds)
    case .neverReady, .ended:
      return .notLaunched(reason: "the fork server ended, or did not answer")
    }
  }

  /// A server for the request: to measure a case, one that has not measured the case yet; nil if
  /// none can be started.
  private func server(for request: WorkerRequest) -> Served? {
    // The server is taken out while it is asked, so a concurrent launch gets another server.
    let found = idle.withLock { $0.removeValue(forKey: request.mask) }
    let isFresh = request.caseID.map { found?.measured.contains($0) != true } ?? true
    // If an idle server was killed, a new server takes over, and no launch fails.
    if let found, isFresh || request.task != .measure, found.server.isIdle { return found }
    found?.server.end()
    return ServerProcess(
      executable: executable.launchPath.string,
      arguments: leadingArguments + ["worker", Worker.serveFlag],
      mask: request.mask, patienceNanoseconds: patienceNanoseconds
    ).map { Served(server: $0) }
  }
}

extension WorkerRequest {
  /// The CPUs that the whole process is bound to; empty if it is not bound.
  fileprivate var mask: [Int] {
    if case .process(let cpus) = placement { cpus } else { [] }
  }
}
