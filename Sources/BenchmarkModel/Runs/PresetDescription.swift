/// A figure that a benchmark's source published, in the terms of a case of ours.
public struct PublishedFigure: Codable, Equatable, Sendable {
  /// The source's name for its primitive, such as `std::mutex`.
  public let label: String
  /// The workload that repeats the source's measurement.
  public let workload: String
  /// Our primitive that stands for the source's primitive; nil if we have none.
  public let primitive: String?
  /// The case's parameters, in the workload's order.
  public let parameters: [Parameter]
  /// The column of the suite's table that shows the same quantity.
  public let metric: String
  /// The figure, in the column's unit.
  public let value: Double
  /// The figure's unit and statistic in the source, if they differ from the column's.
  public let note: String

  /// Makes a figure from its parts.
  public init(
    _ label: String, workload: String, primitive: String?, parameters: [Parameter], metric: String,
    value: Double, note: String = ""
  ) {
    self.label = label
    self.workload = workload
    self.primitive = primitive
    self.parameters = parameters
    self.metric = metric
    self.value = value
    self.note = note
  }

  /// The case of ours that repeats the figure; nil if no primitive of ours stands for the source's.
  public func caseID(in suite: String) -> CaseID? {
    primitive.map {
      CaseID(suite: suite, workload: workload, primitive: $0, parameters: parameters)
    }
  }

  /// The part of the case's name that figures must share to be compared with each other.
  public var situation: String {
    ([workload] + parameters.map(\.description)).joined(separator: "/")
  }
}

/// A published benchmark: source, measurements and results.
public struct PresetDescription: Codable, Equatable, Sendable {
  /// The preset's name, in kebab case.
  public let name: String
  /// One line on the measurement.
  public let summary: String
  /// The suite whose cases repeat the benchmark.
  public let suite: String
  /// The authors and the date.
  public let source: String
  /// The address of the publication.
  public let address: String
  /// The machine on which the source measured; empty if there are no figures.
  public let machine: String
  /// The differences between our measurement and the source's.
  public let difference: String
  /// The source's figures; empty if we could read none.
  public let figures: [PublishedFigure]

  /// Makes a description from its parts.
  public init(
    name: String, summary: String, suite: String, source: String, address: String,
    machine: String = "", difference: String, figures: [PublishedFigure] = []
  ) {
    self.name = name
    self.summary = summary
    self.suite = suite
    self.source = source
    self.address = address
    self.machine = machine
    self.difference = difference
    self.figures = figures
  }
}
