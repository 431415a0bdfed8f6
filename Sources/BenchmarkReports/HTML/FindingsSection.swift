import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What a reader should know first: surprises, then the fastest primitives of each situation.
struct FindingsSection {
  private let runs: ReportRuns

  init(_ runs: ReportRuns) { self.runs = runs }

  var view: FindingsView {
    FindingsView(
      leads: [], lists: runs.runs.indices.compactMap(surprises),
      tables: runs.runs.indices.map(fastest))
  }

  private func surprises(_ run: Int) -> ListView? {
    let summary = runs.runs[run].summary
    var items = summary.missed.map {
      ItemView(label: "control missed", mark: "bad", text: "\($0.id): its check proved nothing here")
    }
    items += summary.unexpected.map {
      ItemView(
        label: $0.status.rawValue.uppercased(), mark: "bad", text: "\($0.id): \($0.reason)")
    }
    guard !items.isEmpty else { return nil }
    return ListView(title: runs.title("Surprises", of: run), items: items)
  }

  private func fastest(_ run: Int) -> TableView {
    let rankings = runs.runs[run].summary.suites.flatMap { $0.rankings() }
      .filter { $0.ranked.count > 1 }
    return TableView(
      id: "fastest\(run)", caption: runs.title("The best of each situation", of: run),
      columns: [
        ColumnView(title: "situation"), ColumnView(title: "best"),
        ColumnView(title: "value", isNumber: true),
        ColumnView(title: "next × best", isNumber: true), ColumnView(title: "next"),
      ],
      rows: rankings.map { ranking in
        let best = ranking.ranked.filter { $0.place == 1 }
        let next = ranking.ranked.first { $0.place > 1 }
        let value = ranking.ranked[0].metric.estimate.value
        return RowView(cells: [
          .heading(ranking.situation),
          .text(best.map(\.summary.id.primitive).joined(separator: ", ")),
          .number(value, Figures.text(value, column: ranking.column)),
          next.map { .number($0.ratioToBest, Figures.digits($0.ratioToBest)) } ?? .empty,
          .text(next?.summary.id.primitive ?? "not told apart"),
        ])
      })
  }
}
