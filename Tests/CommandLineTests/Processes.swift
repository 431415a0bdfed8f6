import Foundation
import Glibc

/// The processes of the machine that carry a mark in their environment: a run's orchestrator and all
/// workers that it ever started.
struct MarkedProcesses {
  static let key = "SYNCBENCH_TEST_MARK"
  let mark = UUID().uuidString

  /// Those that are alive now; a zombie is not, for it has no environment any more.
  var alive: [pid_t] {
    let wanted = Data("\(Self.key)=\(mark)".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      FileManager.default.contents(atPath: "/proc/\(process)/environ")?
        .range(of: wanted) != nil
    }
  }

  /// Those that are alive beside `process`.
  func others(than process: pid_t) -> [pid_t] { alive.filter { $0 != process } }
}

/// Whether a process is still there and not yet a zombie.
func isRunning(_ process: pid_t) -> Bool { state(of: process).map { $0 != "Z" } ?? false }

/// The letter that /proc has for a process's state; nil where there is no such process.
private func state(of process: pid_t) -> Character? {
  guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
    let name = status.lastIndex(of: ")")
  else { return nil }
  // After the name, which may hold anything, comes a blank.
  return status[name...].dropFirst(2).first
}

/// Looks again and again until something holds or the process is gone.
///
/// The process's own progress is what is waited for, so no time has to be guessed. On a thread of its
/// own: the pool that runs tests may be busy for seconds.
func until(_ condition: @escaping @Sendable () -> Bool, orEndOf process: pid_t) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      while !condition(), isRunning(process) { sched_yield() }
      continuation.resume()
    }
  }
}
