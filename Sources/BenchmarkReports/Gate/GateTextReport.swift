public import BenchmarkAnalysis
import BenchmarkModel

/// A gate for a terminal: what was compared, a line a case, and what it came to.
public struct GateTextReport {
  private let report: GateReport
  private let remarks: GateRemarks
  private let toolName: String
  private let palette: Palette
  private let isVerbose: Bool

  /// Makes the report; `toolName` is how the reader calls the tool, and `isVerbose` lists every case
  /// that passed, however many there are.
  public init(_ report: GateReport, toolName: String, palette: Palette, isVerbose: Bool = false) {
    self.report = report
    remarks = GateRemarks(report)
    self.toolName = toolName
    self.palette = palette
    self.isVerbose = isVerbose
  }

  /// The executables, the table, what was not gated, and the outcome.
  public func render() -> String {
    let table = GateTable(report, palette: palette, isVerbose: isVerbose)
    return [heading, table.render(), footnotes, ending].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// A paragraph whose label is coloured after the lines were broken: colour would count as letters.
  private func paragraph(
    _ text: String, label: String, to width: Int = 11, _ colour: (String) -> String = { $0 }
  ) -> String {
    let lines = Paragraph.render(text, first: label.padded(to: width))
    return colour(label) + lines.dropFirst(label.count)
  }

  // MARK: What was compared

  private var heading: String {
    let plan = report.evaluation.plan
    let cases = GateWords.count(report.evaluation.cases.count, "case")
    var text = paragraph(
      "\(cases), seed \(plan.seed); a gate FAILs falsely in \(percent(plan.alpha)) at most, a case PASSes "
        + "falsely in \(percent(plan.beta)) at most", label: "gate",
      palette.heading)
    text += executables
    if let machine = report.machine { text += paragraph(machine, label: "machine") }
    for warning in report.warnings {
      text += paragraph(warning, label: "warning:", to: 9, palette.caution)
    }
    return text
  }

  private func percent(_ share: Double) -> String { "\(FigureText.significant(share * 100)) %" }

  private var executables: String {
    guard report.baseline != nil || report.candidate != nil else {
      return paragraph(
        remarks.title + "; the executables and the machine are not in it", label: "replay")
    }
    var text = ""
    for (label, executable) in [("baseline", report.baseline), ("candidate", report.candidate)] {
      text += paragraph(executable.map(GateRemarks.text) ?? "not known", label: label)
    }
    if remarks.isOneFile {
      text += paragraph("the same file on both sides", label: "")
    }
    return text
  }

  // MARK: Beside the table

  private var footnotes: String {
    var text = remarks.shams.map { sham in
      paragraph(sham.text, label: "sham", sham.isAlarm ? palette.alarm : { $0 })
    }.joined()
    for cases in remarks.outside {
      text += "\(cases.heading): \(cases.names.count)\n"
      for name in GateWords.list(cases.names) { text += paragraph(name, label: "", to: 2) }
    }
    if let repeated = remarks.repeated { text += paragraph(repeated, label: "repeated") }
    return text
  }

  // MARK: The outcome

  private var ending: String {
    let ending = GateEnding(report)
    let outcome = report.evaluation.outcome
    let took = report.elapsedNanoseconds.map { ", in \(GateWords.duration($0))" } ?? ""
    let label = outcome.rawValue.uppercased() + ":"
    var text = paragraph(ending.tally + took, label: "", to: 0)
    text += paragraph(ending.meaning, label: label, to: label.count + 1, colour(of: outcome))
    if let next = ending.next { text += paragraph(next, label: "next:", to: 6) }
    return text + pairs
  }

  private func colour(of outcome: GateOutcome) -> (String) -> String {
    switch outcome {
    case .pass: palette.heading
    case .fail, .invalid, .error: palette.alarm
    case .inconclusive: palette.caution
    }
  }

  private var pairs: String {
    guard let file = report.pairsFile else { return "" }
    let text = "pairs: \(Printable.text(file))\n"
    // Whoever replays has just given the command.
    guard report.end != nil else { return text }
    return text + "the same verdicts again: \(toolName) gate --replay \(Self.shellWord(file))\n"
  }

  /// A path as a shell reads it: quoted where it has to be.
  private static func shellWord(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      return scalar.isASCII && (isWord || "/._-+=,".unicodeScalars.contains(scalar))
    }
    if isPlain, !path.isEmpty, !path.hasPrefix("-") { return path }
    let parts = Printable.text(path).split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
