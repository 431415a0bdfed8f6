import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension WriteUp {
  /// Tables for a LaTeX document, which reads them with `\input`: a floating `booktabs` table for
  /// each situation, with caption and label.
  ///
  /// - Parameter parameter: The parameter whose values are columns; nil for a table for each
  ///   situation.
  package func latex(across parameter: String? = nil) -> String {
    let tables =
      parameter.map { across($0).map(float) }
      ?? suites.flatMap(\.tables).filter { !$0.shown.isEmpty }.map(float)
    return Self.latexPreamble
      + tables.enumerated().map { number, table in
        (number > 0 && number.isMultiple(of: Self.mostWaitingFloats) ? "\n\\clearpage\n" : "\n")
          + table
      }.joined()
  }

  /// The number of tables after which a page ends, because LaTeX keeps at most eighteen floats
  /// waiting.
  private static let mostWaitingFloats = 12

  private static let latexPreamble = """
    % Tables to be read with \\input. The document's preamble needs:
    %   \\usepackage[T1]{fontenc}
    %   \\usepackage[utf8]{inputenc}
    %   \\usepackage{booktabs,textcomp,threeparttable}

    """

  private func float(_ table: WriteUpTable) -> String {
    float(
      table.table, of: table.situation,
      caption: caption(table.shown[0].summary.id, without: nil),
      remarks: [
        "\(table.situation): \(table.explanation ?? "not ranked"). "
          + (table.column == nil ? "" : WriteUp.legend)
      ])
  }

  private func float(_ across: WriteUpAcross) -> String {
    float(
      across.table, of: across.name,
      caption: caption(across.id, without: across.parameter.key),
      remarks: [across.explanation])
  }

  private func float(
    _ table: Table, of name: String, caption: String, remarks: [String]
  ) -> String {
    let (body, isWide) = LaTeX.threeparttable(table, remarks: remarks + ["\(self.caption)."])
    let kind = isWide ? "table*" : "table"
    return """
      \\begin{\(kind)}[htbp]
      \\centering
      \\caption[{\(LaTeX.escaped(name))}]{\(LaTeX.escaped(caption))}
      \\label{tab:\(Self.latexLabel(name))}
      \(body)\\end{\(kind)}

      """
  }

  /// The workload and as many parameters as one line of a column holds: the notes have all
  /// parameters.
  private func caption(_ id: CaseID, without key: String?) -> String {
    let columns = document.plan.tables.first { $0.suite == id.suite }?.parameters ?? []
    var caption = "\(id.suite), \(id.workload)"
    for parameter in id.parameters where !parameter.isZero && parameter.key != key {
      let isTime = columns.contains { $0.key == parameter.key && $0.name == "\($0.key)_ns" }
      let longer = caption + ", \(parameter.key) \(parameter.text)" + (isTime ? " ns" : "")
      if longer.count <= Self.longestLatexCaption { caption = longer }
    }
    return caption
  }

  private static let longestLatexCaption = 38

  /// The situation as a label, in the characters that LaTeX allows in labels.
  static func latexLabel(_ situation: String) -> String {
    String(
      String.UnicodeScalarView(
        situation.unicodeScalars.map { scalar in
          scalar.isASCII
            && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            ? scalar : "-"
        }))
  }
}
