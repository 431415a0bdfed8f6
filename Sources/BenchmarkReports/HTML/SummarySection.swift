import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// What was measured, on what, and what disturbed it.
struct SummarySection {
  private let runs: ReportRuns

  init(_ runs: ReportRuns) { self.runs = runs }

  // MARK: Figures

  /// The key figures, a list a run.
  var tiles: [TilesView] {
    runs.runs.indices.map { run in
      let tally = RunTally(runs.runs[run].summary)
      var figures = [
        TileView(value: "\(tally.cases)", what: runs.title("cases", of: run)),
        TileView(value: "\(tally.valid)", what: CaseStatus.valid.word),
      ]
      if tally.controls > 0 {
        figures.append(TileView(value: "\(tally.controls)", what: "negative controls caught"))
      }
      for (count, word) in [
        (tally.missed, "controls missed"), (tally.invalid, CaseStatus.invalid.word),
        (tally.failed, CaseStatus.failed.word),
      ] where count > 0 {
        figures.append(TileView(value: "\(count)", what: word, mark: "bad"))
      }
      for (count, status) in [
        (tally.disturbed, CaseStatus.disturbed), (tally.notMeasured, .notMeasured),
      ] where count > 0 {
        figures.append(TileView(value: "\(count)", what: status.word))
      }
      if let tight = tally.tightShare {
        figures.append(
          TileView(value: Quantity.number.text((tight * 100).rounded()) + " %", what: "within ±5 %")
        )
      }
      return TilesView(figures: figures)
    }
  }

  // MARK: Facts

  var facts: TableView {
    let rows: [(String, (RunDocument) -> String)] = [
      ("suites", { $0.plan.tables.map(\.suite).joined(separator: ", ") }),
      ("plan", Self.plan),
      ("state", { Self.state($0.state) }),
      ("began", { ChartCaption.date($0.startNanoseconds) }),
      ("took", { Self.duration($0) }),
      ("command", { $0.commandLine.joined(separator: " ") }),
      ("tool", { ChartCaption.tool($0) + ", version \($0.tool.version)" }),
      ("host", \.host),
      ("machine", \.environment.caption),
      ("privileges", { Self.privileges($0.environment.privileges) }),
      ("counted", Self.counted),
    ]
    let documents = runs.runs.map(\.summary.document)
    var views = rows.map { name, text in
      RowView([.text(name)] + documents.map { .text(text($0)) })
    }
    let stolen = runs.runs.map { run in
      run.stolenShare.map { Quantity.number.text($0 * 100) + " % of the trials' time" }
        ?? "not known"
    }
    views.append(RowView(["stolen by the hypervisor"] + stolen.map { .text($0) }))
    return TableView(
      id: "facts", caption: "What was measured, and on what",
      columns: FactColumns.columns(runs), rows: views, isPlain: true)
  }

  private static func plan(_ document: RunDocument) -> String {
    let plan = document.plan
    let preset = plan.preset.map { ", preset \($0.name)" } ?? ""
    return "profile \(plan.profile)\(preset), \(plan.cases.count) cases, \(plan.blocks) launches a "
      + "case at most, seed \(plan.seed)"
  }

  private static func state(_ state: RunState) -> String {
    switch state {
    case .complete: "complete"
    case .measuring: "not finished"
    case .interrupted: "interrupted"
    case .budgetSpent: "ended by its budget"
    }
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

  /// What disturbed the runs, or may have: a list a run.
  var disturbances: [ListView] {
    runs.runs.indices.map { run in
      let document = runs.runs[run].summary.document
      let found = BenchmarkModel.disturbances(of: document.environment)
      let known = Set(found.map(\.summary))
      var items = document.warnings.filter { !known.contains($0) }.map {
        ItemView(label: "warning", mark: "caution", text: $0)
      }
      items += found.map { disturbance in
        let isGrave = disturbance.severity == .warning
        return ItemView(
          label: isGrave ? "warning" : "note", mark: isGrave ? "caution" : "quiet",
          text: disturbance.summary)
      }
      if let disturbed = runs.runs[run].summary.disturbed?.text {
        items.append(ItemView(label: "note", mark: "quiet", text: disturbed))
      }
      if let places = runs.runs[run].summary.placesText {
        items.append(ItemView(label: "places", mark: "quiet", text: places))
      }
      if items.isEmpty { items.append(ItemView(text: "Nothing that the tool looks for.")) }
      return ListView(title: runs.heading("What may have disturbed it", of: run), items: items)
    }
  }
}

/// How many cases of a run came to what.
struct RunTally {
  let cases, valid, controls, missed, invalid, failed, disturbed, notMeasured: Int
  /// The share of valid cases whose first figure has an interval within 5 % of it; nil without intervals.
  let tightShare: Double?

  init(_ summary: RunSummary) {
    let all = summary.cases
    cases = all.count
    valid = summary.valid.count
    controls = all.count(where: \.isCaughtControl)
    missed = all.count(where: \.isMissedControl)
    invalid = summary.unexpected.count { $0.status == .invalid }
    failed = summary.unexpected.count { $0.status == .failed }
    disturbed = all.count { $0.status == .disturbed }
    notMeasured = all.count { $0.status == .notMeasured }
    let widths = summary.suites.flatMap { suite in
      suite.cases.compactMap { suite.relativeHalfWidth(of: $0) }
    }
    tightShare =
      widths.isEmpty ? nil : Double(widths.count { $0 <= 0.05 }) / Double(max(1, valid))
  }
}

/// The columns of a table of facts: what, then a column a run.
enum FactColumns {
  static func columns(_ runs: ReportRuns) -> [Table.Column] {
    [.init("fact")]
      + runs.runs.indices.map { run in
        .init(runs.areSeveral ? "\(runs.letter(run)) \(runs.runs[run].name)" : "value")
      }
  }
}
