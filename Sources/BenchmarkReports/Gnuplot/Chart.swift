/// A chart: a gnuplot template, the suite table that it draws, and the workloads that it draws of it.
public struct Chart: Equatable, Sendable {
  /// The name, as `--chart` takes it and as its files are called.
  public let name: String
  /// The suite whose table is drawn.
  public let suite: String
  /// The workloads of which one at least must be in the table.
  public let workloads: Set<String>

  init(name: String, suite: String, workloads: Set<String>) {
    self.name = name
    self.suite = suite
    self.workloads = workloads
  }

  /// The template's file.
  public var templateName: String { name + ".gp" }

  /// The charts, in the order in which they are drawn.
  public static let all: [Chart] = [
    Chart(name: "locks", suite: "locks", workloads: ["uncontended", "contended"]),
    Chart(name: "locks-threads", suite: "locks", workloads: ["contended", "oversubscribed"]),
    Chart(name: "locks-waits", suite: "locks", workloads: ["waits"]),
    Chart(name: "locks-fairness", suite: "locks", workloads: ["contended", "oversubscribed"]),
    Chart(name: "sync", suite: "sync", workloads: ["alone", "shared"]),
    Chart(name: "barrier", suite: "barrier", workloads: ["read-mix", "rendezvous"]),
    Chart(
      name: "concurrent-perform", suite: "concurrent-perform",
      workloads: ["compute", "memory", "shared-counter", "skewed", "stride"]),
    Chart(name: "qos", suite: "qos", workloads: ["latency", "share", "wake-up"]),
  ]

  /// The chart of a name, nil where there is none.
  public static func named(_ name: String) -> Chart? { all.first { $0.name == name } }

  /// The charts that can be drawn of a run that measured these workloads of these suites.
  public static func drawable(from measured: [String: Set<String>]) -> [Chart] {
    all.filter { $0.isDrawable(from: measured) }
  }

  private func isDrawable(from measured: [String: Set<String>]) -> Bool {
    guard let found = measured[suite] else { return false }
    return !workloads.isDisjoint(with: found)
  }
}

/// What kind of file a chart is written as; its template tells by the ending.
public enum ChartFormat: String, CaseIterable, Sendable {
  /// For web pages: text stays text.
  case svg
  /// For everything else: two dots a pixel.
  case png
  /// For papers.
  case pdf
}
