public import BenchmarkAnalysis
import BenchmarkModel

/// A counted gate for people: the lines that matter, then what was left out and why.
public struct CountGateReport: Sendable {
  private let gate: CountGate
  private let palette: Palette

  /// Makes the report.
  public init(_ gate: CountGate, palette: Palette) {
    self.gate = gate
    self.palette = palette
  }

  /// The text, over lines.
  public func render() -> String {
    let notes = gate.notes.map { Paragraph.render("note: " + $0, first: "") }
    let outside = [outside("added", gate.added), outside("removed", gate.removed)]
    return ([heading, table, unavailable] + outside + notes + [conclusion])
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var heading: String { palette.heading(CountGateText.title(gate)) + "\n" }

  private var table: String {
    let lines = gate.lines.filter { $0.verdict != .notAvailable }
      .sorted { CountGateText.order($0.verdict) < CountGateText.order($1.verdict) }
    var table = TableText([
      ("verdict", .left), ("case", .left), ("an operation", .left), ("baseline", .right),
      ("now", .right), ("change", .right),
    ])
    for line in lines {
      table.add([
        CountGateText.word(line.verdict), line.id.description,
        line.quantity?.rawValue ?? "", CountGateText.figure(line.baseline),
        CountGateText.figure(line.now), CountGateText.change(line),
      ])
    }
    return table.render(indent: "  ", notes: lines.map(\.reason))
  }

  /// The lines that were not compared, once a reason: it is mostly the same for all.
  private var unavailable: String {
    var byReason: [(reason: String, quantity: String, ids: [String])] = []
    for line in gate.lines(.notAvailable) {
      let quantity = line.quantity?.rawValue ?? ""
      if let place = byReason.firstIndex(where: {
        ($0.reason, $0.quantity) == (line.reason, quantity)
      }) {
        byReason[place].ids.append(line.id.description)
      } else {
        byReason.append((line.reason, quantity, [line.id.description]))
      }
    }
    return byReason.map { entry in
      Paragraph.render(
        "\(entry.quantity) of \(CountGateText.cases(entry.ids.count)) not compared: "
          + "\(entry.reason) (\(CountGateText.some(entry.ids)))", first: "")
    }.joined()
  }

  private func outside(_ word: String, _ ids: [CaseID]) -> String {
    guard !ids.isEmpty else { return "" }
    return Paragraph.render(
      "\(word), not gated: \(CountGateText.some(ids.map(\.description), most: 8))", first: "")
  }

  private var conclusion: String {
    let text = "\(CountGateText.outcome(gate)): \(CountGateText.tally(gate))"
    return switch gate.outcome {
    case .fail, .invalid: palette.alarm(text) + "\n"
    case .inconclusive, .error: palette.caution(text) + "\n"
    case .pass: text + "\n"
    }
  }
}

/// The words that all renderings of a counted gate share.
enum CountGateText {
  static func title(_ gate: CountGate) -> String {
    let executable = gate.now.executable.map { "'\(Printable.text($0))'" } ?? "this build"
    return "counts of \(executable) against \(Printable.text(gate.file)), "
      + "limit \(percent(gate.limits.share))"
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

  /// What has to be read first stands first.
  static func order(_ verdict: CountVerdict) -> Int {
    let order: [CountVerdict] = [.invalid, .fail, .improved, .pass, .notAvailable]
    return order.firstIndex(of: verdict) ?? order.count
  }

  static func outcome(_ gate: CountGate) -> String {
    switch gate.outcome {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .invalid: "INVALID"
    case .error: "ERROR"
    case .inconclusive: "INCONCLUSIVE, for nothing could be compared"
    }
  }

  static func tally(_ gate: CountGate) -> String {
    let counts = CountVerdict.allCases.compactMap { verdict -> String? in
      let count = gate.lines(verdict).count
      return count == 0 ? nil : "\(count) \(word(verdict))"
    }
    return counts.isEmpty ? "no case in common" : counts.joined(separator: ", ")
  }

  static func figure(_ value: Double?) -> String { FigureText.significant(value) }

  /// The growth in percent; from zero there is none.
  static func change(_ line: CountGateLine) -> String {
    guard let change = line.change else { return "" }
    if change == 0 { return "0 %" }
    return (change > 0 ? "+" : "-") + Figures.digits(abs(change) * 100) + " %"
  }

  static func percent(_ share: Double) -> String { "\(FigureText.significant(share * 100)) %" }

  static func cases(_ count: Int) -> String { count == 1 ? "1 case" : "\(count) cases" }

  /// The first names, and how many more there are.
  static func some(_ names: [String], most: Int = 3) -> String {
    let rest = names.count - most
    return names.prefix(most).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
