import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The words for a gate's figures, for all of its formats.
enum GateWords {
  /// The first `most` texts, and the number of the other texts.
  static func list(_ texts: [String], atMost most: Int = 20) -> [String] {
    let rest = texts.count - most
    return Array(texts.prefix(most)) + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// A time below a minute as one figure with its unit, a time below an hour in minutes and
  /// seconds, and a longer time in hours, minutes and seconds.
  static func duration(_ nanoseconds: UInt64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    if seconds < 60 { return Quantity.duration.text(Double(nanoseconds)) }
    let rest = "\(seconds / 60 % 60) min \(seconds % 60) s"
    return seconds < 3600 ? rest : "\(seconds / 3600) h \(rest)"
  }
}

// MARK: Ratios

extension GateWords {
  /// A ratio and its interval, such as `1.12 (1.09 to 1.15)`; empty without a ratio.
  static func ratio(_ ratio: Estimate?) -> String { ratio.map(Quantity.times.text) ?? "" }

  /// The change from the baseline to the candidate, such as `12 % slower (9 to 15 %)`.
  static func change(_ ratio: Estimate, metric: String) -> String {
    let words = ChangeWords(metric: metric)
    return words.text(ratio.value) + (ratio.interval.map { words.range($0, of: ratio.value) } ?? "")
  }

  /// The change and the number of pairs, and the metric if the cases have several metrics.
  static func figures(_ result: GateCaseResult, showsMetric: Bool) -> String {
    let metric = showsMetric ? ", \(result.planned.metric)" : ""
    let pairs = (result.pairs == 0 ? "no pairs" : Words.count(result.pairs, "pair")) + metric
    guard let ratio = result.shownRatio else { return pairs }
    return change(ratio, metric: result.planned.metric) + ", " + pairs
  }
}

/// The words for a change of a metric: a ratio above 1 is worse for every metric, and slower if the
/// metric is a time.
private struct ChangeWords {
  private let worse: String
  private let better: String

  /// Makes the words; a rate is called worse, not slower, because "10 % slower" could also mean 10
  /// % more time.
  init(metric: String) {
    let parts = metric.split(separator: "_")
    let isTime =
      !Set(parts).isDisjoint(with: ["ns", "us", "ms", "s"]) && !metric.contains("_per_s")
    (worse, better) = isTime ? ("slower", "faster") : ("worse", "better")
  }

  func text(_ ratio: Double) -> String {
    percent(ratio) == "0" ? "unchanged" : "\(percent(ratio)) % \(word(ratio))"
  }

  func range(_ interval: Interval, of ratio: Double) -> String {
    let isWorse = ratio >= 1
    let ends = isWorse ? [interval.low, interval.high] : [interval.high, interval.low]
    if percent(ratio) != "0", ends.allSatisfy({ percent($0) == "0" || ($0 >= 1) == isWorse }) {
      return " (\(percent(ends[0])) to \(percent(ends[1])) %)"
    }
    return " (\(end(interval.low)) to \(end(interval.high)))"
  }

  private func end(_ ratio: Double) -> String {
    percent(ratio) == "0" ? "0 %" : text(ratio)
  }

  private func word(_ ratio: Double) -> String { ratio > 1 ? worse : better }

  private func percent(_ ratio: Double) -> String { GateWords.percent((ratio - 1).magnitude) }
}

extension GateWords {
  /// A share in percent, with one decimal below 10 %.
  fileprivate static func percent(_ share: Double) -> String {
    let percent = share * 100
    guard percent.isFinite, percent < 1e12 else { return "\(percent)" }
    if percent >= 9.95 { return String(Int64(percent.rounded())) }
    return FigureText.significant((percent * 10).rounded() / 10)
  }
}

// MARK: Causes

extension GateWords {
  /// The counts that explain the verdict FAIL or IMPROVED, in one line; empty for other verdicts,
  /// and if no cause was sought.
  ///
  /// If no count explains FAIL, the line says so, and a line for each quantity that could not be
  /// counted follows.
  static func cause(_ cause: GateCause?, of verdict: GateVerdict) -> [String] {
    guard let cause else { return [] }
    switch verdict {
    case .fail: return slower(cause)
    case .improved: return faster(cause)
    case .pass, .inconclusive, .invalid, .error, .notGated: return []
    }
  }

