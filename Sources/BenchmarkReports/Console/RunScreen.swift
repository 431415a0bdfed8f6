public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// A run's end on one screen: how it went, what it found, and where the rest is.
public struct RunScreen {
  private let summary: RunSummary
  private let scalings: [SuiteScaling]
  private let palette: Palette
  private let findings: RunFindings

  /// Makes the screen of a run.
  public init(_ summary: RunSummary, scalings: [SuiteScaling], palette: Palette) {
    self.summary = summary
    self.scalings = scalings
    self.palette = palette
    findings = RunFindings(summary)
  }

  /// At most 40 lines of 80 columns, but for a path of `rest` that is longer.
  ///
  /// - Parameter rest: What else there is, each with where or by which command.
  public func render(rest: [(what: String, how: String)]) -> String {
    var page = heading
    let width = rest.map(\.what.count).max() ?? 0
    let end = rest.map { what, how in
      what + String(repeating: " ", count: width + 2 - what.count) + how + "\n"
    }
    var left = Self.mostLines - page.reduce(0) { $0 + Self.lines($1) } - end.count - 1
    for section in sections {
      let (text, lines) = fitting(section, into: left)
      page += text
      left -= lines
    }
    return page.joined() + "\n" + end.joined()
  }

  /// How the run went, with its first warnings.
  private var heading: [String] {
    let lines = RunReport(summary, palette: palette).heading
    let warnings = lines.filter(\.isWarning)
    let shown = warnings.prefix(Self.mostWarnings).map { wrapped($0.text, first: "warning: ") }
    let rest = warnings.count - shown.count
    let plain = lines.filter { !$0.isWarning }.map { wrapped($0.text, first: "") }
    return plain + shown + (rest > 0 ? ["and \(rest) more warnings\n"] : [])
  }

  private struct Section {
    let title: String
    let sentences: [String]
  }

  /// The gravest first: what comes last is cut where the screen is full.
  private var sections: [Section] {
    let faults = findings.surprises.filter { if case .fault = $0 { true } else { false } }
    let others = findings.surprises.filter { if case .fault = $0 { false } else { !$0.isCaution } }
    return [
      Section(title: "broken", sentences: faults.prefix(Self.mostFaults).map(FindingText.sentence)),
      Section(title: "fastest", sentences: fastest.map(FindingText.sentence)),
      Section(
        title: "in comparison", sentences: [queueSync, parallelLoops, shares].compactMap { $0 }),
      Section(title: "surprising", sentences: others.map(FindingText.sentence)),
    ]
  }

  /// A blank line, the title and as many sentences as fit; nothing where none does.
  private func fitting(_ section: Section, into left: Int) -> (text: [String], lines: Int) {
    var text = ["\n", palette.heading(section.title) + "\n"]
    var lines = text.count
    for sentence in section.sentences {
      let paragraph = wrapped(sentence, first: "  ")
      guard lines + Self.lines(paragraph) <= left else { break }
      text.append(paragraph)
      lines += Self.lines(paragraph)
    }
    return text.count > 2 ? (text, lines) : ([], 0)
  }

  private func wrapped(_ text: String, first: String) -> String {
    let whole = Paragraph.render(text, first: first, width: Self.columns)
    guard first.isEmpty || first == "  " else {
      return palette.caution(first) + whole.dropFirst(first.count)
    }
    return whole
  }

  private static func lines(_ text: String) -> Int { text.count { $0 == "\n" } }

  // MARK: What it found

  /// Of the first suite that ranks, a situation a workload: the one with the most threads that all have a CPU.
  private var fastest: [FastestFinding] {
    guard let suite = findings.fastest.first?.suite else { return [] }
    let own = findings.fastest.filter { $0.suite == suite }
    let cpus = summary.document.environment.usableCPUs.count
    func threads(_ finding: FastestFinding) -> Int {
      let threads = finding.best[0].summary.id["threads"] ?? 1
      return threads <= max(cpus, 1) ? threads : 0
    }
    return own.map { $0.best[0].summary.id.workload }.uniqued().compactMap { workload in
      let situations = own.filter { $0.best[0].summary.id.workload == workload }
      let most = situations.map(threads).max()
      return situations.first { threads($0) == most }
    }.prefix(Self.mostSituations).map { $0 }
  }

  /// What a queue's sync costs beside the best lock, free and contended.
  private var queueSync: String? {
    let costs = ["uncontended", "contended"].compactMap { workload -> String? in
      let cases = summary.cases.filter {
        $0.id.suite == "locks" && $0.id.workload == workload
          && $0.id.primitive == "serial-queue-sync" && ($0.id["threads"] ?? 2) > 1
      }
      guard let queue = cases.first, let cost = queue.metrics["ns_per_op"]?.estimate,
        let best = findings.fastest.first(where: {
          $0.situation == queue.id.situation
        })?.best[0]
      else { return nil }
      let times = Figures.digits(cost.value / best.metric.estimate.value)
      return
        "\(FindingText.figure(cost, Figures.duration)) \(workload), \(times) times \(best.summary.id.primitive)"
    }
    return costs.isEmpty
      ? nil : "The sync of a serial queue costs \(costs.joined(separator: "; "))."
  }

  /// From which size of an iteration parallel loops on all CPUs beat the plain one.
  private var parallelLoops: String? {
    let found = scalings.flatMap(\.breakEvens).filter { $0.measure == .grain }
    guard let workload = found.first?.id.workload, let width = found.map(\.width).max() else {
      return nil
    }
    let loops = found.filter { $0.id.workload == workload && $0.width == width }
      .prefix(Self.mostLoops).map { loop in
        switch loop.size.value {
        case -.infinity: "\(loop.id.primitive) at every length measured"
        case .infinity: "\(loop.id.primitive) at no length measured"
        default: "\(loop.id.primitive) from \(Figures.duration(loop.size.value)) an iteration"
        }
      }
    return "A parallel loop on \(width) CPUs is faster than a plain one: "
      + loops.joined(separator: ", ") + "."
  }

  /// Which part of the CPUs each class got where all want them.
  private var shares: String? {
    let prefix = "share_"
    for suite in summary.suites {
      let columns = suite.table.columns.filter { $0.name.hasPrefix(prefix) }
      guard
        let shared = suite.cases.first(where: { own in
          columns.contains { own.metrics[$0.name] != nil }
        })
      else { continue }
      let parts = columns.compactMap { column in
        shared.metrics[column.name].map {
          "\(column.name.dropFirst(prefix.count).map { $0 == "_" ? "-" : String($0) }.joined()) "
            + FindingText.percent($0.estimate.value)
        }
      }
      return "Where all classes want the CPUs (\(shared.id)) they get: "
        + parts.joined(separator: ", ") + "."
    }
    return nil
  }

  private static let mostLines = 40
  private static let columns = 80
  private static let mostWarnings = 2
  private static let mostFaults = 3
  private static let mostSituations = 4
  private static let mostLoops = 3
}
