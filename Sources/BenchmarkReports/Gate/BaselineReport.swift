public import BenchmarkDocument
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

/// Stored baselines for people.
public struct BaselineReport: Sendable {
  private let entries: [BaselineEntry]

  /// Makes the report.
  public init(_ entries: [BaselineEntry]) { self.entries = entries }

  /// A line a baseline.
  public var list: Document {
    let table = Table(
      [
        .init("baseline"), .init("Swift"), .init("architecture"), .init("C library"),
        .init("instructions"), .init("suites"), .init("cases", .figure),
      ],
      cells: entries.map { entry in
        let toolchain = entry.baseline.toolchain
        return [
          .text(entry.name), .text(toolchain.swift), .text(toolchain.architecture),
          .text(toolchain.libc ?? ""), .text(entry.means),
          .text(entry.baseline.suites.joined(separator: " ")), .count(entry.baseline.cases.count),
        ]
      })
    return [.table(table)]
  }

  /// Each baseline with what its cases did.
  public var document: Document { .spaced(entries.map(Self.document)) }

  private static func document(_ entry: BaselineEntry) -> Document {
    let baseline = entry.baseline
    let facts = [
      "syncbench \(baseline.tool)", baseline.toolchain.libc ?? "",
      "instructions: \(entry.means)", "limit \(Quantity.exactShare.text(baseline.limits.share))",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
    let table = Table(
      [
        .init("case"), .init("instructions", .figure), .init("allocations", .figure),
        .init("bytes", .figure),
      ],
      cells: baseline.sortedCases.map { id, counts in
        [
          .text(id.description), cell(counts, .instructions), cell(counts, .allocations),
          .figure(counts.allocatedBytes, .exact),
        ]
      })
    return [.heading("\(entry.name)/\(entry.file)"), .text("\(facts)"), .table(table)]
  }

  private static func cell(_ counts: OperationCounts, _ quantity: GatedCount) -> Cell {
    counts.unstable?.contains(quantity) == true ? "unstable" : .figure(counts[quantity], .exact)
  }
}
