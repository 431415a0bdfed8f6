import BenchmarkRunner
import Synchronization

/// A run's progress; drawn between launches only.
final class ProgressLine: RunObserver {
  private let drawing: ProgressDrawing
  /// The largest percentage shown: launches that are added do not lower the progress.
  private let most = Mutex(0)

  init(isQuiet: Bool) { drawing = ProgressDrawing(isQuiet: isQuiet) }

  func progressed(_ progress: RunProgress) {
    let percent = most.withLock { most in
      most = max(most, Self.percent(progress))
      return most
    }
    drawing.draw(Self.text(progress, percent: percent), tenth: percent / 10)
  }

  func cut(into files: [String]) {
    drawing.clear()
    Console.note(
      "rows of incomplete launches are kept in \(files.joined(separator: ", "))")
  }

  /// Erases the line.
  func clear() { drawing.clear() }

  /// The passed share of the expected time, in percent; not the share of launches, because launches
  /// are added during a run.
  static func percent(_ progress: RunProgress) -> Int {
    let all = Double(progress.elapsedNanoseconds) + Double(progress.remainingNanoseconds)
    return Int(Double(progress.elapsedNanoseconds) * 100 / max(1, all))
  }

  static func text(_ progress: RunProgress, percent: Int) -> String {
    if let decided = progress.decided {
      return "\(decided.settled) decided, \(decided.open) undecided, "
        + "\(clock(progress.remainingNanoseconds)) left at most"
        + (progress.currentCase.map { "  \($0)" } ?? "")
    }
    let left = clock(progress.remainingNanoseconds)
    let failures = progress.failures > 0 ? ", \(progress.failures) failed" : ""
    return "\(percent) %, \(left) left, \(progress.done) steps done\(failures)"
      + (progress.currentCase.map { "  \($0)" } ?? "")
  }

  /// A duration in units that suit its length, such as `2 min 5 s`.
  static func clock(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    let (minutes, hours) = (seconds / 60, seconds / 3600)
    if hours >= 48 { return "\(hours / 24) d \(hours % 24) h" }
    if hours >= 2 { return "\(hours) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}
