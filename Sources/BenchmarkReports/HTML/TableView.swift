import BenchmarkModel
import BenchmarkStatistics
import Mustache

/// A table of the report: its rows can be sorted by any column and filtered by their text.
struct TableView {
  let id: String
  let caption: String
  /// What a reader must know to read it; nil for nothing.
  var hint: String?
  /// A row of headings over columns that belong together; none in most tables.
  var spanRows: [SpanRowView] = []
  var columns: [ColumnView]
  var rows: [RowView] = []
  /// Whether it is for looking up, not for sorting: the script leaves it alone.
  var isPlain = false
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
  var isNumber = false
}

/// A row of cells, one a column.
struct RowView {
  var cells: [CellView]
  /// Whether another situation begins here.
  var isFirst = false
}

/// A cell.
struct CellView {
  let text: String
  /// What it is sorted by, where that is not its text.
  var key: String?
  /// How it is marked: the name of a style.
  var mark: String?
  /// Whether it names its row.
  var isHeading = false

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
  static func heading(_ text: String) -> CellView { CellView(text: text, isHeading: true) }

  static func text(_ text: String) -> CellView { CellView(text: text) }

  static let empty = CellView(text: "")

  static func number(_ value: Double, _ text: String) -> CellView {
    CellView(text: text, key: FigureText.significant(value).orNil)
  }

  static func number(_ value: Int) -> CellView {
    CellView(text: String(value), key: String(value))
  }

  static func badge(_ text: String, _ mark: Mark) -> CellView {
    CellView(text: text, mark: mark.rawValue)
  }

  /// How a word is marked.
  enum Mark: String {
    case bad
    case quiet
    case good
    case caution
  }
}

extension String {
  fileprivate var orNil: String? { isEmpty ? nil : self }
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
