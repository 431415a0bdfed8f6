import BenchmarkDocument

/// What is said of many machines, as a section of a report's page.
struct HostSection {
  let report: HostReport

  /// The section, in the form of a suite's.
  var view: SuiteView {
    let parts = report.parts
    return SuiteView(
      id: "machines", name: "Machines",
      summary: "groups of identical machines, and what differs in them and between them",
      charts: [],
      blocks: parts.enumerated().map { place, part in
        BlockView(
          id: "machines-\(place)", title: part.title.isEmpty ? "how to read it" : part.title,
          lead: part.beside.isEmpty ? nil : part.beside,
          table: part.table.map { Self.view(of: $0, id: "machines-t\(place)", part.title) },
          remarks: part.lines.map { $0.label + $0.text })
      })
  }

  private static func view(of table: Table, id: String, _ caption: String) -> TableView {
    TableView(
      id: id, caption: caption,
      columns: table.columns.map {
        ColumnView(title: $0.title, isNumber: $0.kind == .figure || $0.kind == .interval)
      },
      rows: table.rows.map { row in
        RowView(
          cells: zip(row.cells, table.columns).map { cell, column -> CellView in
            if case .figure(let value, let quantity) = cell {
              return .number(value, quantity.text(value))
            }
            return column.kind == .name ? .heading(cell.text) : .text(cell.text)
          })
      })
  }
}