  /// The layout of the code as a possible cause, if other layouts changed the case's cost at least
  /// as much as the candidate does and no count is higher in the candidate.
  static func layout(_ result: GateCaseResult, _ cause: GateCause?) -> [String] {
    guard let factor = result.layoutFactor(), cause?.likely.isEmpty ?? true else { return [] }
    return [layout(factor)]
  }

  /// The sentence on the layout of the code, with the factor by which other layouts changed the
  /// case's cost.
  static func layout(_ factor: Double) -> String {
    "possible cause: layout (other link orders of the same code changed this case's cost by \(percent(factor - 1)) %)"
  }

  private static func slower(_ cause: GateCause) -> [String] {
    guard !cause.counts.isEmpty else {
      return cause.gaps.isEmpty
        ? ["cause not known: nothing was counted"]
        : ["cause not known, because counts were not possible"] + gaps(cause)
    }
    let differing = cause.counts.filter(\.differs)
    let other = differing.isEmpty ? "" : "the candidate has " + counts(differing)
    let agreeing = cause.agreeing.map { name($0.quantity) }.joined(separator: ", ")
    switch cause.finding {
    case .likely: return ["likely cause: " + counts(cause.likely)]
    case .sameWork where differing.isEmpty:
      return [
        "no count differs (\(agreeing)): the same work takes longer (code layout, cache, frequency, or "
          + "waiting)"
      ] + gaps(cause)
    case .sameWork: return ["no count explains it; \(other)"] + gaps(cause)
    case .unknown:
      let rest = differing.isEmpty ? "what was counted agrees (\(agreeing))" : other
      return ["cause not known, because instructions were not counted; \(rest)"] + gaps(cause)
    }
  }

  /// The counts of another case of the same primitive, if the case's own counts don't tell the
  /// cause.
  static func sibling(_ sibling: SiblingCause?) -> [String] {
    sibling.map { ["likely cause, as counted in \($0.id): " + counts($0.likely)] } ?? []
  }

  private static func faster(_ cause: GateCause) -> [String] {
    let fewer = cause.counts.filter { $0.differs && $0.b < $0.a }
    return fewer.isEmpty ? [] : ["likely cause: " + counts(fewer)]
  }

  private static func gaps(_ cause: GateCause) -> [String] {
    cause.gaps.map { "not counted: " + $0 }
  }

  private static func counts(_ counts: [ComparedCount]) -> String {
    counts.map(count).joined(separator: "; ")
  }

  /// A count that differs, such as `0.13 more futex waits per operation (0.02 → 0.15)`.
  static func count(_ count: ComparedCount) -> String {
    let direction = count.b > count.a ? "more" : "fewer"
    let name = name(count.quantity)
    let sides = "(\(values(count))\(count.event.hasSuffix(":u") ? ", user mode only" : ""))"
    // An operation has many instructions, so the change in percent tells more than the difference.
    if count.quantity == CountedQuantity.instructions.name, count.a > 0 {
      let share = percent((count.b / count.a - 1).magnitude)
      return "\(share) % \(direction) \(name) \(sides)"
    }
    let difference = amount((count.b - count.a).magnitude)
    let noun = difference == "1" && name.hasSuffix("s") ? String(name.dropLast()) : name
    return "\(difference) \(direction) \(noun) per operation \(sides)"
  }

  private static func values(_ count: ComparedCount) -> String {
    let (a, b) = (Quantity.number.text(count.a), Quantity.number.text(count.b))
    // Two figures that differ must not look the same.
    return a == b
      ? "\(FigureText.significant(count.a)) → \(FigureText.significant(count.b))" : "\(a) → \(b)"
  }

  private static func name(_ quantity: String) -> String {
    let words = quantity.split(separator: "-").map { word in
      ["pi": "PI", "cpu": "CPU"][word] ?? String(word)
    }
    return words.joined(separator: " ")
  }

  /// Three digits without trailing zeros; a number below 0.1 has four decimals at most.
  private static func amount(_ value: Double) -> String {
    if value < 0.1 { return FigureText.significant((value * 10_000).rounded() / 10_000) }
    return Quantity.number.text(value).withoutTrailingZeros
  }
}
