import BenchmarkAnalysis
import BenchmarkDocument

extension GateSummary {
  /// A gate as workflow commands of GitHub Actions, which GitHub shows as annotations of the run.
  ///
  /// Each line is an annotation: an error for each case that fails the build, a warning or an error
  /// for an outcome that no case explains, and a notice for each improved case.
  package var annotations: String {
    let failing = findings.filter(\.failsBuild)
    let improved = findings.filter { $0.verdict == .improved && !$0.failsBuild }
    return commands("error", failing, "fail the build") + whole
      + commands("notice", improved, "improved")
  }

  /// The largest number of annotations of one level that GitHub shows for a step.
  private static let mostShown = 10

  /// The commands of findings; if there are more than GitHub shows, the last command has the number
  /// of the remaining findings.
  private func commands(_ level: String, _ findings: [GateFinding], _ what: String) -> String {
    let fits = findings.count <= Self.mostShown
    let shown = fits ? findings.count : Self.mostShown - 1
    var text = findings.prefix(shown).map { finding in
      command(
        level, title: "\(finding.label) \(finding.name)", [finding.figures] + finding.details)
    }.joined()
    if !fits {
      text += command(
        level, title: "\(findings.count - shown) more",
        ["\(findings.count - shown) more cases \(what); all of them are in the job's summary"])
    }
    return text
  }

  /// The annotation of an outcome that no single case explains.
  private var whole: String {
    let level: String
    switch outcome {
    case .inconclusive, .partial: level = "warning"
    case .fail, .invalid, .error:
      guard !findings.contains(where: \.failsBuild) else { return "" }
      level = "error"
    case .pass: return ""
    }
    return command(
      level, title: outcome.word, [sentence] + notes)
  }

  private func command(_ level: String, title: String, _ lines: [String]) -> String {
    let title = Self.escaped(property: Printable.text("\(Self.name): \(title)"))
    let message = lines.map { Printable.text($0) }.joined(separator: "\n")
    return "::\(level) title=\(title)::\(Self.escaped(message: message))\n"
  }

  /// The message with escaped percent signs and line ends, because a line end would end the
  /// command.
  static func escaped(message: String) -> String {
    message.substituting(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// The property with commas and colons escaped too, because either would end the property.
  static func escaped(property: String) -> String {
    escaped(message: property).substituting([",": "%2C", ":": "%3A"])
  }
}
