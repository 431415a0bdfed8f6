public import BenchmarkModel

/// One file of a stored baseline, as reports name it.
public struct BaselineEntry: Equatable, Sendable {
  /// The baseline's name.
  public let name: String
  /// The file's name in its folder.
  public let file: String
  /// What is in it.
  public let baseline: CountBaseline

  /// Makes an entry of its parts.
  public init(name: String, file: String, baseline: CountBaseline) {
    self.name = name
    self.file = file
    self.baseline = baseline
  }

  /// How instructions were counted, in words.
  fileprivate var means: String {
    switch baseline.instructionsBy {
    case .hardware: "the processor's counter"
    case .callgrind: "callgrind" + (baseline.valgrind.map { " (valgrind \($0))" } ?? "")
    case nil: "not counted"
    }
  }
}

/// Stored baselines for people: a line a file, or a file's figures.
public struct BaselineReport: Sendable {
  private let entries: [BaselineEntry]
  private let palette: Palette

  /// Makes the report.
  public init(_ entries: [BaselineEntry], palette: Palette) {
    self.entries = entries
    self.palette = palette
  }

  /// A line a file.
  public func list() -> String {
    var table = TableText([
      ("baseline", .left), ("Swift", .left), ("architecture", .left), ("C library", .left),
      ("instructions", .left), ("suites", .left), ("cases", .right),
    ])
    for entry in entries {
      let toolchain = entry.baseline.toolchain
      table.add(
        [
          entry.name, toolchain.swift, toolchain.architecture, toolchain.libc ?? "", entry.means,
          entry.baseline.suites.joined(separator: " "), String(entry.baseline.cases.count),
        ])
    }
    return table.render()
  }

  /// Each file with its figures.
  public func show() -> String { entries.map(show).joined(separator: "\n") }

  private func show(_ entry: BaselineEntry) -> String {
    let baseline = entry.baseline
    let facts = Printable.text(
      [
        "syncbench \(baseline.tool)", baseline.toolchain.libc ?? "",
        "instructions: \(entry.means)", "limit \(CountGateText.percent(baseline.limits.share))",
      ].filter { !$0.isEmpty }.joined(separator: ", "))
    var table = TableText([
      ("case", .left), ("instructions", .right), ("allocations", .right), ("bytes", .right),
    ])
    for (id, counts) in baseline.sortedCases {
      table.add([
        id.description, cell(counts, .instructions), cell(counts, .allocations),
        CountGateText.figure(counts.allocatedBytes),
      ])
    }
    return palette.heading("\(entry.name)/\(entry.file)") + "\n" + facts + "\n"
      + table.render()
  }

  private func cell(_ counts: OperationCounts, _ quantity: GatedCount) -> String {
    counts.unstable?.contains(quantity) == true
      ? "unstable" : CountGateText.figure(counts[quantity])
  }
}
