package import BenchmarkAnalysis

/// A run that a report is made of.
package struct ReportedRun: Sendable {
  /// What readers call it, such as the name of its folder: no path.
  package let name: String
  /// The run, summed up.
  package let summary: RunSummary
  /// Its suites' rankings.
  package let rankings: [[Ranking]]
  /// What its cases say only together.
  package let scalings: [SuiteScaling]
  /// Why its cases cost what they cost; empty for a run without counters.
  package let profiles: [CaseProfile]
  /// The hypervisor's share of the time of its trials, 0 to 1; nil where it is not known.
  package let stolenShare: Double?
  /// The files of its folder, by their path in it.
  package let files: [String]
  /// What precedes these paths in an address, such as an empty text where the report lies among them; nil
  /// where the report lies elsewhere, and can't link to them.
  package let address: String?

  package init(
    name: String, summary: RunSummary, scalings: [SuiteScaling] = [], profiles: [CaseProfile] = [],
    stolenShare: Double? = nil, files: [String] = [], address: String? = nil
  ) {
    self.name = name
    self.summary = summary
    rankings = summary.rankings()
    self.scalings = scalings
    self.profiles = profiles
    self.stolenShare = stolenShare
    self.files = files
    self.address = address
  }
}

/// What a suite answers, as its author says: runs don't carry it.
package struct SuiteText: Equatable, Sendable {
  package let name: String
  /// One line on what it answers.
  package let summary: String
  /// What one operation is, by workload.
  package let operations: [String: String]

  package init(name: String, summary: String, operations: [String: String]) {
    self.name = name
    self.summary = summary
    self.operations = operations
  }
}

/// A chart on its way into a report.
package struct ReportChart: Equatable, Sendable {
  /// The drawing, or why there is none.
  package enum Drawing: Equatable, Sendable {
    /// The text of an SVG file.
    case svg(String)
    /// There is none, for this reason.
    case missing(reason: String)
  }

  package let name: String
  /// The suite that it belongs to; nil where it shows the whole run.
  package let suite: String?
  /// What it is called.
  package let title: String
  /// What it shows, with its key figures: its text alternative.
  package let text: String
  package let drawing: Drawing

  package init(name: String, suite: String?, title: String, text: String, drawing: Drawing) {
    self.name = name
    self.suite = suite
    self.title = title
    self.text = text
    self.drawing = drawing
  }
}
