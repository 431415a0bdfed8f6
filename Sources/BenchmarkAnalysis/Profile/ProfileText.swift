import BenchmarkModel

/// Figures inside sentences, to three digits; reports format the figures outside sentences.
enum ProfileText {
  static func digits(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "?" }
    var scale = 1.0
    while value.magnitude * scale < 100, scale < 1e12 { scale *= 10 }
    return FigureText.significant((value * scale).rounded() / scale)
  }

  static func percent(_ share: Double) -> String { digits((share * 100).rounded()) + " %" }

  static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds.magnitude {
    case ..<1000: digits(nanoseconds) + " ns"
    case ..<1e6: digits(nanoseconds / 1000) + " µs"
    default: digits(nanoseconds / 1e6) + " ms"
    }
  }
}
