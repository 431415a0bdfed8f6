import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The facts of the runs and of their machines, and the disturbances.
struct SummarySection {
  let runs: ReportRuns

  // MARK: Figures

  /// The key figures, with a list for each run.
  var tiles: Markup {
    "\(runs.indices.map { run -> Markup in "<ul class=\"tiles\">\n\(tiles(of: run))</ul>\n" })"
  }

  private func tiles(of run: Int) -> [Markup] {
    let tally = RunTally(runs.runs[run].summary)
    func tile(_ count: Int, _ what: String, _ tone: Tone = .plain) -> Markup? {
      let mark: Markup = HTML.style(tone)
      return count == 0 ? nil : "<li\(mark)><b>\(count)</b> \(what)</li>\n"
    }
    let tight = tally.tightShare.map { share -> Markup in
      "<li><b>\(Quantity.number.text((share * 100).rounded())) %</b> of intervals within ±5 %</li>\n"
    }
    return [
      "<li><b>\(tally.cases)</b> \(runs.title("cases", of: run))</li>\n",
      "<li><b>\(tally.valid)</b> \(CaseStatus.valid.word)</li>\n",
      tile(tally.caught, "negative controls caught"),
      tile(tally.missed, "controls missed", .alarm),
    ].compactMap { $0 }
      + tally.others.compactMap {
        tile($0.count, $0.status.word, $0.status.isFault ? .alarm : .plain)
      }
      + [tight].compactMap { $0 }
  }

  /// The facts, and the likely disturbances.
  var document: Document { [.table(facts)] + disturbances }

  // MARK: Facts

  private var facts: Table {
    let rows: [(String, (RunDocument) -> String)] = [
      ("suites", { $0.plan.tables.map(\.suite).joined(separator: ", ") }),
      ("plan", Self.plan),
      ("state", { $0.state.words }),
      ("began", { ChartCaption.date($0.startNanoseconds) }),
      ("took", Self.duration),
      ("command", { $0.commandLine.joined(separator: " ") }),
      ("tool", { ChartCaption.tool($0) + ", version \($0.tool.version)" }),
      ("host", \.host),
      ("machine", \.environment.caption),
      ("privileges", { Self.privileges($0.environment.privileges) }),
      ("counted", Self.counted),
    ]
    let facts = rows.map { name, text in
      [.text(name)] + runs.runs.map { Cell.text(text($0.summary.document)) }
    }
    let stolen = runs.runs.map { run in
      Cell.text(run.stolenShare.map(Self.stolen) ?? "not known")
    }
    return Table(runs.factColumns, cells: facts + [["stolen by the hypervisor"] + stolen])
      .captioned("What was measured, and on what", isPlain: true)
  }

  private static func stolen(_ share: Double) -> String {
    Quantity.number.text(share * 100) + " % of the trials' time"
  }

  private static func plan(_ document: RunDocument) -> String {
    let plan = document.plan
    let preset = plan.preset.map { ", preset \($0.name)" } ?? ""
    return "profile \(plan.profile)\(preset), \(plan.cases.count) cases, \(plan.launchesInWords), "
      + "seed \(plan.seed)"
  }

  private static func duration(_ document: RunDocument) -> String {
    guard let end = document.endNanoseconds, end >= document.startNanoseconds else {
      return "not known"
    }
    let seconds = (end - document.startNanoseconds) / 1_000_000_000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }

  private static func privileges(_ privileges: MachineEnvironment.Privileges) -> String {
    func text(_ value: Bool?, _ what: String) -> String {
      value.map { $0 ? "may \(what)" : "may not \(what)" } ?? "whether it may \(what) is not known"
    }
    return text(privileges.mayRaisePriority, "raise priorities") + ", "
      + text(privileges.mayCountKernelEvents, "count kernel events")
  }

  private static func counted(_ document: RunDocument) -> String {
    guard let counting = document.plan.counting else { return "nothing" }
    return counting.passes.map(\.rawValue).joined(separator: ", ")
      + " of \(counting.cases.count) cases"
  }

  // MARK: Disturbances

  /// The likely disturbances, with a list for each run.
  private var disturbances: Document {
    Document(
      runs.indices.flatMap { run -> [Block] in
        let summary = runs.runs[run].summary
        let found = BenchmarkModel.disturbances(of: summary.document.environment)
        let known = Set(found.map(\.summary))
        var items = summary.document.warnings.filter { !known.contains($0) }.map {
          Block.item($0, label: "warning", .caution)
        }
        items += found.map { disturbance in
          disturbance.severity == .warning && !disturbance.isMomentary
            ? .item(disturbance.summary, label: "warning", .caution)
            : .item(disturbance.summary, label: "note", .faint)
        }
        items += [("note", summary.disturbed?.text), ("places", summary.placesText)]
          .compactMap { label, text in text.map { .item($0, label: label, .faint) } }
        if items.isEmpty { items.append(.text("Nothing that the tool looks for.")) }
        return [.heading("\(runs.heading("What may have disturbed it", of: run))", level: 2)]
          + items
      })
  }
}
