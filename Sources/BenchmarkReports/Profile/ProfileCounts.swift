import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The counts per operation, then the names of rare events, then the quantities that could not be
/// counted.
struct ProfileCounts {
  /// The median count per operation below which a quantity is listed by its name alone, unless one
  /// launch had 0.01 or more.
  static let rare = 0.0001

  let profile: CaseProfile

  var document: Document {
    let counted = profile.counts.compactMap { count in
      count.figures.map { (name: count.quantity.name, figures: $0) }
    }
    let often = counted.filter { Self.isOften($0.figures) }
    let rare = counted.filter { !Self.isOften($0.figures) }
    var part: Document = [.heading("in an operation")]
    part += Document(often.map { Self.line($0.name, $0.figures) })
    if !rare.isEmpty {
      let names = rare.map { $0.name + ($0.figures.isUserModeOnly ? ":u" : "") }
      part += [
        ProfileReport.text(
          "\(names.joined(separator: ", "))", label: "  none, or under 1 in 10,000: ")
      ]
    }
    return part + missing
  }

  private static func isOften(_ figures: CountPerOperation.Figures) -> Bool {
    figures.median >= rare || (figures.values.max() ?? 0) >= 0.01
  }

  private static func line(_ name: String, _ figures: CountPerOperation.Figures) -> Block {
    let rate = rate(figures.median)
    return ProfileReport.text(
      StyledText(remarks(figures), .faint),
      label:
        "  \(name.padded(to: 22))\(rate.paddedLeft(to: 12))\(remarks(figures).isEmpty ? "" : "  ")")
  }

  private static func remarks(_ figures: CountPerOperation.Figures) -> String {
    var words: [String] = []
    if let range = figures.range, range.low < range.high {
      words.append("\(rate(range.low)) to \(rate(range.high))")
    }
    if figures.isWithoutPerf { words.append("by " + figures.event) }
    if figures.isUserModeOnly { words.append("user mode only") }
    if let scaling = figures.scaling {
      words.append(ScalingText.words(scaling.countedShare, scaling.uncertainty))
    }
    return words.isEmpty ? "" : "(" + words.joined(separator: "; ") + ")"
  }

  /// The rate of an event per operation; a rate below 0.01 is given as one in a number of
  /// operations.
  static func rate(_ value: Double) -> String {
    if value == 0 { return "0" }
    guard value > 0, value < 0.01 else { return Quantity.number.text(value) }
    return "1 in " + Quantity.number.text(1 / value)
  }

  /// The quantities that could not be counted, grouped by reason.
  private var missing: Document {
    let missing = profile.counts.compactMap { count -> (name: String, reason: String)? in
      guard case .missing(let reason) = count.count else { return nil }
      return (count.quantity.name, reason)
    }
    return Document(
      missing.grouped(by: \.reason).map { own in
        let names = own.map(\.name).joined(separator: ", ")
        return ProfileReport.text("\(names): \(own[0].reason)", label: "  missing: ")
      })
  }
}
