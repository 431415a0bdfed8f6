import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The words of a comparison, for all of its formats.
enum ComparisonWords {
  /// The host, machine, date, tool and profile of a run.
  static func run(_ document: RunDocument) -> String {
    let parts = [
      document.host, document.environment.caption, ChartCaption.date(document.startNanoseconds),
      ChartCaption.tool(document), "profile \(document.plan.profile)",
    ]
    return parts.joined(separator: ", ")
  }

  static func values(of difference: RunDifference) -> String {
    let text =
      "A: \(difference.a ?? "not reported"); B: \(difference.b ?? "not reported")"
    guard let first = difference.cases.first else { return text }
    let others = difference.cases.count - 1
    return text + "; in \(first)" + (others == 0 ? "" : " and \(others) more")
  }

  static func text(of caution: RunCaution) -> String {
    let sides = caution.sides.map(\.rawValue).joined(separator: " and ")
    return "\(sides): \(caution.text)"
  }

  /// The number of compared cases, how many of them are worse, better, not told apart or without an
  /// interval, and the median ratio.
  static func counts(_ table: ComparisonTable) -> String {
    var parts = ["\(table.cases.count) compared"]
    for direction in [RatioDirection.worse, .better, .notToldApart, .noInterval] {
      let count = table.count(direction)
      if count > 0 { parts.append("\(count) \(word(direction, table.column))") }
    }
    var text = parts.joined(separator: ", ")
    if table.cases.count > 1 {
      text += "; the middle ratio is \(Quantity.fineTimes.text(table.middleRatio))"
    }
    return text
  }

  static func direction(of compared: ComparedCase) -> String {
    word(compared.direction, compared.column)
  }

  private static func word(_ direction: RatioDirection, _ column: MetricColumn) -> String {
    let parts = column.name.split(separator: "_")
    let isTime = parts.contains("ns") || parts.contains("ms") || column.name.hasSuffix("_per_s")
    return switch direction {
    case .worse: isTime ? "slower" : "worse"
    case .better: isTime ? "faster" : "better"
    case .notToldApart: "not told apart"
    case .noInterval: "no interval"
    }
  }

  /// The counts that differ between the runs, and, if the case is told apart, the runs' remarks on
  /// the case.
  static func notes(of compared: ComparedCase) -> [String] {
    var notes: [String] = []
    if !compared.likelyCauses.isEmpty {
      notes.append("likely cause: " + compared.likelyCauses.map(count).joined(separator: ", "))
    }
    if !compared.otherDifferences.isEmpty {
      notes.append("differs too: " + compared.otherDifferences.map(count).joined(separator: ", "))
    }
    guard compared.isToldApart else { return notes }
    let (a, b) = (compared.notesA, compared.notesB)
    return notes + a.filter(b.contains).map { "A and B: \($0)" }
      + a.filter { !b.contains($0) }.map { "A: \($0)" }
      + b.filter { !a.contains($0) }.map { "B: \($0)" }
  }

  private static func count(_ count: ComparedCount) -> String {
    "\(count.quantity) \(Quantity.number.text(count.a)) to \(Quantity.number.text(count.b)) per operation"
  }

  /// The doubts that the intervals leave, and the number of launches that an interval needs.
  static func limits(_ comparison: Comparison) -> [String] {
    let tested = comparison.tables.reduce(0) { $0 + $1.tested }
    var limits: [String] = []
    if tested > 0 {
      let chance = 0.05 * Double(tested)
      let here = chance < 1 ? "fewer than 1" : "about \(Int(chance.rounded()))"
      limits.append(
        "Advice, no verdict. An interval holds what varied within the runs, not what the machine did "
          + "between them. Chance alone tells one in twenty unchanged cases apart: of \(tested), that is "
          + "\(here).")
    }
    if comparison.tables.contains(where: { $0.count(.noInterval) > 0 }) {
      limits.append("A case needs five launches in each run for an interval.")
    }
    return limits
  }
}

/// The cases without a ratio: a line for each case, or one line for many cases with the same
/// reason, and one line with the number of negative controls.
struct ComparisonRest {
  struct Line {
    let label: String
    let text: String
    let isFault: Bool
  }

  let lines: [Line]

  /// The largest number of cases with the same reason that still have a line each.
  private static let mostLines = 3

  init(_ comparison: Comparison, listsAll: Bool) {
    var lines = comparison.uncompared.filter(\.isFault).map {
      Line(label: "not compared", text: "\($0.id): \($0.reason)", isFault: true)
    }
    lines += comparison.uncompared.filter { !$0.isFault }.grouped(by: \.reason).flatMap {
      Self.lines("not compared", $0.map(\.id), $0[0].reason)
    }
    if comparison.controls > 0 {
      lines.append(
        Line(
          label: "controls",
          text: "\(Words.count(comparison.controls, "negative control")), missed in neither run",
          isFault: false))
    }
    for (label, cases, reason) in [
      ("removed", comparison.removed, "only in A"), ("added", comparison.added, "only in B"),
    ] {
      lines += Self.lines(
        label, cases, reason, atMost: listsAll ? .max : Self.mostLines, rest: " (--all lists them)")
    }
    self.lines = lines
  }

  /// The cases that share a reason: a line for each case, or one line with the first case and the
  /// number of the other cases.
  private static func lines(
    _ label: String, _ cases: [CaseID], _ reason: String, atMost most: Int = mostLines,
    rest: String = ""
  ) -> [Line] {
    let texts =
      cases.count <= most
      ? cases.map { "\($0): \(reason)" }
      : ["\(cases[0]) and \(cases.count - 1) more: \(reason)\(rest)"]
    return texts.map { Line(label: label, text: $0, isFault: false) }
  }
}
