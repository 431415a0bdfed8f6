import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What the cases of a suite say only together, in full: scaling, break-even sizes, fitted curves and
/// crossovers, a table a run.
struct DerivedTables {
  private let runs: ReportRuns
  private let suite: String

  init(_ runs: ReportRuns, suite: String) {
    self.runs = runs
    self.suite = suite
  }

  func blocks(id: String) -> [BlockView] {
    runs.runs.indices.flatMap { run -> [BlockView] in
      guard let scaling = runs.runs[run].scalings.first(where: { $0.table.suite == suite }) else {
        return []
      }
      let tables = [
        crossovers(scaling), breakEvens(scaling), loops(scaling), fits(scaling),
      ]
      return tables.enumerated().compactMap { index, found in
        guard var block = found else { return nil }
        let own = "\(id)-d\(run)-\(index)"
        let title = runs.areSeveral ? "\(block.title), \(runs.letter(run))" : block.title
        block.table?.rename(own + "t")
        return BlockView(
          id: own, title: title, lead: block.lead, table: block.table, remarks: block.remarks)
      }
    }
  }

  private func block(
    _ title: String, lead: String, _ parameters: SituationColumns, first: [String],
    numbers: [String], last: [String] = ["notes"], rows: [RowView]
  ) -> BlockView? {
    guard !rows.isEmpty else { return nil }
    let columns =
      first.map { ColumnView(title: $0) } + parameters.columns
      + numbers.map { ColumnView(title: $0, isNumber: true) } + last.map { ColumnView(title: $0) }
    // A column of notes that nobody has is a column less to scroll.
    let isEmpty = rows.allSatisfy { $0.cells.last?.text.isEmpty ?? true }
    return BlockView(
      id: "", title: title, lead: lead,
      table: TableView(
        id: "", caption: "\(suite): \(title)", hint: parameters.constants,
        columns: isEmpty ? Array(columns.dropLast()) : columns,
        rows: isEmpty ? rows.map { RowView(cells: Array($0.cells.dropLast())) } : rows))
  }

  // MARK: Crossovers

  private func crossovers(_ scaling: SuiteScaling) -> BlockView? {
    let parameters = SituationColumns(
      scaling.crossovers.map(Self.situation), parameters: scaling.table.parameters)
    return block(
      "Crossovers",
      lead:
        "The share of reads at which two primitives cost the same: below it the one is cheaper, "
        + "above it the other.",
      parameters, first: ["pair"], numbers: ["reads", "95 %"],
      last: ["cheaper below", "cheaper above", "notes"],
      rows: scaling.crossovers.map { found in
        let pair = found.primitives.joined(separator: " and ")
        return RowView(
          cells: [.heading(pair)] + parameters.cells(Self.situation(found)) + [
            found.readShare.map { .number($0.value, Self.percent($0.value)) }
              ?? CellView.text(found.crossings == 0 ? "never" : "not known"),
            .text(Self.range(found.readShare, Self.percent)), .text(found.cheaperBelow),
            .text(found.cheaperAbove), .text(found.reason),
          ])
      })
  }

  private static func situation(_ found: Crossover) -> CaseID {
    CaseID(suite: "", workload: found.workload, primitive: "", parameters: found.parameters)
  }

  /// Three digits, and as many as tell 99.9 % from 100 %.
  private static func percent(_ share: Double) -> String {
    guard share.isFinite else { return share < 0 ? "below all" : "above all" }
    return share > 99 && share < 100
      ? "\((share * 100).rounded() / 100) %" : Figures.digits(share) + " %"
  }

  private static func range(_ estimate: Estimate?, _ text: (Double) -> String) -> String {
    guard let interval = estimate?.interval else { return "" }
    let (low, high) = (text(interval.low), text(interval.high))
    return low == high ? low : "\(low) to \(high)"
  }

  // MARK: Loops

  private func breakEvens(_ scaling: SuiteScaling) -> BlockView? {
    let parameters = SituationColumns(
      scaling.breakEvens.map(\.id), parameters: scaling.table.parameters)
    return block(
      "Break-even",
      lead: "The size of an iteration from which on a parallel loop beats the serial one.",
      parameters, first: ["loop", "workload"], numbers: ["pays from", "95 %"],
      rows: scaling.breakEvens.map { found in
        RowView(
          cells: [.heading(found.id.primitive), .text(found.id.workload)]
            + parameters.cells(found.id) + [
              .number(found.size.value, Self.size(found.size.value, found)),
              .text(Self.range(found.size) { Self.size($0, found) }), .text(found.reason),
            ])
      })
  }

