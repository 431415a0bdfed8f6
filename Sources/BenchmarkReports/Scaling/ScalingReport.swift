public import BenchmarkAnalysis
public import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension SuiteScaling {
  /// From which size on loops pay, how their curves bend, and where pairs of primitives change places, as far as a
  /// terminal holds it; then the files that have it all.
  public var document: Document {
    let files = ScalingCSV.tables(self).map(\.fileName).joined(separator: ", ")
    let loops = Document.spaced(
      breakEvens.filter(\.isPlain).grouped(by: \.id.workload).map(breakEvens))
    return .spaced([
      loops, fitDocument, crossoverDocument, [.text("\(files)", label: "  in full: ")],
    ])
  }
}

private let mostRows = 24

private func more(_ count: Int) -> Document {
  count > mostRows ? [.text("… and \(count - mostRows) more", label: "    ")] : []
}

// MARK: Loops

extension BreakEven {
  /// Whether nothing but the CPUs tells the loop from others of its workload.
  fileprivate var isPlain: Bool { id.parameters.allSatisfy { $0.key == "width" } }

  /// A size of an iteration, or that it lies beyond those that were measured.
  func text(_ size: Double) -> String {
    if size == -.infinity { return "below " + measured(Double(sizes.first ?? 0)) }
    if size == .infinity { return "above " + measured(Double(sizes.last ?? 0)) }
    return measured(size)
  }

  /// The ends of its interval.
  var range: String {
    guard let interval = size.interval else { return "" }
    let (low, high) = (text(interval.low), text(interval.high))
    return low == high ? low : "\(low) to \(high)"
  }

  private func measured(_ size: Double) -> String {
    switch measure {
    case .grain: Quantity.duration.text(size)
    case .elements: Quantity.number.text(size) + " elements"
    }
  }
}

extension SuiteScaling {
  /// The plain loops of a workload on as many CPUs as it was measured on.
  private func breakEvens(_ all: [BreakEven]) -> Document {
    let widest = all.map(\.width).max() ?? 0
    let rows = all.filter { $0.width == widest }
    let largest = rows.compactMap(\.sizes.last).max() ?? 0
    let table = Table(
      [
        .init("loop"), .init("pays from", .figure), .init("95 %", .interval),
        .init("serial at \(rows.first?.text(Double(largest)) ?? "")", .figure),
        .init("95 %", .interval),
      ],
      cells: rows.prefix(mostRows).map { found in
        let serial = serialFraction(of: found, at: largest)
        return [
          .text(found.id.primitive), .text(found.text(found.size.value)), .text(found.range),
          serial.map { .figure($0.value, .number) } ?? "–", .range(serial?.interval, .number),
        ]
      }, indent: 4)
    return [
      .heading(
        "\(self.table.suite)/\(all[0].id.workload), \(widest) CPUs wide", level: 2,
        beside: "from which size on it beats serial; the serial fraction of Karp and Flatt"),
      .table(table),
    ] + more(rows.count)
  }

  private func serialFraction(of found: BreakEven, at size: Int) -> Estimate? {
    loops.first { loop in
      loop.id.workload == found.id.workload && loop.id.primitive == found.id.primitive
        && (loop.id["grain"] ?? loop.id["elements"]) == size
        && found.id.parameters.allSatisfy { loop.id.parameters.contains($0) }
    }?.serialFraction
  }
}

// MARK: Fits

extension SuiteScaling {
  private var fitDocument: Document {
    let fitted = fits.filter { $0.fit != nil && $0.id["stride"] == nil && $0.id["outer"] == nil }
    guard !fitted.isEmpty else {
      return Document(
        fits.prefix(1).map { .text("\($0.reason)", label: "  universal scalability law: ") })
    }
    // A row a primitive: of its curves the one of the most work, where what is lost is the machine's.
    let shown = fitted.filter { found in
      !fitted.contains { $0.isCurveOf(found) && $0.work > found.work }
    }
    let table = Table(
      [.init("curve")] + Self.fitColumns,
      cells: shown.prefix(mostRows).compactMap { found in
        found.fit.map { [.text(found.name)] + Self.cells($0) }
      }, indent: 4)
    return [
      .heading(
        "universal scalability law", level: 2,
        beside: "alpha queues, beta costs each pair of CPUs; beyond the peak more CPUs do less"),
      .table(table),
    ] + more(shown.count)
  }

