import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The gated cases of a report in lines, the worst first, each with its explanation below.
struct GateTable {
  /// The largest number of plain passes (``GateLine/isPlainPass``) that are listed; if there are
  /// more, only their number is shown.
  private static let mostPasses = 60

  private let lines: [GateLine]
  /// The number of plain passes that are not listed.
  private let hiddenPasses: Int
  private let metric: String?
  private let isVerbose: Bool
  /// The first case with each list of causes; later cases with the same two or more causes refer to
  /// the first case.
  private let firstWithCauses: [[String]: String]

  init(_ report: GateReport, isVerbose: Bool) {
    let all = GateLine.sorted(report).filter { $0.result.verdict != .notGated }
    let passes = all.count(where: \.isPlainPass)
    let hidesPasses = !isVerbose && passes > Self.mostPasses
    lines = hidesPasses ? all.filter { !$0.isPlainPass } : all
    hiddenPasses = hidesPasses ? passes : 0
    metric = report.evaluation.sharedMetric
    self.isVerbose = isVerbose
    firstWithCauses = Dictionary(
      lines.map { ($0.causes, $0.result.planned.id.description) }
    ) { first, _ in first }
  }

  var document: Document {
    guard !lines.isEmpty || hiddenPasses > 0 else { return [] }
    let what = "ratio: how much worse the candidate is" + (metric.map { " in \($0)" } ?? "")
    let rest = "\(Words.count(hiddenPasses, "case")) that are not listed"
    return [.text(StyledText(what + "; 1.10 is 10 % worse", .faint)), .table(table)]
      + (hiddenPasses > 0 ? [.text("\(rest)", label: "PASS  ")] : [])
  }

  private var table: Table {
    let columns: [TableDescription<GateLine>.Column] = [
      .shown("verdict") { .verdict($0.label, Self.tone($0)) },
      .name("case") { $0.result.planned.id.description },
      .text("ratio") { GateWords.ratio($0.result.shownRatio) },
      .text("metric") { $0.result.planned.metric }, .count("pairs") { $0.result.pairs },
    ]
    return TableDescription(columns).without(metric == nil ? [] : ["metric"])
      .table(lines, notes: .below(indent: 4), indent: 0, noted: shown)
  }

  private static func tone(_ line: GateLine) -> Tone {
    if line.failsBuild { return .alarm }
    return line.result.verdict == .inconclusive ? .caution : .plain
  }

  /// The lines below a case.
  ///
  /// Unless the table is verbose, only the expectation of the limits is below an undecided case,
  /// because its number of pairs tells most readers why it is undecided.
  private func shown(_ line: GateLine) -> [String] {
    if line.result.verdict == .inconclusive, !isVerbose { return line.expectation }
    guard line.causes.count > 1, let first = firstWithCauses[line.causes],
      first != line.result.planned.id.description
    else { return line.details }
    return line.details.dropLast(line.causes.count) + ["cause: as in \(first)"]
  }
}
