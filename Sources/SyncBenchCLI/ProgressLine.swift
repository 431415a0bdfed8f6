import BenchmarkRunner
import Glibc
import Synchronization

/// Progress on one line of a terminal, or a line a tenth of the way elsewhere; drawn between
/// invocations only.
final class ProgressLine: RunObserver {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let lastTenth = Mutex(-1)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func progressed(_ progress: RunProgress) {
    if isQuiet { return }
    let text = Self.text(progress)
    if isTerminal {
      Console.drawProgress(text)
      return
    }
    let tenth = progress.done * 10 / max(1, progress.total)
    let isNew = lastTenth.withLock { last in
      defer { last = max(last, tenth) }
      return tenth > last
    }
    if isNew { Console.note(text) }
  }

  /// Takes the line away again.
  func clear() {
    if isTerminal, !isQuiet { Console.write("\r\u{1B}[K", to: STDERR_FILENO) }
  }

  static func text(_ progress: RunProgress) -> String {
    let percent = progress.done * 100 / max(1, progress.total)
    let left = clock(progress.remainingNanoseconds)
    let failures = progress.failures > 0 ? ", \(progress.failures) failed" : ""
    return "\(percent) % (\(progress.done)/\(progress.total)), \(left) left\(failures)"
      + (progress.currentCase.map { "  \($0)" } ?? "")
  }

  /// A time as people say it.
  static func clock(_ nanoseconds: UInt64) -> String {
    let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
