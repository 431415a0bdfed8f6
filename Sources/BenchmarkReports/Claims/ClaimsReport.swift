public import BenchmarkAnalysis

/// The verdicts on claims as text for a terminal.
public struct ClaimsReport {
  private let results: [ClaimResult]
  private let palette: Palette

  /// Makes a report of results in the order in which they are to be shown.
  public init(_ results: [ClaimResult], palette: Palette) {
    self.results = results
    self.palette = palette
  }

  /// The text: topic by topic, then how many had each verdict.
  public func render() -> String {
    let topics = ClaimTopic.allCases.compactMap { topic -> String? in
      let own = results.filter { $0.claim.topic == topic }
      guard !own.isEmpty else { return nil }
      return palette.heading(ClaimWords.title(of: topic)) + "\n\n"
        + own.map(text).joined(separator: "\n")
    }
    return topics.joined(separator: "\n") + "\n" + ClaimWords.counts(of: results) + "\n"
  }

  private func text(of result: ClaimResult) -> String {
    let indent = "    "
    var text =
      "\(coloured(result.verdict))  \(result.claim.id)\n"
      + Paragraph.render(result.claim.statement, first: indent)
    if !result.reason.isEmpty { text += Paragraph.render(result.reason + ".", first: indent) }
    for evidence in result.evidence {
      text += Paragraph.render(ClaimWords.evidence(evidence), first: indent + "- ")
    }
    if result.verdict != .cannotTell {
      let meaning = Paragraph.render(ClaimWords.meaning(of: result), first: indent + "→ ")
      text += meaning.split(separator: "\n").map { palette.faint(String($0)) + "\n" }.joined()
    }
    return text
  }

  private func coloured(_ verdict: ClaimVerdict) -> String {
    let word = ClaimWords.verdict(verdict)
    switch verdict {
    case .supported: return palette.heading(word)
    case .refuted: return palette.alarm(word)
    case .depends: return palette.caution(word)
    case .cannotTell: return palette.faint(word)
    }
  }
}

/// The claims themselves as text for a terminal, untested.
public struct ClaimListReport {
  private let claims: [Claim]
  private let palette: Palette

  /// Makes a report of claims in the order in which they are to be shown.
  public init(_ claims: [Claim], palette: Palette) {
    self.claims = claims
    self.palette = palette
  }

  /// The text: topic by topic, a claim a paragraph.
  public func render() -> String {
    let width = claims.map(\.id.count).max() ?? 0
    let topics = ClaimTopic.allCases.compactMap { topic -> String? in
      let own = claims.filter { $0.topic == topic }
      guard !own.isEmpty else { return nil }
      return palette.heading(ClaimWords.title(of: topic)) + " (\(topic.rawValue))\n"
        + own.map { claim in
          let id = claim.id.padding(to: width)
          return Paragraph.render(claim.statement, first: "  \(id)  ")
        }.joined()
    }
    return topics.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
