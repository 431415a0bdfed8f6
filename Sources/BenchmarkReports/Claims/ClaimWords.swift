import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The words for verdicts on claims and for their evidence.
enum ClaimWords {
  /// The elements of each topic, in the topics' order; a topic without elements is left out.
  static func byTopic<Element>(
    _ all: [Element], topic: (Element) -> ClaimTopic
  ) -> [(topic: ClaimTopic, own: [Element])] {
    ClaimTopic.allCases.map { one in (one, all.filter { topic($0) == one }) }
      .filter { !$0.own.isEmpty }
  }

  static func title(of topic: ClaimTopic) -> String {
    switch topic {
    case .costs: "Costs, uncontended"
    case .locks: "Locks and semaphores"
    case .queues: "Queues"
    case .barriers: "Barriers"
    case .loops: "concurrentPerform"
    case .pools: "Thread pools"
    case .qos: "Quality of service"
    case .items: "Work items, groups, timers"
    case .operations: "Operations"
    case .races: "Races and actors"
    }
  }

  static func verdict(_ verdict: ClaimVerdict) -> String {
    switch verdict {
    case .supported: "SUPPORTED"
    case .refuted: "REFUTED"
    case .depends: "DEPENDS"
    case .cannotTell: "CAN'T TELL HERE"
    }
  }

  /// The meaning that the claim declares for the verdict, or a fixed sentence for `cannotTell`.
  static func meaning(of result: ClaimResult) -> String {
    switch result.verdict {
    case .supported: result.claim.meaning.supported
    case .refuted: result.claim.meaning.refuted
    case .depends: result.claim.meaning.depends
    case .cannotTell: "Nothing follows from it."
    }
  }

  /// The number of claims, of tested claims by verdict, and of claims that were not tested.
  static func counts(of results: [ClaimResult]) -> String {
    let parts = ClaimVerdict.allCases.compactMap { verdict -> String? in
      let count = results.count { $0.verdict == verdict && !$0.wasCutOff }
      return count == 0 ? nil : "\(count) \(Self.verdict(verdict))"
    }
    let untested = results.count(where: \.wasCutOff)
    let all = parts + (untested == 0 ? [] : ["\(untested) NOT TESTED"])
    return "\(Words.count(results.count, "claim")): \(all.joined(separator: ", "))"
  }

  /// A line with the load average at the start and the share of time stolen while trials ran; a
  /// second line on disturbed launches if there are any.
  static func load(_ summary: RunSummary) -> [String] {
    let environment = summary.document.environment
    let cpus = Words.count(max(environment.topology.online.count, 1), "CPU")
    let average =
      environment.load.average.map { "the load average was \(Quantity.number.text($0.oneMinute))" }
      ?? "the load average was not reported"
    let stolen =
      summary.disturbed?.stolenShare.map {
        "\(Quantity.share.text($0)) of the CPUs' time was stolen while trials ran"
      }
      ?? "how much CPU time was stolen while trials ran is not known"
    return ["\(average) on \(cpus) at the start; \(stolen)"]
      + (summary.disturbed?.text.map { [$0] } ?? [])
  }

  /// The figure of a condition of a claim, and the band in which the claim expects the figure.
  static func evidence(_ evidence: ClaimEvidence) -> String {
    let condition = evidence.condition
    let asked = "asked: \(band(condition.band, of: condition.figure))"
    guard let estimate = evidence.estimate else {
      guard case .unknown(let reason) = evidence.finding else { return "\(condition.label): ?" }
      return "\(condition.label): not known, \(reason); \(asked)"
    }
    let seen = evidence.seen.isEmpty ? "" : " (\(evidence.seen))"
    return
      "\(condition.label): \(figure(estimate, of: condition.figure))\(seen); \(asked)\(mark(evidence.finding))"
  }

  private static func mark(_ finding: ClaimFinding) -> String {
    switch finding {
    case .inside: ""
    case .outside: " ✗"
    case .across: " ~"
    case .unknown(let reason): "; \(reason)"
    }
  }

  private static func figure(_ estimate: Estimate, of figure: ClaimFigure) -> String {
    let value = text(estimate.value, of: figure)
    guard let interval = estimate.interval else { return value }
    let (low, high) = (text(interval.low, of: figure), text(interval.high, of: figure))
    return low == high ? value : "\(value) [\(low) to \(high)]"
  }

  /// The band in which a claim expects a figure.
  static func band(_ band: ClaimBand, of figure: ClaimFigure) -> String {
    func text(_ value: Double) -> String {
      if case .ratio = figure { return FigureText.significant(value) + "×" }
      return Self.rounded(Self.text(value, of: figure))
    }
    switch (band.low, band.high) {
    case (nil, nil): return "anything"
    case (let low?, nil): return "at least \(text(low))"
    case (nil, let high?): return "at most \(text(high))"
    case (let low?, let high?):
      return low == high ? text(low) : "\(text(low)) to \(text(high))"
    }
  }

  private static func text(_ value: Double, of figure: ClaimFigure) -> String {
    switch figure {
    case .ratio: return Quantity.number.text(value) + "×"
    case .share: return percent(value)
    case .metric(_, let column):
      if column.hasSuffix("_share") { return percent(value) }
      if column == "follows_guides", value == 0 || value == 1 { return value == 1 ? "yes" : "no" }
      return Quantity(MetricColumn(column, .neutral, .elapsedPerOperation)).text(value)
    }
  }

  /// A bound without trailing zeros, which would suggest the precision of a measured figure.
  private static func rounded(_ text: String) -> String {
    let number = text.prefix { $0.isNumber || $0 == "." || $0 == "-" }
    return String(number).withoutTrailingZeros + text.dropFirst(number.count)
  }

  private static func percent(_ share: Double) -> String {
    // A claim's figure or bound may lie outside 0 to 1, and is then no share.
    guard (0...1).contains(share) else { return Quantity.number.text(share) }
    return FigureText.significant((share * 1000).rounded() / 10) + " %"
  }
}
