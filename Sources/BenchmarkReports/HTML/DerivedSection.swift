import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The results that are computed from several cases of a suite, in full, for each run.
struct DerivedSection {
  let runs: ReportRuns
  let suite: String

  /// The tables with their titles.
  var parts: [Document] {
    runs.indices.flatMap { run -> [Document] in
      guard let scaling = runs.runs[run].scalings.first(where: { $0.table.suite == suite }) else {
        return []
      }
      let tables = ScalingTables(scaling: scaling)
      func part<Row>(
        _ title: String, _ lead: String, _ columns: TableDescription<Row>, _ rows: [Row],
        remarks: [String] = []
      ) -> Document {
        if rows.isEmpty && remarks.isEmpty { return [] }
        let table = columns.table(rows)
          .captioned("\(suite): \(title)", hint: columns.constants(rows))
        return [
          .heading(
            "\(runs.heading(title, of: run))", level: 2, beside: rows.isEmpty ? "" : lead)
        ] + (rows.isEmpty ? [] : [.table(table)])
          + Document(remarks.map { .text(StyledText($0, .faint)) })
      }
      return [
        part(
          "Crossovers",
          "The measured shares of reads between which the cheaper of two primitives changes: at "
            + "fewer reads the one is cheaper, at more the other.", tables.crossovers,
          scaling.crossovers),
        part(
          "Break-even",
          "The size of an iteration from which a parallel loop beats the serial one.",
          tables.breakEvens, scaling.breakEvens),
        part(
          "Scaling",
          "The speed-up over the serial loop, the efficiency (the speed-up divided by the CPUs), and the serial "
            + "fraction of Karp and Flatt (1990).", tables.loops, scaling.loops),
        part(
          "Universal scalability law",
          "Alpha is the share of the work that queues, beta what each pair of CPUs costs; beyond the peak more "
            + "CPUs do less.", tables.fits(.speedup), scaling.fits.filter { $0.fit != nil },
          remarks: scaling.fits.filter { $0.fit == nil }.grouped(by: \.reason).map {
            "\($0.count) curves: \($0[0].reason)"
          }),
      ]
    }
  }
}
