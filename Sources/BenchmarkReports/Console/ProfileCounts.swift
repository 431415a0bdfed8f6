import BenchmarkAnalysis
import BenchmarkStatistics

/// What happened in an operation: a line each, the rare together, the missing by reason.
struct ProfileCounts {
  /// What happens less often than this in an operation is named, not listed.
  static let rare = 0.0001

  private let profile: CaseProfile
  private let palette: Palette

  init(_ profile: CaseProfile, palette: Palette) {
    self.profile = profile
    self.palette = palette
  }

  func render() -> String {
    let counted = profile.counts.compactMap { count in
      count.figures.map { (name: Printable.text(count.quantity.name), figures: $0) }
    }
    let often = counted.filter { $0.figures.median >= Self.rare || most($0.figures) >= 0.01 }
    let rare = counted.filter { !($0.figures.median >= Self.rare || most($0.figures) >= 0.01) }
    var text = "\n" + palette.heading("in an operation") + "\n"
    for (name, figures) in often {
      text += "  " + name.padded(to: 22) + Self.rate(figures.median).paddedLeft(to: 12)
      text += remarks(figures).isEmpty ? "\n" : "  " + remarks(figures) + "\n"
    }
    if !rare.isEmpty {
      let names = rare.map { $0.name + ($0.figures.isUserModeOnly ? ":u" : "") }
      text += paragraph(names.joined(separator: ", "), first: "  none, or under 1 in 10,000: ")
    }
    return text + missing
  }

  private func most(_ figures: CountPerOperation.Figures) -> Double { figures.values.max() ?? 0 }

  private func remarks(_ figures: CountPerOperation.Figures) -> String {
    var words: [String] = []
    if let range = figures.range, range.low < range.high {
      words.append("\(Self.rate(range.low)) to \(Self.rate(range.high))")
    }
    if figures.isFloor { words.append("by " + figures.event) }
    if figures.isUserModeOnly { words.append("user mode only") }
    if let scaling = figures.scaling {
      words.append(ScalingText.words(scaling.countedShare, scaling.uncertainty))
    }
    return words.isEmpty ? "" : palette.faint("(" + words.joined(separator: "; ") + ")")
  }

  /// A rate as a figure, or, of what is rare, as one in so many.
  static func rate(_ value: Double) -> String {
    if value == 0 { return "0" }
    guard value > 0, value < 0.01 else { return Figures.digits(value) }
    return "1 in " + Figures.digits(1 / value)
  }

  /// What could not be counted, together by reason, in the order in which it would stand above.
  private var missing: String {
    var reasons: [String] = []
    var names: [String: [String]] = [:]
    for count in profile.counts {
      guard case .missing(let reason) = count.count else { continue }
      if names[reason] == nil { reasons.append(reason) }
      names[reason, default: []].append(count.quantity.name)
    }
    return reasons.map { reason in
      let list = (names[reason] ?? []).joined(separator: ", ")
      return paragraph("\(list): \(reason)", first: "  missing: ")
    }.joined()
  }

  private func paragraph(_ text: String, first: String) -> String {
    Paragraph.render(text, first: first, width: ProfileReport.width)
  }
}
