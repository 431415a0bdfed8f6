package import BenchmarkAnalysis

/// A run in a report.
package struct ReportedRun: Sendable {
  /// The name for readers, such as the folder's name, without a path.
  package let name: String
  /// The summary of the run.
  package let summary: RunSummary
  /// The rankings of each suite, in the order of the summary's suites.
  package let rankings: [[Ranking]]
  /// The results that are computed from several cases of a suite.
  package let scalings: [SuiteScaling]
  /// The causes of the costs of cases; empty for a run without counters.
  package let profiles: [CaseProfile]
  /// The share of the trials' time that the hypervisor took, 0 to 1; nil if this share is not
  /// known.
  package let stolenShare: Double?
  /// The files of the folder, by their paths in it.
  package let files: [String]
  /// The prefix that makes a path of `files` an address; empty if the report is in the same folder,
  /// nil if the report can't link to the files.
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

/// The words of a suite's author that a run's files don't have: the question and the operations.
package struct SuiteText: Equatable, Sendable {
  package let name: String
  /// The question, in one line.
  package let summary: String
  /// The description of one operation, by workload.
  package let operations: [String: String]

  package init(name: String, summary: String, operations: [String: String]) {
    self.name = name
    self.summary = summary
    self.operations = operations
  }
}

/// A chart for a report.
package struct ReportChart: Equatable, Sendable {
  /// The drawing, or the reason why there is none.
  package enum Drawing: Equatable, Sendable {
    /// The text of an SVG file.
    case svg(String)
    /// No drawing, and the reason.
    case missing(reason: String)
  }

  package let name: String
  /// The suite of the chart; nil if the chart shows the whole run.
  package let suite: String?
  /// The heading of the chart.
  package let title: String
  /// The contents of the chart in words, with key figures; it is the chart's caption, and it stands
  /// in for a drawing that can't be seen.
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
