import BenchmarkRunner
import Glibc
import Synchronization

/// A gate's progress on one line of a terminal, or a line a tenth of the way elsewhere; drawn between pairs
/// only.
final class GateProgressLine: GateObserver {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let lastTenth = Mutex(-1)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func progressed(_ progress: GateProgress) {
    if isQuiet { return }
    let text = Self.text(progress)
    if isTerminal {
      Console.drawProgress(text)
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

  /// How many tenths of the time are gone, as far as can be told: most cases are decided late, at once.
  static func tenth(_ progress: GateProgress) -> Int {
    let all = Double(progress.elapsedNanoseconds) + Double(progress.remainingNanoseconds)
    return Int(Double(progress.elapsedNanoseconds) * 10 / max(1, all))
  }

  static func text(_ progress: GateProgress) -> String {
    "\(progress.decided) decided, \(progress.undecided) undecided, "
      + "\(ProgressLine.clock(progress.remainingNanoseconds)) left at most"
      + (progress.currentCase.map { "  \($0)" } ?? "")
  }
}
