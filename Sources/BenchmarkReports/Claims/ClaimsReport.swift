package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel

/// The verdicts on claims, topic by topic, each with its evidence and its meaning.
package struct ClaimsReport {
  private let results: [ClaimResult]
  private let load: [String]

  /// Makes the report of a run's results, which are in the order of the claims' declaration.
  package init(_ results: [ClaimResult], of summary: RunSummary) {
    self.results = results
    load = ClaimWords.load(summary)
  }

  /// A heading for each topic and an entry for each tested claim; then the claims that were not
  /// tested, the load and the counts.
  package var document: Document {
    let tested = results.filter { !$0.wasCutOff }
    return .spaced(
      ClaimWords.byTopic(tested, topic: \.claim.topic).map(Self.section)
        + [untested, Document(load.map { .text("\($0)", label: "load: ") })])
      + [.space, .text("\(ClaimWords.counts(of: results))")]
  }

  /// The claims that the budget did not reach, in one entry because all have the same reason.
  private var untested: Document {
    let names = results.filter(\.wasCutOff).map(\.claim.id)
    guard !names.isEmpty else { return [] }
    return [
      .text(
        "NOT TESTED, because the budget was spent before their launches were made: \(names.count)"),
      .text("\(names.joined(separator: ", "))", label: "    "),
    ]
  }

  private static func section(_ topic: ClaimTopic, _ results: [ClaimResult]) -> Document {
    [.heading("\(ClaimWords.title(of: topic))"), .space] + .spaced(results.map(entry))
  }

  private static func entry(_ result: ClaimResult) -> Document {
    let indent: StyledText = "    "
    var entry: Document = [
      .text("\(result.claim.id)", label: verdict(result.verdict) + "  "),
      .text("\(result.claim.statement)", label: indent),
    ]
    if !result.reason.isEmpty { entry += [.text("\(result.reason).", label: indent)] }
    entry += Document(
      result.evidence.map { .text("\(ClaimWords.evidence($0))", label: indent + "- ") })
    if result.verdict != .cannotTell {
      let meaning = StyledText(ClaimWords.meaning(of: result), .faint)
      entry += [.text(meaning, label: indent + StyledText("→ ", .faint))]
    }
    return entry
  }

  private static func verdict(_ verdict: ClaimVerdict) -> StyledText {
    let tone: Tone =
      switch verdict {
      case .supported: .strong
      case .refuted: .alarm
      case .depends: .caution
      case .cannotTell: .faint
      }
    return StyledText(ClaimWords.verdict(verdict), tone)
  }
}

extension [Claim] {
  /// The list of the claims: a heading for each topic, a line for each claim.
  package var document: Document {
    let width = map(\.id.count).max() ?? 0
    return .spaced(
      ClaimWords.byTopic(self, topic: \.topic).map { topic, own in
        [.text(StyledText(ClaimWords.title(of: topic), .strong) + " (\(topic.rawValue))")]
          + Document(
            own.map { .text("\($0.statement)", label: "  \($0.id.padded(to: width))  ") })
      })
  }
}
