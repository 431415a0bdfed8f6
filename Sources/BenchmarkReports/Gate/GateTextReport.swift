package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel

/// A gate for people: the executables, a line for each case, and the outcome.
package struct GateTextReport {
  private let report: GateReport
  private let remarks: GateRemarks
  private let toolName: String
  private let isVerbose: Bool

  /// Makes the report; `toolName` is the tool's name in commands, and `isVerbose` lists every case,
  /// however many there are, and explains undecided cases too.
  package init(_ report: GateReport, toolName: String, isVerbose: Bool = false) {
    self.report = report
    remarks = GateRemarks(report: report)
    self.toolName = toolName
    self.isVerbose = isVerbose
  }

  /// The executables, the table, the cases that were not gated, and the outcome.
  package var document: Document {
    .spaced([
      heading, GateTable(report, isVerbose: isVerbose).document, footnotes, ending,
    ])
  }

  private static func line(
    _ text: String, label: String, _ tone: Tone = .plain, to width: Int = 11
  ) -> Block {
    .text("\(text)", label: StyledText(label, tone).padded(to: width))
  }

  // MARK: Executables

  private var heading: Document {
    let plan = report.evaluation.plan
    let cases = Words.count(report.evaluation.cases.count, "case")
    let errors =
      "at most \(Quantity.exactShare.text(plan.alpha)) of gates FAIL falsely, "
      + "at most \(Quantity.exactShare.text(plan.beta)) of cases PASS falsely"
    var lines = [Self.line("\(cases), seed \(plan.seed); \(errors)", label: "gate", .strong)]
    lines += executables
    lines += report.machine.map { [Self.line($0, label: "machine")] } ?? []
    lines += report.warnings.map { Self.line($0, label: "warning:", .caution, to: 9) }
    return Document(lines)
  }

  private var executables: [Block] {
    guard let sides = report.sides else {
      let text = remarks.title + "; the executables and the machine are not recorded"
      return [Self.line(text, label: "replay")]
    }
    return [("baseline", sides.baseline), ("candidate", sides.candidate)].map {
      Self.line(GateRemarks.text(of: $0.1), label: $0.0)
    } + (sides.isOneFile ? [Self.line("the same file on both sides", label: "")] : [])
  }

  // MARK: Beside the table

  private var footnotes: Document {
    var lines = remarks.shams.map { sham in
      Self.line(sham.text, label: "sham", sham.isAlarm ? .alarm : .plain)
    }
    for cases in [remarks.notGated].compactMap(\.self) + remarks.outside {
      lines.append(.text("\(cases.heading): \(cases.names.count)"))
      lines += GateWords.list(cases.names, atMost: isVerbose ? .max : 20)
        .map { Self.line($0, label: "", to: 2) }
    }
    lines += remarks.repeated.map { [Self.line($0, label: "repeated")] } ?? []
    lines += remarks.places.map { [Self.line($0, label: "places")] } ?? []
    return Document(lines)
  }

  // MARK: The outcome

  private var ending: Document {
    let ending = GateEnding(report)
    let outcome = report.evaluation.outcome
    let took = report.elapsedNanoseconds.map { ", in \(GateWords.duration($0))" } ?? ""
    let label = outcome.word + ":"
    let lines = [
      Self.line(ending.tally + took, label: "", to: 0),
      Self.line(ending.sentence, label: label, outcome.tone, to: label.count + 1),
    ]
    let next = ending.next.map { [Self.line($0, label: "next:", to: 6)] } ?? []
    return Document(lines + next + pairs)
  }

  private var pairs: [Block] {
    guard let folder = report.folder else { return [] }
    let word = Self.shellWord(folder)
    let lines: [Block] = [
      .line("raw rows: \(folder)"), .line("the same verdicts again: \(toolName) show \(word)"),
    ]
    guard let end = report.end, end != .complete else { return lines }
    let command = "\(toolName) gate --resume \(word) --baseline EXECUTABLE"
    return lines + [.line("the pairs that are left: \(command)")]
  }

  /// A path as one word of a shell, in quotes if necessary.
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

extension GateOutcome {
  var tone: Tone {
    switch self {
    case .pass: .strong
    case .fail, .invalid, .error: .alarm
    case .inconclusive, .partial: .caution
    }
  }
}
