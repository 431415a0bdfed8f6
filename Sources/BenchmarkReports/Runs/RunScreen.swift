package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The end of a run on a screen of 24 rows: the findings, the counts of cases, the worst warning,
/// and the commands and files for further results.
package struct RunScreen {
  private let summary: RunSummary
  private let scalings: [SuiteScaling]
  private let findings: RunFindings
  private let advices: [Advice]

  /// Makes the screen of a run.
  package init(_ summary: RunSummary, scalings: [SuiteScaling]) {
    self.summary = summary
    self.scalings = scalings
    let rankings = summary.rankings()
    findings = RunFindings(summary, rankings: rankings)
    advices = Advisor(summary, rankings: rankings).advices()
  }

  /// The screen, of at most 20 lines and 80 columns; only a path or command may be longer.
  ///
  /// - Parameters:
  ///   - advice: The command that gives the advice for every situation.
  ///   - rest: Further results, each with its file or the command that shows the result.
  package func document(advice: String, rest: [(what: String, how: String)]) -> Document {
    let choices = choices
    let others = advices.count - choices.count
    let all =
      (others > 0 ? [("\(Words.count(others, "more situation"))", advice)] : []) + rest
    let width = all.map(\.0.count).max() ?? 0
    let end =
      course
      + Document(
        all.map { what, how in .line("\(how)", label: "\(what.padded(to: width))  ") })
    var page: Document = []
    var left = Self.mostLines - Self.lines(end) - 1
    for part in parts(choices) {
      let shown = fitting(part, into: left)
      page += shown
      left -= Self.lines(shown)
    }
    return .spaced([page, end])
  }

  /// The counts of cases, and the worst warning.
  private var course: Document {
    let lines = summary.heading
    let warnings = lines.filter(\.isWarning)
    let more = warnings.count > 1 ? ", and \(Words.count(warnings.count - 1, "more warning"))" : ""
    return Document(
      lines.suffix(1).map { Self.wrapped($0.text) }
        + warnings.prefix(1).map {
          Self.wrapped($0.text + more, label: StyledText("warning: ", .caution))
        })
  }

  private struct Part {
    let title: String
    let sentences: [String]
  }

  /// The parts, the most important first, because a full screen drops the last parts.
  private func parts(_ choices: [Advice]) -> [Part] {
    let faults = findings.surprises.filter { if case .fault = $0 { true } else { false } }
    let others = findings.surprises.filter { if case .fault = $0 { false } else { !$0.isCaution } }
    return [
      Part(title: "broken", sentences: faults.prefix(Self.mostFaults).map(FindingText.sentence)),
      Part(title: "your code, one operation of each closure", sentences: closures),
      Part(title: "which lock to take", sentences: choices.map(AdviceText.short)),
      Part(title: "fastest", sentences: fastest.map(FindingText.sentence)),
      Part(
        title: "in comparison", sentences: [queueSync, parallelLoops, shares].compactMap { $0 }),
      Part(title: "surprising", sentences: others.map(FindingText.sentence)),
    ]
  }

  /// The title and as many sentences as fit; nothing if none fits.
  private func fitting(_ part: Part, into left: Int) -> Document {
    let title: Document = [.heading("\(part.title)")]
    var shown = title
    for sentence in part.sentences {
      let longer = shown + [Self.wrapped(sentence, label: "  ")]
      guard Self.lines(longer) <= left else { break }
      shown = longer
    }
    return shown.blocks.count > title.blocks.count ? shown : []
  }

  private static func wrapped(_ text: String, label: StyledText = "") -> Block {
    .text("\(text)", label: label, width: columns)
  }

  private static func lines(_ document: Document) -> Int {
    Terminal(isColoured: false).text(document).count { $0 == "\n" }
  }

  // MARK: Findings

  /// The advice for two situations of each suite, one of several threads and one of one thread.
  ///
  /// Both are the nearest of their kind to the usual number of threads, then to the usual work
  /// inside the section, then to the usual share of reads.
  private var choices: [Advice] {
    let isAlone = { (advice: Advice) in advice.threads == 1 }
    return [advices.filter { !isAlone($0) }, advices.filter(isAlone)].flatMap { advices in
      advices.nearest(threads: Self.usualThreads, inside: Self.usualSection)
        .grouped(by: \.finding.suite).compactMap { suite in
          suite.min { Self.distance($0) < Self.distance($1) }
        }
    }
  }

  /// The distance of a situation's share of reads from the usual share, in thousandths.
  private static func distance(_ advice: Advice) -> Int {
    abs((advice["read-permille"] ?? usualReads) - usualReads)
  }

  /// The best primitives of the first suite that has a ranking, in one situation of each workload.
  ///
  /// Situations with advice, or with one thread, are left out. Of a workload's remaining situations,
  /// the one with the most threads is taken; one with more threads than CPUs only if there is no
  /// other.
  private var fastest: [FastestFinding] {
    guard let suite = findings.fastest.first?.suite else { return [] }
    let advised = Set(advices.map(\.finding.situation))
    let own = findings.fastest.filter {
      $0.suite == suite && !advised.contains($0.situation) && $0.best[0].summary.id["threads"] != 1
    }
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

  /// The figures of the user's closures, with the floors last.
  private var closures: [String] {
    let rows = summary.suites.flatMap { suite in
      let removed = suite.removedClosures
      return suite.cases.compactMap { found -> (name: String, figure: String, isFloor: Bool)? in
        guard suite.table.role(of: found.id.workload) == .callsClosures,
          let column = suite.primaryMetric(of: found.id.workload),
          let estimate = found.metrics[column.name]?.estimate
        else { return nil }
        let isFloor = suite.floors.contains(found.id.primitive)
        let mark = isFloor ? "  floor" : removed.contains(found.id) ? "  removed" : ""
        return (found.id.description, Quantity(column).text(estimate) + mark, isFloor)
      }
    }
    let width = rows.map(\.name.count).max() ?? 0
    return (rows.filter { !$0.isFloor } + rows.filter(\.isFloor))
      .map { "\($0.name.padded(to: width))  \($0.figure)" }
  }

  /// The cost of a queue's sync and its ratio to the best lock's cost, uncontended and contended,
  /// if the cost has an interval.
  private var queueSync: String? {
    let queues = summary.suites.flatMap { suite in
      suite.cases.filter {
        $0.id.primitive == suite.table.usualQueue && ($0.id["threads"] ?? 2) > 1
          && suite.table.role(of: $0.id.workload) == .sharesData
      }
    }
    let costs = queues.grouped(by: \.id.workload).compactMap { cases -> String? in
      guard let queue = cases.first, let cost = queue.metrics["ns_per_op"]?.estimate,
        cost.interval != nil, !queue.isSetApart,
        let best = findings.fastest.first(where: {
          $0.situation == queue.id.situation
        })?.best[0]
      else { return nil }
      let times = Quantity.number.text(cost.value / best.metric.estimate.value)
      return
        "\(Quantity.duration.text(cost)) \(queue.id.workload), \(times) times \(best.summary.id.primitive)"
    }
    return costs.isEmpty
      ? nil : "The sync of a serial queue costs \(costs.joined(separator: "; "))."
  }

  /// The sizes of an iteration from which parallel loops of the largest measured width beat the
  /// plain loop; only sizes that have an interval.
  private var parallelLoops: String? {
    let found = scalings.flatMap(\.breakEvens).filter {
      $0.measure == .grain && $0.size.interval != nil
    }
    guard let workload = found.first?.id.workload, let width = found.map(\.width).max() else {
      return nil
    }
    let loops = found.filter { $0.id.workload == workload && $0.width == width }
      .prefix(Self.mostLoops).map { loop in
        switch loop.size.value {
        case -.infinity: "\(loop.id.primitive) at every length measured"
        case .infinity: "\(loop.id.primitive) at no length measured"
        default:
          "\(loop.id.primitive) from \(Quantity.duration.text(loop.size.value)) per iteration"
        }
      }
    return "A parallel loop on \(width) CPUs is faster than a plain one: "
      + loops.joined(separator: ", ") + "."
  }

  /// The share of the CPUs that each class got when all classes wanted the CPUs.
  private var shares: String? {
    let prefix = "share_"
    for suite in summary.suites {
      let columns = suite.table.columns.filter { $0.name.hasPrefix(prefix) }
      guard
        let shared = suite.cases.first(where: { own in
          own.id.workload == "share" && columns.contains { own.metrics[$0.name] != nil }
        })
      else { continue }
      let parts = columns.compactMap { column in
        shared.metrics[column.name].map {
          "\(column.name.dropFirst(prefix.count).map { $0 == "_" ? "-" : String($0) }.joined()) "
            + Quantity.share.text($0.estimate.value)
        }
      }
      return "Where all classes want the CPUs (\(shared.id)) they get: "
        + parts.joined(separator: ", ") + "."
    }
    return nil
  }

  private static let mostLines = 20
  private static let columns = 80
  private static let mostFaults = 3
  private static let mostSituations = 4
  private static let mostLoops = 3
  private static let usualThreads = 2
  private static let usualSection = 200
  private static let usualReads = 900
}
