/// A chart: a gnuplot template and the suite table that it draws.
public struct Chart: Equatable, Sendable {
  /// The name, as `--chart` takes it and as its files are called.
  public let name: String
  /// The suite whose table is drawn.
  public let suite: String

  /// The template's file.
  public var templateName: String { name + ".gp" }

  /// The charts, in the order in which they are drawn.
  public static let all: [Chart] = [
    Chart(name: "locks", suite: "locks"),
    Chart(name: "sync", suite: "sync"),
    Chart(name: "barrier", suite: "barrier"),
    Chart(name: "concurrent-perform", suite: "concurrent-perform"),
    Chart(name: "qos", suite: "qos"),
  ]

  /// The chart of a name, nil where there is none.
  public static func named(_ name: String) -> Chart? { all.first { $0.name == name } }

  /// The charts that can be drawn of a run that has tables of these suites.
  public static func drawable(from suites: [String]) -> [Chart] {
    all.filter { suites.contains($0.suite) }
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
