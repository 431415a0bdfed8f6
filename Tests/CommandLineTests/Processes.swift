import Foundation
import Glibc

/// The processes of the machine that have a mark in their environment: a run's orchestrator and all
/// workers that the orchestrator started.
struct MarkedProcesses {
  static let key = "SYNCBENCH_TEST_MARK"
  let mark = UUID().uuidString

  /// The marked processes that are alive; a zombie is not among them, because it has no
  /// environment.
  var alive: [pid_t] {
    let wanted = Data("\(Self.key)=\(mark)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      FileManager.default.contents(atPath: "/proc/\(process)/environ")?
        .range(of: wanted) != nil
    }
  }

  /// The marked processes that are alive, without `process`.
  func others(than process: pid_t) -> [pid_t] { alive.filter { $0 != process } }
}

/// Whether a process exists and is not a zombie.
func isRunning(_ process: pid_t) -> Bool { state(of: process).map { $0 != "Z" } ?? false }

/// The letter of a process's state in /proc; nil if the process does not exist.
private func state(of process: pid_t) -> Character? {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let name = status.lastIndex(of: ")")
  else { return nil }
  // The name may contain any character; a blank and the state follow its last bracket.
  return status[name...].dropFirst(2).first
}

/// Waits until a condition holds or the process has ended.
///
/// The condition is about the process's progress, so no time has to be guessed. A separate thread
/// checks the condition, because the pool that runs tests may be busy for seconds.
func until(_ condition: @escaping @Sendable () -> Bool, orEndOf process: pid_t) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      while !condition(), isRunning(process) { sched_yield() }
      continuation.resume()
    }
  }
}
