import BenchmarkAnalysis
import BenchmarkDocument
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
        block(found, id: "\(id)-d\(run)-\(index)", run)
      }
    }
  }

  /// A table before its place in the page is known.
  private struct Part {
    let title: String
    let lead: String
    /// What stands in each row before and behind the parameters that differ among the cases.
    let first, last: [Table.Column]
    let rows: [(id: CaseID, first: [Cell], last: [Cell])]
    let parameters: [ParameterColumn]
    var remarks: [String] = []
  }

  /// The table with its parameters; nil where it has nothing to say.
  private func block(_ part: Part, id: String, _ run: Int) -> BlockView? {
    let title = runs.heading(part.title, of: run)
    guard !part.rows.isEmpty else {
      return part.remarks.isEmpty
        ? nil : BlockView(id: id, title: title, table: nil, remarks: part.remarks)
    }
    let parameters = SituationColumns(part.rows.map(\.id), parameters: part.parameters)
    // A column of notes that no row has is a column less to scroll.
    let hasNotes = part.rows.contains { !($0.last.last?.text.isEmpty ?? true) }
    let cut = hasNotes ? 0 : 1
    let table = TableView(
      id: id + "t", caption: "\(suite): \(part.title)", hint: parameters.constants,
      columns: part.first + parameters.columns + part.last.dropLast(cut),
      rows: part.rows.map { row in
        RowView(row.first + parameters.cells(row.id) + row.last.dropLast(cut))
      })
    return BlockView(id: id, title: title, lead: part.lead, table: table, remarks: part.remarks)
  }

  private func crossovers(_ scaling: SuiteScaling) -> Part {
    Part(
      title: "Crossovers",
      lead:
        "The share of reads at which two primitives cost the same: below it the one is cheaper, "
        + "above it the other.",
      first: [.init("pair")],
      last: [
        .init("reads", .figure), .init("95 %", .interval), .init("cheaper below"),
        .init("cheaper above"), .init("notes"),
      ],
      rows: scaling.crossovers.map { found in
        let place = CaseID(
          suite: "", workload: found.workload, primitive: "", parameters: found.parameters)
        let none: Cell = found.crossings == 0 ? "never" : "not known"
        return (
          place, [.text(found.primitives.joined(separator: " and "))],
          [
            found.readShare.map { .figure($0.value, .percent) } ?? none,
            .range(found.readShare?.interval, .percent), .text(found.cheaperBelow),
            .text(found.cheaperAbove), .text(found.reason),
          ]
        )
      }, parameters: scaling.table.parameters)
  }

  private func breakEvens(_ scaling: SuiteScaling) -> Part {
    Part(
      title: "Break-even",
      lead: "The size of an iteration from which on a parallel loop beats the serial one.",
      first: [.init("loop"), .init("workload")],
      last: [.init("pays from", .figure), .init("95 %", .interval), .init("notes")],
      rows: scaling.breakEvens.map { found in
        (
          found.id, [.text(found.id.primitive), .text(found.id.workload)],
          [.text(found.text(found.size.value)), .text(found.range), .text(found.reason)]
        )
      }, parameters: scaling.table.parameters)
  }

  private func loops(_ scaling: SuiteScaling) -> Part {
    Part(
      title: "Scaling",
      lead:
        "The speed-up over the serial loop, that over the CPUs, and the serial fraction of Karp and "
        + "Flatt (1990).",
      first: [.init("loop"), .init("workload")],
      last: [
        .init("CPUs", .figure), .init("speed-up", .figure), .init("95 %", .interval),
        .init("efficiency", .figure), .init("serial fraction", .figure), .init("95 %", .interval),
        .init("notes"),
      ],
      rows: scaling.loops.map { loop in
        (
          loop.id, [.text(loop.id.primitive), .text(loop.id.workload)],
          [
            .count(loop.width), .figure(loop.speedup.value, .number),
            .range(loop.speedup.interval, .number), .figure(loop.efficiency?.value, .number),
            .figure(loop.serialFraction?.value, .number),
            .range(loop.serialFraction?.interval, .number), .text(loop.reason),
          ]
        )
      }, parameters: scaling.table.parameters)
  }

  private func fits(_ scaling: SuiteScaling) -> Part {
    Part(
      title: "Universal scalability law",
      lead:
        "Alpha is the share that queues, beta what each pair of CPUs costs; beyond the peak more "
        + "CPUs do less.",
      first: [.init("curve"), .init("workload")],
      last: SuiteScaling.fitColumns + [.init("notes")],
      rows: scaling.fits.compactMap { found in
        found.fit.map { fit in
          (
            found.id, [.text(found.id.primitive), .text(found.id.workload)],
            SuiteScaling.cells(fit) + [.text(found.reason)]
          )
        }
      }, parameters: scaling.table.parameters,
      remarks: scaling.fits.filter { $0.fit == nil }.grouped(by: \.reason).map {
        "\($0.count) curves: \($0[0].reason)"
      })
  }
}
