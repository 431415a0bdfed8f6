import BenchmarkRunner

/// A gate's progress; drawn between pairs only.
final class GateProgressLine: GateObserver {
  private let drawing: ProgressDrawing

  init(isQuiet: Bool) { drawing = ProgressDrawing(isQuiet: isQuiet) }

  func progressed(_ progress: GateProgress) {
    drawing.draw(Self.text(progress), tenth: Self.tenth(progress))
  }

  /// Takes the line away again.
  func clear() { drawing.clear() }

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
