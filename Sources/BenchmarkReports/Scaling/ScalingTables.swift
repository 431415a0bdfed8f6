package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The tables that are computed from several cases of a suite, each declared once for the screen,
/// the page and the table's file.
struct ScalingTables {
  let scaling: SuiteScaling

  // MARK: Files

  /// The files whose tables have a row, in a fixed order.
  var files: [DerivedTable] {
    func fits(_ kind: ScalabilityFinding.Kind) -> [ScalabilityFinding] {
      scaling.fits.filter { $0.kind == kind }
    }
    return [
      file(.scaling, loops, scaling.loops), file(.usl, self.fits(.speedup), fits(.speedup)),
      file(.threadsUSL, self.fits(.throughput), fits(.throughput)),
      file(.breakEven, breakEvens, scaling.breakEvens),
      file(.crossovers, crossovers, scaling.crossovers),
    ].compactMap { $0 }
  }

  private func file<Row>(
    _ kind: DerivedTable.Kind, _ description: TableDescription<Row>, _ rows: [Row]
  ) -> DerivedTable? {
    rows.isEmpty
      ? nil
      : DerivedTable(fileName: kind.fileName(scaling.table.suite), text: description.csv(rows))
  }

  // MARK: Columns

  /// The loops on several CPUs: speed-up, efficiency and serial fraction.
  var loops: TableDescription<LoopScaling> {
    TableDescription(
      cases("loop", \.id, isCase: true) + [
        .count("CPUs") { $0.width }, .estimate("speed-up", key: "speedup", .number) { $0.speedup },
        .estimate("efficiency", key: "efficiency", .number) { $0.efficiency }.withoutInterval,
        .estimate("serial fraction", key: "serial_fraction", .number) { $0.serialFraction },
        .text("notes", key: "reason") { $0.reason }.ifAny,
      ])
  }

  /// The curves of the universal scalability law over the widths of loops or over threads.
  func fits(_ kind: ScalabilityFinding.Kind) -> TableDescription<ScalabilityFinding> {
    let isOfLoops = kind == .speedup
    return TableDescription(
      cases("curve", without: [isOfLoops ? "width" : "threads"], \.id) + [
        .count(nil, key: isOfLoops ? "widths" : "thread_counts") { Set($0.widths).count },
        .count(nil, key: isOfLoops ? "widest" : "most_threads") { $0.widths.max() ?? 0 },
        .estimate(nil, key: isOfLoops ? "scale_speedup" : "scale_ops_per_s", .number) {
          $0.fit?.scale
        }, .estimate("alpha", key: "alpha", .coefficient) { $0.fit?.contention },
        .estimate("beta", key: "beta", .coefficient) { $0.fit?.coherency },
        .estimate(
          "peak", key: isOfLoops ? "peak_width" : "peak_threads", .width, absent: { _ in "none" }
        ) { $0.fit?.peakWidth }, .figure("misses by", .share) { $0.fit?.largestMiss },
        .figure(nil, key: "largest_miss_percent", .percent) {
          $0.fit.map { 100 * $0.largestMiss }
        }, .text("notes", key: "reason") { $0.reason }.ifAny,
      ])
  }

  /// The sizes of an iteration from which parallel loops beat the serial loop.
  var breakEvens: TableDescription<BreakEven> {
    func size(_ measure: BreakEven.Measure) -> TableDescription<BreakEven>.Column {
      .estimate(
        nil, key: measure == .grain ? "break_even_grain_ns" : "break_even_elements", .number
      ) { $0.measure == measure ? $0.size : nil }
    }
    let hasElements = scaling.table.parameters.contains { $0.key == "elements" }
    return TableDescription(
      cases("loop", without: ["grain", "elements"], \.id) + [
        .count(nil, key: "sizes") { $0.sizes.count },
        .shown("pays from", .figure) { .text($0.text($0.size.value)) },
        .shown("95 %", .interval) { .text($0.range) }, size(.grain),
      ] + (hasElements ? [size(.elements)] : []) + [
        .text("notes", key: "reason") { $0.reason }.ifAny
      ])
  }

  /// The shares of reads between which the cheaper one of two primitives changes.
  var crossovers: TableDescription<Crossover> {
    TableDescription(
      [
        .text("pair") { $0.primitives.joined(separator: " and ") },
        .text(nil, key: "workload") { $0.workload },
      ] + scaling.table.columns(without: ["read-percent", "read-permille"], \.parameters) + [
        .text(nil, key: "primitive_a") { $0.primitives.first },
        .text(nil, key: "primitive_b") { $0.primitives.last },
        .count(nil, key: "crossings") { $0.crossings },
        .figure(nil, key: "reads_above_percent", .percent) { $0.readShares?.low.ifFinite },
        .figure(nil, key: "reads_below_percent", .percent) { $0.readShares?.high.ifFinite },
        .shown("reads", .interval) { .text($0.sharesText) },
        .text("cheaper below", key: "cheaper_below") { $0.cheaperBelow },
        .text("cheaper above", key: "cheaper_above") { $0.cheaperAbove },
        .text("notes", key: "reason") { $0.reason }.ifAny,
      ])
  }

  /// The columns that name a case: a page begins with the primitive, a file with the case's name if
  /// `isCase` is true, else with the workload.
  private func cases<Row>(
    _ title: String, without keys: Set<String> = [], _ id: @escaping @Sendable (Row) -> CaseID,
    isCase: Bool = false
  ) -> [TableDescription<Row>.Column] {
    [
      .text(title) { id($0).primitive }, .text(nil, key: isCase ? "case" : nil) { "\(id($0))" },
      .text("workload", key: "workload") { id($0).workload },
      .text(nil, key: "primitive") { id($0).primitive },
    ] + scaling.table.columns(without: keys) { id($0).parameters }
  }
}

extension SuiteScaling {
  /// The files with the results that are computed from several cases.
  package var files: [DerivedTable] { ScalingTables(scaling: self).files }
}

extension Double {
  /// The number; nil if it is infinite.
  fileprivate var ifFinite: Double? { isFinite ? self : nil }
}

extension Crossover {
  /// The shares between which the costs cross, in words.
  fileprivate var sharesText: String {
    guard let readShares else { return crossings == 0 ? "never" : "not known" }
    let (low, high) = (Self.percent(readShares.low), Self.percent(readShares.high))
    switch (readShares.low.isFinite, readShares.high.isFinite) {
    case (true, true): return readShares.low == readShares.high ? low : "\(low) to \(high)"
    case (true, false): return "from \(low)"
    case (false, true): return "up to \(high)"
    case (false, false): return "any"
    }
  }

  /// A measured share in percent; it is a round number, because the plan sets it.
  private static func percent(_ share: Double) -> String { FigureText.significant(share) + " %" }
}

extension BreakEven {
  /// A size of an iteration, or a bound if the size lies beyond all measured sizes.
  func text(_ size: Double) -> String {
    if size == -.infinity { return "below " + measured(Double(sizes.first ?? 0)) }
    if size == .infinity { return "above " + measured(Double(sizes.last ?? 0)) }
    return measured(size)
  }

  /// The ends of the size's interval.
  fileprivate var range: String {
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
