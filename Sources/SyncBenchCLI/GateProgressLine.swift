import BenchmarkRunner
import Glibc
import Synchronization

/// A gate's progress on one line of a terminal, or a line a tenth of the decided cases elsewhere; drawn
/// between pairs only.
final class GateProgressLine: GateObserver {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let lastTenth = Mutex(-1)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func progressed(_ progress: GateProgress) {
    if isQuiet { return }
    let text = Self.text(progress)
    if isTerminal {
      Console.write("\r\u{1B}[K" + text, to: STDERR_FILENO)
      return
    }
    let tenth = Self.tenth(progress)
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

  /// How many tenths of the cases are decided.
  static func tenth(_ progress: GateProgress) -> Int {
    progress.decided * 10 / max(1, progress.decided + progress.undecided)
  }

  static func text(_ progress: GateProgress) -> String {
    let total = progress.decided + progress.undecided
    let left = ProgressLine.clock(progress.remainingNanoseconds)
    return "\(progress.decided) of \(total) cases decided, \(progress.undecided) undecided, "
      + "\(left) left at most" + (progress.currentCase.map { "  \($0)" } ?? "")
  }
}
