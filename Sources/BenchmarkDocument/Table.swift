package import BenchmarkStatistics

/// Rows and columns of typed cells.
package struct Table: Sendable {
  /// The kind of a column's contents, which decides their alignment.
  package enum Kind: Sendable {
    /// Words.
    case text
    /// A name whose parts are joined by slashes; a long name may be broken at a slash.
    case name
    /// One figure in each row.
    case figure
    /// The uncertainty of the figure in the column before.
    case interval
  }

  package struct Column: Sendable {
    /// The heading.
    package let title: String
    /// The kind of the column's contents.
    package let kind: Kind

    /// The units, one of which a backend may write in the heading for all figures of the column;
    /// each is a thousand times the previous unit.
    let units: [String]

    /// Makes a column.
    package init(_ title: String, _ kind: Kind = .text, units: [String] = []) {
      self.title = title
      self.kind = kind
      self.units = units
    }
  }

  package struct Row: Sendable {
    /// The cells, one for each column.
    package let cells: [Cell]
    /// Remarks on the row beside its cells.
    package let notes: [String]
    /// Whether the row is the first of a situation (suite, workload and parameters); a page marks
    /// such rows.
    package let isFirst: Bool

    /// Makes a row.
    package init(_ cells: [Cell], notes: [String] = [], isFirst: Bool = false) {
      self.cells = cells
      self.notes = notes
      self.isFirst = isFirst
    }
  }

  /// A heading over `count` columns of a page; a nil title leaves them without such a heading.
  package struct Span: Sendable {
    let title: String?
    let count: Int

    /// Makes a heading.
    package init(_ title: String?, count: Int) {
      self.title = title
      self.count = count
    }
  }

  /// The position at which a terminal prints notes.
  package enum NotePlace: Sendable {
    /// After the row, or below it if the line would be too long.
    case behind
    /// Below the row, each note on lines of its own, with an indent.
    case below(indent: Int)
  }

  /// The columns, from left to right.
  package var columns: [Column]
  /// The rows, from the top.
  package var rows: [Row]
  /// The position of notes; nil if rows have no notes.
  package var notes: NotePlace?
  /// The number of blanks before each line on a terminal.
  package var indent: Int
  /// The maximum length of a line on a terminal.
  package var width: Int
  /// The caption on a page; if empty, the caption is the heading above the table.
  package var caption = ""
  /// The remark beside the caption on a page.
  package var hint: String?
  /// The headings over groups of columns, on a page.
  package var spans: [Span] = []
  /// Whether the table is for looking up facts, so that a page does not sort or filter the rows.
  package var isPlain = false

  package init(
    _ columns: [Column], _ rows: [Row] = [], notes: NotePlace? = nil, indent: Int = 2,
    width: Int = Paragraph.width
  ) {
    self.columns = columns
    self.rows = rows
    self.notes = notes
    self.indent = indent
    self.width = width
  }

  /// The table with its caption on a page.
  package func captioned(_ caption: String, hint: String? = nil, isPlain: Bool = false) -> Table {
    var table = self
    (table.caption, table.hint, table.isPlain) = (caption, hint, isPlain)
    return table
  }

  /// Makes a table of rows without notes.
  package init(_ columns: [Column], cells rows: [[Cell]], indent: Int = 2) {
    self.init(columns, rows.map { Row($0) }, indent: indent)
  }
}

extension Table {
  /// The table for a terminal of `columns` characters a line: a text on the right that has no room
  /// becomes a note of its row, after its column's heading.
  func narrowed(to columns: Int) -> Table {
    guard columns < .max else { return self }
    var table = self
    table.width = min(width, columns)
    if case .behind = notes {
      table.shortenRows()
      return table
    }
    while table.fullWidth > table.width, let last = table.lastText {
      let title = table.columns.remove(at: last).title
      table.rows = table.rows.map { row in
        var cells = row.cells
        let text = cells.remove(at: last).text
        return Row(cells, notes: (text.isEmpty ? [] : ["\(title): \(text)"]) + row.notes)
      }
      if table.notes == nil { table.notes = .below(indent: indent + 2) }
    }
    return table
  }

  /// Moves a text in the last column into its row's notes if the line has no room for the text.
  private mutating func shortenRows() {
    guard let last = columns.indices.last, last == lastText else { return }
    let room = width - columns.indices.dropLast().reduce(indent) { $0 + width(of: $1) + 1 }
    rows = rows.map { row in
      let text = row.cells[last].text
      guard Printable.text(text).count > room else { return row }
      return Row(
        row.cells.dropLast() + [.empty], notes: ["\(columns[last].title): \(text)"] + row.notes)
    }
  }

  /// The length of the longest line, with names broken to `TableLines.leastNarrowName` letters.
  private var fullWidth: Int {
    columns.indices.reduce(indent) { sum, column in
      let width = width(of: column)
      return sum + 1
        + (columns[column].kind == .name ? min(width, TableLines.leastNarrowName) : width)
    } - 1
  }

  private func width(of column: Int) -> Int {
    rows.reduce(columns[column].title.count) {
      max($0, Printable.text($1.cells[column].text).count)
    }
  }

  /// The last column of texts; nil if that is the first column, or if there is none.
  private var lastText: Int? {
    let texts = columns.indices.filter {
      if case .text = columns[$0].kind { $0 > 0 } else { false }
    }
    return texts.last
  }
}

/// The contents of a row in a column.
package enum Cell: Sendable, ExpressibleByStringInterpolation {
  /// Words.
  case text(String)
  /// A word with a tone, good or bad.
  case verdict(String, Tone)
  /// A number of things.
  case count(Int)
  /// A rank, with `=` if other rows share the rank.
  case rank(Int, isShared: Bool)
  /// A value.
  case figure(Double, Quantity)
  /// The interval of an estimate in the column before: half the width, such as `±2 %`, or both ends
  /// if the backend has room.
  case spread(Estimate, Quantity)
  /// An interval's ends.
  case range(Interval, Quantity)

  /// Words.
  package init(stringLiteral text: String) { self = .text(text) }

  package static let empty = Cell.text("")

  /// A value, or an empty cell.
  package static func figure(_ value: Double?, _ quantity: Quantity) -> Cell {
    if let value { .figure(value, quantity) } else { .empty }
  }

  /// An interval's ends, or an empty cell.
  package static func range(_ interval: Interval?, _ quantity: Quantity) -> Cell {
    if let interval { .range(interval, quantity) } else { .empty }
  }

  /// The text for readers, with half the width of a spread's interval.
  package var text: String {
    switch self {
    case .text(let text), .verdict(let text, _): text
    case .count(let count): String(count)
    case .rank(let rank, let isShared): "\(rank)\(isShared ? "=" : "")"
    case .figure(let value, let quantity): quantity.text(value)
    case .spread(let estimate, let quantity): quantity.spread(estimate)
    case .range(let interval, let quantity): quantity.range(interval)
    }
  }

  /// The text for readers, with both ends of a spread's interval.
  var textWithEnds: String {
    guard case .spread(let estimate, let quantity) = self else { return text }
    return estimate.interval.map { "\(quantity.text($0.low)) to \(quantity.text($0.high))" } ?? ""
  }

  /// The tone of the cell's text.
  var tone: Tone { if case .verdict(_, let tone) = self { tone } else { .plain } }
}
