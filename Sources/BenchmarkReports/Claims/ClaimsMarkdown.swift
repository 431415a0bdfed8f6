package import BenchmarkAnalysis
import BenchmarkDocument
package import BenchmarkModel

/// The verdicts on claims as a page of Markdown, with the machine on which the verdicts hold.
package struct ClaimsMarkdown {
  private let results: [ClaimResult]
  private let document: RunDocument

  /// Makes a page from the run's document and from the results, which are in the order of the page.
  package init(_ results: [ClaimResult], _ document: RunDocument) {
    self.results = results
    self.document = document
  }

  /// The page.
  package func render() -> String {
    let topics = ClaimWords.byTopic(results, topic: \.claim.topic).map(section)
    return ([head, contents] + topics + [disagreement]).joined(separator: "\n")
  }

  private var head: String {
    let commit =
      document.tool.commit.map { ", commit " + Markdown.escaped(String($0.prefix(12))) } ?? ""
    return """
      # Claims of guides, tested

      Made by `syncbench claims --format markdown`. \(ClaimWords.counts(of: results)).

      Measured on: \(Markdown.escaped(document.environment.caption)); host \
      \(Markdown.escaped(document.host)), syncbench \(Markdown.escaped(document.tool.version))\(commit), \
      \(document.plan.blocks) blocks, seed \(document.plan.seed).\(warnings)

      Brackets hold a figure's 95 % interval. If a claim says "always" or "never", and for shares of launches, they hold the \
      least and the most value seen. A verdict is judged on the interval: SUPPORTED if all of it lies in the range that the \
      claim asks for, REFUTED if all of it lies outside, DEPENDS if it lies partly inside, or if the claim holds at some \
      settings and not at others. ✗ marks a figure outside the range, ~ a figure partly inside.

      """
  }

  private var warnings: String {
    document.warnings.isEmpty
      ? ""
      : " Disturbed by: \(document.warnings.map(Markdown.escaped).joined(separator: "; "))."
  }

  /// The table of all verdicts.
  private var contents: String {
    let rows = results.map {
      "| [\($0.claim.id)](#\($0.claim.id)) | \(own($0.claim.statement)) | \(ClaimWords.verdict($0.verdict)) |"
    }
    return (["| claim | in words | verdict |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n") + "\n"
  }

  private func section(_ topic: ClaimTopic, _ own: [ClaimResult]) -> String {
    "## \(ClaimWords.title(of: topic))\n\n" + own.map(text).joined(separator: "\n")
  }

  private func text(of result: ClaimResult) -> String {
    let claim = result.claim
    var lines = [
      "### \(claim.id)", "",
      own(claim.statement) + " *Says who:* " + own(claim.guide) + ".", "",
      "**\(ClaimWords.verdict(result.verdict))**"
        + (result.reason.isEmpty ? "." : ": \(Markdown.escaped(result.reason))."), "",
    ]
    lines += result.evidence.map { "- " + Markdown.escaped(ClaimWords.evidence($0)) }
    lines += ["", own(ClaimWords.meaning(of: result)), ""]
    lines.append("Cases: " + claim.cases.map { "`\($0)`" }.joined(separator: ", ") + ".")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text of a claim, escaped except the code between two backticks.
  private func own(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      index % 2 == 1 ? String(part) : Markdown.escaped(String(part))
    }.joined(separator: "`")
  }

  private let disagreement = """
    ## How to disagree

    Run `syncbench claims ID` on your machine: it measures the claim's cases anew, keeps them as a run under results/, \
    and judges them by the same rule. If the verdict differs, both are right about their machines, and the run's \
    run.json says how the machines differ. If you think that the experiment or the rule is wrong, read its topic's file \
    in Sources/SyncClaims (a claim's cases and thresholds are all there is), change it, and run it again: \
    `syncbench claims --run results/RUN ID` judges a run that is already measured. A threshold that you can't defend, a \
    case that does not test what the sentence says, and a guide that we misread are bugs: report them with the run.

    """
}
