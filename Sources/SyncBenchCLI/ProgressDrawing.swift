import Glibc
import Synchronization

/// The drawing of progress: one line of a terminal, or elsewhere a new line for each tenth.
final class ProgressDrawing: Sendable {
  private let isQuiet: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let lastTenth = Mutex(-1)

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// Draws a text; `tenth` is the progress in tenths, from 0 to 10.
  func draw(_ text: String, tenth: Int) {
    if isQuiet { return }
    if isTerminal {
      // The text is cut to the terminal's width, because a wrapped line could not be erased.
      Console.drop(after: 0, "\r\u{1B}[K" + text.prefix(Self.width))
      return
    }
    let isNew = lastTenth.withLock { last in
      defer { last = max(last, tenth) }
      return tenth > last
    }
    if isNew { Console.note(text, patience: 0) }
  }

  /// Erases the line.
  func clear() {
    if isTerminal, !isQuiet { Console.drop(after: 0, "\r\u{1B}[K") }
  }

  /// The columns that a line may take without wrapping.
  private static var width: Int { (Console.columns(of: STDERR_FILENO) ?? 80) - 1 }
}
