import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics
import Mustache

/// A table of the report: its rows can be sorted by any column and filtered by their text.
struct TableView {
  let id: String
  let caption: String
  /// What a reader must know to read it; nil for nothing.
  let hint: String?
  /// A row of headings over columns that belong together; none in most tables.
  let spanRows: [SpanRowView]
  let columns: [ColumnView]
  let rows: [RowView]
  /// Whether it is for looking up, not for sorting: the script leaves it alone.
  let isPlain: Bool

  init(
    id: String, caption: String, hint: String? = nil, spanRows: [SpanRowView] = [],
    columns: [Table.Column], rows: [RowView], isPlain: Bool = false
  ) {
    self.id = id
    self.caption = caption
    self.hint = hint
    self.spanRows = spanRows
    self.columns = columns.map(ColumnView.init)
    self.rows = rows
    self.isPlain = isPlain
  }
}

extension TableView {
  /// A document's table with its caption.
  init(id: String, caption: String, hint: String? = nil, _ table: Table) {
    self.init(
      id: id, caption: caption, hint: hint, columns: table.columns,
      rows: table.rows.map { RowView($0.cells) })
  }
}

/// Headings over columns that belong together.
struct SpanRowView {
  let spans: [SpanView]
}

/// A heading over several columns, or the gap beside those.
struct SpanView {
  let text: String
  let count: Int
  var isGap = false
}

/// A column's heading.
struct ColumnView {
  let title: String
  let isNumber: Bool

  /// A column of a document's table: figures and intervals stand on the right.
  init(_ column: Table.Column) {
    title = column.title
    isNumber = column.kind == .figure || column.kind == .interval
  }
}

/// A row of cells, one a column.
struct RowView {
  let cells: [CellView]
  /// Whether another situation begins here.
  let isFirst: Bool

  /// A row of a document's table, which its first cell names.
  init(_ cells: [Cell], isFirst: Bool = false) {
    self.cells = cells.enumerated().map { CellView($0.element, isHeading: $0.offset == 0) }
    self.isFirst = isFirst
  }
}

/// A cell.
struct CellView {
  let text: String
  /// What it is sorted by, where that is not its text.
  let key: String?
  /// How it is marked: the name of a style.
  let mark: String?
  /// Whether it names its row.
  let isHeading: Bool

  /// The text in parts that stay whole where it is broken into lines: a name's, each with the slash behind it.
  var parts: [String] {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return parts.dropLast().map { $0 + "/" } + parts.suffix(1)
  }

  /// Whether it is broken into lines: what is shorter stands on one.
  var isLong: Bool { text.utf8.count > Self.longest }
  private static let longest = 48
}

extension CellView {
  /// A cell of a document's table, which is sorted by its value.
  init(_ cell: Cell, isHeading: Bool) {
    text = cell.text
    self.isHeading = isHeading
    mark = if case .verdict(_, let tone) = cell { tone.mark?.rawValue } else { nil }
    key =
      switch cell {
      case .text, .verdict, .range: nil
      case .count(let count): String(count)
      case .place(let place, _): String(place)
      case .figure(let value, _): Self.key(value)
      // An interval is sorted by how wide it is beside its value.
      case .spread(let estimate, _):
        estimate.interval.flatMap { Self.key($0.relativeHalfWidth(around: estimate.value)) }
      }
  }

  private static func key(_ value: Double) -> String? {
    let text = FigureText.significant(value)
    return text.isEmpty ? nil : text
  }
}

/// How a word is marked.
enum Mark: String {
  case bad
  case quiet
  case good
  case caution
}

extension Tone {
  /// The style of a word with this tone.
  fileprivate var mark: Mark? {
    switch self {
    case .plain, .strong: nil
    case .faint: .quiet
    case .good: .good
    case .caution: .caution
    case .alarm: .bad
    }
  }
}

// A long report has a hundred thousand cells: looking their fields up by reflection takes seconds. So does
// looking for what a cell lacks in all that it stands in: it has that, and it is false.
extension RowView: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "cells": cells
    case "isFirst": isFirst
    default: nil
    }
  }
}

extension CellView: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "text": text
    case "key": key ?? false
    case "mark": mark ?? false
    case "isHeading": isHeading
    case "parts": parts
    case "isLong": isLong
    default: nil
    }
  }
}
