package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel

extension CountGate {
  /// A gate of counts for people: the title, a line for each compared count and each failed case,
  /// the counts that could not be compared, the cases that only one side has, notes, the outcome.
  package var document: Document {
    let outside = [("added", added), ("removed", removed)].map { word, ids -> Document in
      let names = Words.some(ids.map(\.description), atMost: 8)
      return ids.isEmpty ? [] : [.text("\(word), not gated: \(names)")]
    }
    let notes = notes.map { note -> Document in [.text("note: \(note)")] }
    return .spaced(
      [[.heading("\(CountGateText.title(self))")], table, unavailable] + outside + notes
        + [conclusion])
  }

  private var table: Document {
    let lines = lines.filter { $0.verdict != .notAvailable }
      .sorted { CountGateText.order($0.verdict) < CountGateText.order($1.verdict) }
    guard !lines.isEmpty else { return [] }
    return [
      .table(
        TableDescription.countLine.table(lines, notes: .behind) {
          $0.reason.isEmpty ? [] : [$0.reason]
        })
    ]
  }

  /// The counts that could not be compared, with a line for each quantity and reason.
  private var unavailable: Document {
    Document(
      lines(.notAvailable).grouped { [$0.reason, $0.quantity?.rawValue ?? ""] }.map { own in
        let quantity = own[0].quantity?.rawValue ?? ""
        let names = Words.some(own.map(\.id.description), atMost: 3)
        return .text(
          "\(quantity) of \(Words.count(own.count, "case")) not compared: \(own[0].reason) (\(names))"
        )
      })
  }

  private var conclusion: Document {
    let why = outcome == .inconclusive ? ", because not every quantity could be compared" : ""
    let text = "\(outcome.word)\(why): \(CountGateText.tally(self))"
    return [.text(StyledText(text, outcome == .pass ? .plain : outcome.tone))]
  }
}

/// The words of a gate of counts, for people and for CI systems.
enum CountGateText {
  static func title(_ gate: CountGate) -> String {
    let executable = gate.now.executable.map { "'\(Printable.text($0))'" } ?? "this build"
    return "counts of \(executable) against \(Printable.text(gate.file)), "
      + "limit \(Quantity.exactShare.text(gate.limits.share))"
  }

  static func word(_ verdict: CountVerdict) -> String {
    switch verdict {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .improved: "IMPROVED"
    case .notAvailable: "not compared"
    case .invalid: "INVALID"
    }
  }

  /// The rank of a verdict in the table, the gravest first.
  static func order(_ verdict: CountVerdict) -> Int {
    let order: [CountVerdict] = [.invalid, .fail, .improved, .pass, .notAvailable]
    return order.firstIndex(of: verdict) ?? order.count
  }

  static func tally(_ gate: CountGate) -> String {
    let counts = CountVerdict.allCases.compactMap { verdict -> String? in
      let count = gate.lines(verdict).count
      return count == 0 ? nil : "\(count) \(word(verdict))"
    }
    guard !counts.isEmpty else { return "no case in common" }
    let cases = Words.count(Set(gate.lines.map(\.id)).count, "case")
    return
      "\(Words.count(gate.lines.count, "count")) of \(cases): \(counts.joined(separator: ", "))"
  }

  static func figure(_ value: Double?) -> String { FigureText.significant(value) }

  /// The change in percent; empty if the baseline is 0 or a count is missing.
  static func change(_ line: CountGateLine) -> String {
    guard let change = line.change else { return "" }
    if change == 0 { return "0 %" }
    return (change > 0 ? "+" : "-") + Quantity.number.text(abs(change) * 100) + " %"
  }
}
