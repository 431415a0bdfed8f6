import BenchmarkAnalysis
import BenchmarkDocument

/// A gate in Markdown, for the summary of a step of GitHub Actions.
package struct GateMarkdown {
  /// The largest summary of one step, in bytes.
  package static let stepLimit = 1_048_576

  private let summary: GateSummary
  private let name: String
  private let limit: Int

  /// Makes the text of a summary, of at most `limit` bytes; `name` begins its heading.
  package init(
    _ summary: GateSummary, name: String = "syncbench gate", limit: Int = Self.stepLimit
  ) {
    self.summary = summary
    self.name = name
    self.limit = limit
  }

  /// The outcome, the cases that did not pass, the notes on all, and the other cases folded away.
  package func render() -> String {
    let passed = summary.findings.filter { $0.verdict == .pass && !$0.failsBuild }
    let left = summary.findings.filter { $0.verdict == .notGated }
    let others = summary.findings.filter {
      ($0.verdict != .pass && $0.verdict != .notGated) || $0.failsBuild
    }
    var text = LimitedText(limit: limit - Self.reserve)
    text.add(
      "## \(escaped(name)): \(summary.outcome.rawValue.uppercased())\n\n"
        + "\(escaped(summary.title)): \(escaped(summary.sentence)).\n")
    if !others.isEmpty {
      text.add(
        "\n" + Markdown.row(["verdict", "case", "change", "details"])
          + "| --- | --- | --- | --- |\n")
      for finding in others { text.add(row(finding, showsVerdict: true)) }
    }
    if !summary.notes.isEmpty { text.add("\n") }
    for note in summary.notes { text.add("- \(escaped(note))\n") }
    add(passed, "passed", to: &text)
    add(left, left.count == 1 ? "was NOT GATED" : "were NOT GATED", to: &text)
    return text.text + (text.left == 0 ? "" : "\n\(cut(text.left))\n")
  }

  /// The bytes for the line that tells of a cut, and for the end of the block around that line.
  private static let reserve = 256

  private func cut(_ left: Int) -> String {
    "**Cut**: \(Words.count(left, "line")) left out, because this text may hold \(limit) bytes."
  }

  /// Adds cases that need few words, folded away.
  private func add(_ folded: [GateFinding], _ what: String, to text: inout LimitedText) {
    guard !folded.isEmpty else { return }
    let opening =
      "\n<details>\n<summary>\(Words.count(folded.count, "case")) \(what)</summary>\n\n"
      + Markdown.row(["case", "change", "details"]) + "| --- | --- | --- |\n"
    // Without its end, a block would fold away whatever the job writes next.
    guard text.add(opening) else {
      text.skip(folded.count)
      return
    }
    for finding in folded { text.add(row(finding, showsVerdict: false)) }
    text.close("\n</details>\n")
  }

  private func row(_ finding: GateFinding, showsVerdict: Bool) -> String {
    Markdown.row(
      (showsVerdict ? [finding.label] : []) + [
        finding.name, finding.figures, finding.details.joined(separator: "; "),
      ])
  }

  private func escaped(_ text: String) -> String { Markdown.escaped(text) }
}

/// Text that grows up to a limit in bytes, and counts the parts beyond.
private struct LimitedText {
  private(set) var text = ""
  /// The parts that were left out.
  private(set) var left = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a part, unless one was left out before: a text with holes would mislead.
  @discardableResult
  mutating func add(_ part: String) -> Bool {
    guard left == 0, text.utf8.count + part.utf8.count <= limit else {
      left += 1
      return false
    }
    text += part
    return true
  }

  mutating func skip(_ parts: Int) { left += parts - 1 }

  /// Adds the end of a block, for which room was reserved.
  mutating func close(_ part: String) { text += part }
}
