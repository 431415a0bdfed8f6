import BenchmarkModel
import BenchmarkStatistics

// MARK: Pages

extension TableDescription {
  /// The table of a page.
  ///
  /// - Parameters:
  ///   - rows: The rows, from the top.
  ///   - notes: The position at which a terminal prints the notes of rows; nil if rows have no
  ///     notes.
  ///   - indent: The number of blanks before each line on a terminal.
  ///   - width: The maximum length of a line on a terminal.
  ///   - noted: The notes of a row.
  package func table(
    _ rows: [Row], notes: Table.NotePlace? = nil, indent: Int = 2, width: Int = Paragraph.width,
    noted: (Row) -> [String] = { _ in [] }
  ) -> Table {
    let shown = columns.filter { $0.title != nil && $0.isVisible(in: rows) }
    return Table(
      shown.flatMap(\.pageColumns),
      rows.map { row in Table.Row(shown.flatMap { $0.cells(row) }, notes: noted(row)) },
      notes: notes, indent: indent, width: width)
  }

  /// The values that a page leaves out because all rows share them, in words; nil if there are
  /// none.
  package func constants(_ rows: [Row]) -> String? {
    let same = columns.compactMap { column -> String? in
      guard column.visibility == .ifVaried, let title = column.title, let first = rows.first,
        !column.isVisible(in: rows), let text = column.cells(first).first?.text, !text.isEmpty
      else { return nil }
      return "\(title) = \(text)"
    }
    return same.isEmpty ? nil : "everywhere " + same.joined(separator: ", ")
  }

  /// The description without the columns whose title is among `titles`.
  package func without(_ titles: Set<String>) -> Self {
    Self(columns.filter { column in column.title.map { !titles.contains($0) } ?? true })
  }
}

extension TableDescription.Column {
  /// The columns of a page that show this column.
  fileprivate var pageColumns: [Table.Column] {
    let own = Table.Column(title ?? "", kind, units: units)
    return isEstimate && !hidesInterval ? [own, .init("95 %", .interval)] : [own]
  }

  /// The cells of a row on a page.
  fileprivate func cells(_ row: Row) -> [Cell] {
    let cells = value(row).cells
    return hidesInterval ? Array(cells.prefix(1)) : cells
  }

  /// Whether a page of the rows has the column.
  fileprivate func isVisible(in rows: [Row]) -> Bool {
    switch visibility {
    case .always: true
    case .ifAny: rows.contains { !value($0).isEmpty }
    case .ifVaried: Set(rows.lazy.map { cells($0).first?.text }).count > 1
    }
  }
}

extension FieldValue {
  /// The value's cells on a page.
  fileprivate var cells: [Cell] {
    switch self {
    case .text(let text): [.text(text ?? "")]
    case .verdict(let word, let tone): [.verdict(word, tone)]
    case .count(let count): [count.map { .count($0) } ?? .empty]
    case .figure(let value, let quantity): [.figure(value, quantity)]
    case .estimate(let estimate, let quantity, let form, let absent):
      [
        estimate.map {
          .figure($0.value, form == .suitedSpread ? quantity.notation(of: $0) : quantity)
        } ?? absent, interval(estimate, quantity, form),
      ]
    case .shown(let cell): [cell]
    case .nested: [.empty]
    }
  }

  private func interval(_ estimate: Estimate?, _ quantity: Quantity, _ form: IntervalForm) -> Cell {
    guard let estimate else { return .empty }
    return form == .ends ? .range(estimate.interval, quantity) : .spread(estimate, quantity)
  }

  /// Whether the value's cells on a page are all empty.
  fileprivate var isEmpty: Bool { cells.allSatisfy { $0.text.isEmpty } }
}

// MARK: CSV

extension TableDescription {
  /// The header and the rows by RFC 4180.
  package func csv(_ rows: [Row]) -> String {
    rows.reduce(into: CSV.line(header)) { $0 += CSV.line(record($1)) }
  }

  /// The keys of the columns, as in the first line of a file.
  package var header: [String] { columns.flatMap(\.fileKeys) }

  /// The fields of a row.
  package func record(_ row: Row) -> [String] {
    columns.flatMap { $0.key == nil ? [] : $0.value(row).fields }
  }
}

extension TableDescription.Column {
  /// The names of the column's fields in CSV.
  fileprivate var fileKeys: [String] {
    guard let key else { return [] }
    return isEstimate ? [key, key + "_low", key + "_high"] : [key]
  }
}

extension FieldValue {
  /// The fields of a record; an absent value is an empty field.
  fileprivate var fields: [String] {
    switch self {
    case .text(let text): [text ?? ""]
    case .verdict(let word, _): [word]
    case .count(let count): [count.map { String($0) } ?? ""]
    case .figure(let value, _): [FigureText.significant(value)]
    case .shown: [""]
    case .estimate(let estimate, _, _, _):
      [estimate?.value, estimate?.interval?.low, estimate?.interval?.high]
        .map(FigureText.significant)
    case .nested: [""]
    }
  }
}

// MARK: JSON

extension TableDescription {
  /// The object of a row.
  package func json(_ row: Row) -> JSONValue {
    .object(
      columns.flatMap { column -> [(String, JSONValue)] in
        guard let key = column.key else { return [] }
        return column.value(row).members(key) { column.isExact ? $0.json : .number($0) }
      })
  }

  /// The objects of rows.
  package func json(_ rows: [Row]) -> JSONValue { .array(rows.map { json($0) }) }
}

extension FieldValue {
  /// The members of an object; an absent value is `null`.
  fileprivate func members(
    _ key: String, _ number: (Double?) -> JSONValue
  ) -> [(String, JSONValue)] {
    switch self {
    case .text(let text): [(key, .text(text))]
    case .verdict(let word, _): [(key, .string(word))]
    case .count(let count): [(key, count.map { .integer($0) } ?? .null)]
    case .figure(let value, _): [(key, number(value))]
    case .shown: []
    case .estimate(let estimate, _, _, _):
      [
        (key, number(estimate?.value)), (key + "_low", number(estimate?.interval?.low)),
        (key + "_high", number(estimate?.interval?.high)),
      ]
    case .nested(let value): [(key, value)]
    }
  }
}
