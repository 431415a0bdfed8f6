extension PlannedCase {
  /// The conditions under which a case is measured, in words that are equal if two cases are
  /// measured alike.
  ///
  /// Two figures whose conditions differ are not comparable. Only this list defines the conditions.
  package var conditions: [(what: String, words: String)] {
    [
      ("a trial ends", pace.words),
      ("a launch is summed up by", isPooled ? "all its trials" : Self.words(ofLevel: summaryLevel)),
      ("a launch is", sampling.words), ("it runs", placement.words),
      ("it uses", "\(width) CPU\(width == 1 ? "" : "s")"),
      ("its memory is touched first", memoryCPU.map { "on CPU \($0)" } ?? "on any CPU"),
    ]
  }

  /// The statistic that sums up a launch's trials, in words if the quantile has a name.
  package static func words(ofLevel level: Double) -> String {
    switch level {
    case 0: "its least trial"
    case 0.25: "its lower quartile"
    case 0.5: "its median"
    default: "its quantile \(FigureText.significant(level))"
    }
  }
}

extension Pace {
  fileprivate var words: String {
    switch self {
    case .operations: "after a count of operations"
    case .window: "when its time is up"
    case .once: "when its work is done"
    }
  }
}

extension Placement {
  fileprivate var words: String {
    let list = cpus.map(String.init).joined(separator: ",")
    return switch self {
    case .pinned: "with each thread bound to one of CPU \(list)"
    case .process: "with its process bound to CPU \(list)"
    case .unpinned: "bound to no CPU"
    }
  }
}

extension Sampling {
  fileprivate var words: String {
    let milliseconds = FigureText.significant(Double(trialNanoseconds) / 1e6)
    return "\(warmups) warm-up\(warmups == 1 ? "" : "s") and \(trials) trials of \(milliseconds) ms"
  }
}
