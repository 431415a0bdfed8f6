import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Tables for a LaTeX document: a floating `booktabs` table a situation, with caption and label.
public struct WriteUpLaTeX {
  private let writeUp: WriteUp

  /// Makes the text of a run's tables.
  public init(_ writeUp: WriteUp) { self.writeUp = writeUp }

  /// The whole text, to be read with `\input`.
  public func render() -> String {
    let tables = writeUp.suites.flatMap(\.tables).filter { !$0.shown.isEmpty }
    return Self.preamble
      + tables.enumerated().map { number, table in
        (number > 0 && number.isMultiple(of: Self.mostWaiting) ? "\n\\clearpage\n" : "\n")
          + render(table)
      }.joined()
  }

  /// LaTeX keeps eighteen floats waiting at most; a page is ended before that.
  private static let mostWaiting = 12

  private static let preamble = """
    % Tables to be read with \\input. The document's preamble needs:
    %   \\usepackage[T1]{fontenc}
    %   \\usepackage[utf8]{inputenc}
    %   \\usepackage{booktabs,textcomp}

    """

  private func render(_ table: WriteUpTable) -> String {
    """
    \\begin{table}[htbp]
    \\centering\\small
    \\caption[{\(LaTeX.escaped(table.situation))}]{\(LaTeX.escaped(caption(table)))}
    \\label{tab:\(Self.label(table.situation))}
    \(LaTeX.tabular(table.table))\\end{table}

    """
  }

  private func caption(_ table: WriteUpTable) -> String {
    let what = table.column.map { "\($0.name), \(table.direction). " } ?? ""
    return "\(table.situation): \(what)\(WriteUp.legend) \(writeUp.caption)."
  }

  /// The situation in letters that a label may have.
  static func label(_ situation: String) -> String {
    String(
      String.UnicodeScalarView(
        situation.unicodeScalars.map { scalar in
          scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            ? scalar : "-"
        }))
  }
}
