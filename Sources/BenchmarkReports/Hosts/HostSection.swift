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

  /// The table with the column that names its rows in front, where a page keeps it in sight.
  private static func view(of table: Table, id: String, _ caption: String) -> TableView {
    let name = table.columns.firstIndex { $0.kind == .name } ?? 0
    func nameFirst<Item>(_ items: [Item]) -> [Item] {
      [items[name]] + items[..<name] + items[(name + 1)...]
    }
    return TableView(
      id: id, caption: caption, columns: nameFirst(table.columns),
      rows: table.rows.map { RowView(nameFirst($0.cells)) })
  }
}
