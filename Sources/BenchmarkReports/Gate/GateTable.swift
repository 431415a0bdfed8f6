import BenchmarkAnalysis
import BenchmarkModel

/// The gated cases of a report in lines, the worst first, each with what explains it below.
struct GateTable {
  /// As many cases that passed are still listed.
  private static let mostPasses = 60

  private let lines: [GateLine]
  private let passes: Int
  private let metric: String?
  private let palette: Palette
  private let isVerbose: Bool

  init(_ report: GateReport, palette: Palette, isVerbose: Bool) {
    let all = GateLine.sorted(report)
    let passes = all.count(where: \.isPlainPass)
    let hidesPasses = !isVerbose && passes > Self.mostPasses
    lines = hidesPasses ? all.filter { !$0.isPlainPass } : all
    self.passes = hidesPasses ? passes : 0
    metric = report.evaluation.sharedMetric
    self.palette = palette
    self.isVerbose = isVerbose
  }

  func render() -> String {
    let what = "ratio: how much worse the candidate is" + (metric.map { " in \($0)" } ?? "")
    var text = palette.faint(what + "; 1.10 is 10 % worse") + "\n" + rows
    if passes > 0 { text += "PASS  \(GateWords.count(passes, "case")) that are not listed\n" }
    return text
  }

  private var rows: String {
    let names = lines.map { Self.broken($0.result.planned.id.description, width: nameWidth) }
    var table = TableText(
      [("verdict", .left), ("case", .left), ("ratio", .left)]
        + (metric == nil ? [("metric", .left)] : []) + [("pairs", .right)])
    for (line, name) in zip(lines, names) { table.add(cells(line, name: name[0])) }
    let rendered = table.render(indent: "").split(separator: "\n").map(String.init)
    guard let heading = rendered.first else { return "" }
    let indent = String(repeating: " ", count: labelWidth + 1)
    var text = heading + "\n"
    for (index, line) in lines.enumerated() {
      text += coloured(rendered[index + 1], line) + "\n"
      text += names[index].dropFirst().map { "\(indent)\($0)\n" }.joined()
      for detail in shown(line) {
        text += Paragraph.render(detail, first: "    ")
      }
    }
    return text
  }

  private func cells(_ line: GateLine, name: String) -> [String] {
    [line.label, name, GateWords.ratio(line.result.shownRatio)]
      + (metric == nil ? [line.result.planned.metric] : []) + [
        String(line.result.pairs)
      ]
  }

  /// What stands below a case: of one that is undecided, the pairs tell most readers why.
  private func shown(_ line: GateLine) -> [String] {
    line.result.verdict == .inconclusive && !isVerbose ? line.expectation : line.details
  }

  private func coloured(_ text: String, _ line: GateLine) -> String {
    let rest = text.dropFirst(line.label.count)
    if line.failsBuild { return palette.alarm(line.label) + rest }
    return line.result.verdict == .inconclusive ? palette.caution(line.label) + rest : text
  }

  // MARK: Widths

  private var labelWidth: Int { (lines.map(\.label.count) + ["verdict".count]).max() ?? 0 }

  /// What the other columns leave of a line, and never less than a short name.
  private var nameWidth: Int {
    let ratios = lines.map { GateWords.ratio($0.result.shownRatio).count } + ["ratio".count]
    let metrics = metric == nil ? lines.map(\.result.planned.metric.count) + ["metric".count] : []
    let others =
      [labelWidth, ratios.max() ?? 0, "pairs".count] + (metrics.max().map { [$0] } ?? [])
    return max(30, Paragraph.width - others.reduce(0) { $0 + $1 + 1 })
  }

  /// A name in lines of at most that width, broken between its parts.
  private static func broken(_ name: String, width: Int) -> [String] {
    var lines = [""]
    for (place, part) in name.split(separator: "/").enumerated() {
      let word = (place == 0 ? "" : "/") + part
      if lines[lines.count - 1].count + word.count > width, place > 0 { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines
  }
}
