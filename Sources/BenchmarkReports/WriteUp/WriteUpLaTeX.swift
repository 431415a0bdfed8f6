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
    let body = table.column.map { ranked(table, $0) } ?? unranked(table)
    return """
      \\begin{table}[htbp]
      \\centering\\small
      \\caption[{\(LaTeXText.escaped(table.situation))}]{\(LaTeXText.escaped(caption(table)))}
      \\label{tab:\(Self.label(table.situation))}
      \(body)\\end{table}

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

  // MARK: Bodies

  private func ranked(_ table: WriteUpTable, _ column: MetricColumn) -> String {
    let rows = table.shown
    let scale = FigureScale(column, rows.compactMap(\.estimate?.value))
    let unit = scale.unit.isEmpty ? column.name : scale.unit
    let hasNotes = rows.contains { !$0.notes.isEmpty }
    let heading = [
      "place", "primitive", LaTeXText.escaped(unit), "\\multicolumn{2}{c}{95\\,\\%}",
      "$\\times$ best",
    ]
    let lines = rows.map { row in
      [row.place.map { String($0) } ?? "--", LaTeXText.escaped(row.primitive)]
        + figures(row, text: scale.text)
    }
    return tabular(
      "rlrrrr", heading: heading, lines: lines, notes: hasNotes ? rows.map(\.notes) : nil)
  }

  /// The figure, the ends of its interval and the ratio, or across all of them why there are none.
  private func figures(_ row: WriteUpRow, text: (Double) -> String) -> [String] {
    guard let estimate = row.estimate else {
      return ["\\multicolumn{4}{l}{\(LaTeXText.escaped(row.status))}"]
    }
    return ([estimate.value] + ends(estimate)).map { cell($0, text) }
      + [cell(row.ratioToBest, Figures.digits)]
  }

  private func unranked(_ table: WriteUpTable) -> String {
    let rows = table.shown
    let hasNotes = rows.contains { !$0.notes.isEmpty }
    let lines = rows.map { row -> [String] in
      let name = LaTeXText.escaped(row.primitive)
      guard let estimate = row.estimate else {
        return [name, "\\multicolumn{4}{l}{\(LaTeXText.escaped(row.status))}"]
      }
      let figures = ([estimate.value] + ends(estimate)).map { value in
        value.map { LaTeXText.escaped(Figures.text($0, column: row.column)) } ?? ""
      }
      return [name, LaTeXText.escaped(row.column.name)] + figures
    }
    return tabular(
      "llrrr", heading: ["primitive", "metric", "value", "\\multicolumn{2}{c}{95\\,\\%}"],
      lines: lines, notes: hasNotes ? rows.map(\.notes) : nil)
  }

  private func ends(_ estimate: Estimate) -> [Double?] {
    [estimate.interval?.low, estimate.interval?.high]
  }

  private func cell(_ value: Double?, _ text: (Double) -> String) -> String {
    value.map { LaTeXText.number(text($0)) } ?? ""
  }

  /// A `tabular`, with a column of notes where there are any.
  private func tabular(
    _ columns: String, heading: [String], lines: [[String]], notes: [[String]]?
  ) -> String {
    let cells = zip(lines, notes ?? lines.map { _ in [] }).map { line, notes in
      line + [LaTeXText.escaped(notes.joined(separator: "; "))]
    }
    let rows = [heading + ["notes"]] + cells
    let printed = rows.map { row in
      (notes == nil ? Array(row.dropLast()) : row).joined(separator: " & ") + " \\\\\n"
    }
    return "\\begin{tabular}{\(columns)\(notes == nil ? "" : "p{0.25\\linewidth}")}\n\\toprule\n"
      + printed[0] + "\\midrule\n" + printed.dropFirst().joined()
      + "\\bottomrule\n\\end{tabular}\n"
  }
}
