import ArgumentParser
import BenchmarkReports

/// The output format of `show`.
enum ShowFormat: Equatable, ExpressibleByArgument {
  /// Tables for a terminal.
  case text
  /// Tables for a write-up.
  case writeUp(WriteUpFormat)
  /// Figures for another tool.
  case export(ExportFormat)

  private static let all =
    [Self.text] + WriteUpFormat.allCases.map(Self.writeUp) + ExportFormat.allCases.map(Self.export)

  init?(argument: String) {
    guard let format = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = format
  }

  static var allValueStrings: [String] { all.map(\.name) }
  var defaultValueDescription: String { name }

  private var name: String {
    switch self {
    case .text: "text"
    case .writeUp(let format): format.rawValue
    case .export(let format): format.rawValue
    }
  }
}

/// The format of tables for a write-up.
enum WriteUpFormat: String, CaseIterable {
  case markdown
  case latex
  case csv

  /// Returns the tables of a run in the format.
  ///
  /// - Parameter parameter: The parameter whose values are columns; nil for none. A CSV, which has
  ///   a row for each figure, ignores it.
  func text(of writeUp: WriteUp, across parameter: String?) -> String {
    switch self {
    case .markdown: writeUp.markdown(across: parameter)
    case .latex: writeUp.latex(across: parameter)
    case .csv: writeUp.csv
    }
  }
}