  /// The columns of a fit, behind those that name its curve.
  static let fitColumns: [Table.Column] = [
    .init("alpha", .figure), .init("95 %", .interval), .init("beta", .figure),
    .init("95 %", .interval), .init("peak", .figure), .init("95 %", .interval),
    .init("misses by", .figure),
  ]

  /// A fit in these columns.
  static func cells(_ fit: ScalabilityEstimate) -> [Cell] {
    func peak(_ width: Double) -> String {
      width.isFinite ? Quantity.number.text(width) : "none"
    }
    let ends = fit.peakWidth?.interval.map { [peak($0.low), peak($0.high)].uniqued() } ?? []
    return [
      .figure(fit.contention.value, .coefficient), .range(fit.contention.interval, .coefficient),
      .figure(fit.coherency.value, .coefficient), .range(fit.coherency.interval, .coefficient),
      fit.peakWidth.map { .figure($0.value, .number) } ?? "none",
      .text(ends.joined(separator: " to ")), .figure(fit.largestMiss, .share),
    ]
  }
}

extension ScalabilityFinding {
  fileprivate var work: Int { id["grain"] ?? id["elements"] ?? 0 }

  fileprivate var name: String {
    let parameters = id.parameters.map(\.description)
    return ([id.workload, id.primitive] + parameters).joined(separator: "/")
  }

  fileprivate func isCurveOf(_ other: ScalabilityFinding) -> Bool {
    id.workload == other.id.workload && id.primitive == other.id.primitive
  }
}

// MARK: Crossovers

extension SuiteScaling {
  private var crossoverDocument: Document {
    guard !crossovers.isEmpty else { return [] }
    let shown = crossovers.filter { $0.crossings == 1 && !$0.isUnsure }
    let table = Table(
      [
        .init("situation"), .init("fewer reads: cheaper is"), .init("more reads: cheaper is"),
        .init("from", .figure), .init("95 %", .interval),
      ],
      cells: shown.prefix(mostRows).map { found in
        let situation = [found.workload] + found.parameters.map(\.description)
        return [
          .text(situation.joined(separator: "/")), .text(found.cheaperBelow),
          .text(found.cheaperAbove), .figure(found.readShare?.value, .percent),
          .range(found.readShare?.interval, .percent),
        ]
      }, indent: 4)
    return [
      .text(StyledText("the share of reads at which two cost the same", .faint), label: "  "),
      .table(table),
    ] + more(shown.count) + [.text("\(rest(shown.count))", label: "    ")]
  }

  /// What becomes of the pairs that have no row.
  private func rest(_ shown: Int) -> String {
    let unsure = crossovers.count(where: \.isUnsure)
    let several = Set(crossovers.filter { ($0.crossings ?? 0) > 1 }.map(PairName.init)).count
    let never = crossovers.count { $0.crossings == 0 }
    let unknown = crossovers.count { $0.crossings == nil }
    var parts = ["\(shown) of \(Set(crossovers.map(PairName.init)).count) pairs cross once"]
    if unsure > 0 { parts.append("\(unsure) may, or may not: their noise is as large") }
    if several > 0 { parts.append("\(several) cross more than once") }
    if never > 0 { parts.append("\(never) do not") }
    if unknown > 0 { parts.append("\(unknown) had too few shares measured") }
    return parts.joined(separator: ", ")
  }
}

extension Crossover {
  /// Whether its noise may be all that makes the pair cross.
  fileprivate var isUnsure: Bool { readShare?.interval != nil && !isSure }
}

/// A pair in a situation, however often it crosses.
private struct PairName: Hashable {
  private let primitives: [String]
  private let parameters: [Parameter]

  init(_ found: Crossover) {
    primitives = found.primitives
    parameters = found.parameters
  }
}
