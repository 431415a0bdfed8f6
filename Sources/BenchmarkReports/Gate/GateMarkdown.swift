import BenchmarkAnalysis
import BenchmarkDocument

extension GateSummary {
  /// The largest summary of one step of GitHub Actions, in bytes.
  package static let stepLimit = 1_048_576

  /// A gate in Markdown of at most `limit` bytes, for the summary of a step of GitHub Actions.
  ///
  /// The text has the outcome, then the cases that fail the build or have a verdict other than
  /// PASS and NOT GATED, then the notes. The remaining cases are folded away.
  package func markdown(limit: Int = Self.stepLimit) -> String {
    let passed = findings.filter { $0.verdict == .pass && !$0.failsBuild }
    let notGated = findings.filter { $0.verdict == .notGated }
    let others = findings.filter {
      ($0.verdict != .pass && $0.verdict != .notGated) || $0.failsBuild
    }
    var text = LimitedText(limit: limit - Self.reserve)
    text.add(
      "## \(escaped(Self.name)): \(outcome.word)\n\n"
        + "\(escaped(title)): \(escaped(sentence)).\n")
    if !others.isEmpty {
      text.add(
        "\n" + Markdown.row(["verdict", "case", "change", "details"])
          + "| --- | --- | --- | --- |\n")
      for finding in others { text.add(row(finding, showsVerdict: true)) }
    }
    if !notes.isEmpty { text.add("\n") }
    for note in notes { text.add("- \(escaped(note))\n") }
    add(passed, "passed", to: &text)
    add(notGated, notGated.count == 1 ? "was NOT GATED" : "were NOT GATED", to: &text)
    return text.text + (text.left == 0 ? "" : "\n\(cut(text.left, limit))\n")
  }

  /// The number of bytes reserved for the line on the parts left out and for the end of a folded
  /// block.
  private static let reserve = 256

  private func cut(_ left: Int, _ limit: Int) -> String {
    "**Cut**: \(Words.count(left, "line")) left out, because this text may have at most \(limit) bytes."
  }

  /// Adds cases in a folded block.
  private func add(_ folded: [GateFinding], _ what: String, to text: inout LimitedText) {
    guard !folded.isEmpty else { return }
    let opening =
      "\n<details>\n<summary>\(Words.count(folded.count, "case")) \(what)</summary>\n\n"
      + Markdown.row(["case", "change", "details"]) + "| --- | --- | --- |\n"
    // An opened block always gets its end: a block without an end would fold away all that the job
    // writes next.
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

/// Text that grows up to a limit in bytes, and counts the parts that do not fit.
private struct LimitedText {
  private(set) var text = ""
  /// The number of parts that were left out.
  private(set) var left = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a part if it fits and no earlier part was left out, because a text with gaps would
  /// mislead.
  @discardableResult
  mutating func add(_ part: String) -> Bool {
    guard left == 0, text.utf8.count + part.utf8.count <= limit else {
      left += 1
      return false
    }
    text += part
    return true
  }

  /// Counts the rows of a block whose opening did not fit: one fewer than the block has, because
  /// `add` has counted the opening.
  mutating func skip(_ rows: Int) { left += rows - 1 }

  /// Adds the end of a block, for which room was reserved.
  mutating func close(_ part: String) { text += part }
}
