import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The tables that the cases of a suite fill together, in full, for each run.
struct DerivedSection {
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
      let tables = ScalingTables(scaling: scaling)
      func block<Row>(
        _ place: Int, _ title: String, _ lead: String, _ columns: TableDescription<Row>,
        _ rows: [Row], remarks: [String] = []
      ) -> BlockView? {
        guard !rows.isEmpty || !remarks.isEmpty else { return nil }
        let id = "\(id)-d\(run)-\(place)"
        let table = TableView(
          id: id + "t", caption: "\(suite): \(title)", hint: columns.constants(rows),
          columns.table(rows))
        return BlockView(
          id: id, title: runs.heading(title, of: run), lead: rows.isEmpty ? nil : lead,
          table: rows.isEmpty ? nil : table, remarks: remarks)
      }
      return [
        block(
          0, "Crossovers",
          "The share of reads at which two primitives cost the same: below it the one is cheaper, "
            + "above it the other.", tables.crossovers, scaling.crossovers),
        block(
          1, "Break-even",
          "The size of an iteration from which on a parallel loop beats the serial one.",
          tables.breakEvens, scaling.breakEvens),
        block(
          2, "Scaling",
          "The speed-up over the serial loop, that over the CPUs, and the serial fraction of Karp and "
            + "Flatt (1990).", tables.loops, scaling.loops),
        block(
          3, "Universal scalability law",
          "Alpha is the share that queues, beta what each pair of CPUs costs; beyond the peak more "
            + "CPUs do less.", tables.fits(.speedup), scaling.fits.filter { $0.fit != nil },
          remarks: scaling.fits.filter { $0.fit == nil }.grouped(by: \.reason).map {
            "\($0.count) curves: \($0[0].reason)"
          }),
      ].compactMap { $0 }
    }
  }
}