  private static func size(_ size: Double, _ found: BreakEven) -> String {
    if size == -.infinity { return "below " + text(Double(found.sizes.first ?? 0), found.measure) }
    if size == .infinity { return "above " + text(Double(found.sizes.last ?? 0), found.measure) }
    return text(size, found.measure)
  }

  private static func text(_ size: Double, _ measure: BreakEven.Measure) -> String {
    switch measure {
    case .grain: Figures.duration(size)
    case .elements: Figures.digits(size) + " elements"
    }
  }

  private func loops(_ scaling: SuiteScaling) -> BlockView? {
    let parameters = SituationColumns(
      scaling.loops.map(\.id), parameters: scaling.table.parameters)
    return block(
      "Scaling",
      lead:
        "The speed-up over the serial loop, that over the CPUs, and the serial fraction of Karp and "
        + "Flatt (1990).",
      parameters, first: ["loop", "workload"],
      numbers: ["CPUs", "speed-up", "95 %", "efficiency", "serial fraction", "95 %"],
      rows: scaling.loops.map { loop in
        RowView(
          cells: [.heading(loop.id.primitive), .text(loop.id.workload)]
            + parameters.cells(loop.id) + [.number(loop.width)] + Self.figures(loop.speedup)
            + [loop.efficiency.map { .number($0.value, Figures.digits($0.value)) } ?? .empty]
            + (loop.serialFraction.map(Self.figures) ?? [.empty, .empty]) + [.text(loop.reason)])
      })
  }

  private static func figures(_ estimate: Estimate) -> [CellView] {
    [
      .number(estimate.value, Figures.digits(estimate.value)),
      .text(range(estimate, Figures.digits)),
    ]
  }

  // MARK: Fits

  private func fits(_ scaling: SuiteScaling) -> BlockView? {
    let fitted = scaling.fits.filter { $0.fit != nil }
    let refused = scaling.fits.filter { $0.fit == nil }
    let remarks = refused.map(\.reason).uniqued().map { reason in
      "\(refused.count { $0.reason == reason }) curves: \(reason)"
    }
    let title = "Universal scalability law"
    let parameters = SituationColumns(fitted.map(\.id), parameters: scaling.table.parameters)
    let found = block(
      title,
      lead:
        "Alpha is the share that queues, beta what each pair of CPUs costs; beyond the peak more "
        + "CPUs do less.",
      parameters, first: ["curve", "workload"],
      numbers: ["alpha", "95 %", "beta", "95 %", "peak", "95 %", "misses by"],
      rows: fitted.compactMap { finding in
        finding.fit.map { fit in
          RowView(
            cells: [.heading(finding.id.primitive), .text(finding.id.workload)]
              + parameters.cells(finding.id) + Self.cells(fit) + [.text(finding.reason)])
        }
      })
    guard var block = found else {
      return remarks.isEmpty
        ? nil : BlockView(id: "", title: title, table: nil, remarks: remarks)
    }
    block.remarks = remarks
    return block
  }

  private static func cells(_ fit: ScalabilityEstimate) -> [CellView] {
    [
      .number(fit.contention.value, small(fit.contention.value)),
      .text(range(fit.contention, small)),
      .number(fit.coherency.value, small(fit.coherency.value)),
      .text(range(fit.coherency, small)),
      fit.peakWidth.map { .number($0.value, Figures.digits($0.value)) } ?? .text("none"),
      .text(range(fit.peakWidth) { $0.isFinite ? Figures.digits($0) : "none" }),
      .number(fit.largestMiss, Figures.digits(100 * fit.largestMiss) + " %"),
    ]
  }

  /// A coefficient in three significant digits, however small: beta is mostly far below 0.01.
  private static func small(_ value: Double) -> String {
    if value == 0 || !value.isFinite { return value == 0 ? "0" : "?" }
    var (scaled, places) = (value.magnitude, 0)
    while scaled < 1, places < 12 {
      scaled *= 10
      places += 1
    }
    return places < 2 ? Figures.digits(value) : "\(Figures.digits(scaled))e-\(places)"
  }
}

extension TableView {
  fileprivate mutating func rename(_ id: String) {
    self = TableView(
      id: id, caption: caption, hint: hint, spanRows: spanRows, columns: columns, rows: rows,
      isPlain: isPlain)
  }
}
