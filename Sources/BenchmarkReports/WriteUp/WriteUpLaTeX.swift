import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension WriteUp {
  /// Floating `booktabs` tables with captions and labels, for a LaTeX document that reads them with
  /// `\input`.
  ///
  /// - Parameter parameter: The parameter whose values are columns; nil for a table for each
  ///   situation.
  package func latex(across parameter: String? = nil) -> String {
    let tables: [String]
    if let parameter {
      let acrosses = across(parameter)
      let varied = Self.variedKeys(acrosses.map(\.id))
      tables = acrosses.map { float($0, varied: varied) }
    } else {
      let situations = suites.flatMap(\.tables).filter { !$0.shown.isEmpty }
      let varied = Self.variedKeys(situations.map { $0.shown[0].summary.id })
      tables = situations.map { float($0, varied: varied) }
    }
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

  private func float(_ table: WriteUpTable, varied: [String: Set<String>]) -> String {
    float(
      table.table, of: table.situation,
      caption: caption(table.shown[0].summary.id, without: nil, varied: varied),
      remarks: [
        "\(table.situation): \(table.explanation ?? "not ranked"). "
          + (table.column == nil ? "" : WriteUp.legend)
      ])
  }

  private func float(_ across: WriteUpAcross, varied: [String: Set<String>]) -> String {
    float(
      across.table, of: across.name,
      caption: caption(across.id, without: across.parameter.key, varied: varied),
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

  /// The parameters whose values differ between the tables of a workload, for each workload of a
  /// suite; a caption names them, because two tables need different captions.
  private static func variedKeys(_ ids: [CaseID]) -> [String: Set<String>] {
    Dictionary(grouping: ids, by: workload(of:)).mapValues { ids in
      Set(
        ids.flatMap { $0.parameters.map(\.key) }.filter { key in
          Set(ids.map { $0[key] }).count > 1
        })
    }
  }

  private static func workload(of id: CaseID) -> String { "\(id.suite), \(id.workload)" }

  /// The workload, the parameters in which its tables differ, and as many other parameters as one
  /// line of a column holds; the remarks below the table have all parameters.
  private func caption(
    _ id: CaseID, without key: String?, varied: [String: Set<String>]
  ) -> String {
    let columns = document.plan.tables.first { $0.suite == id.suite }?.parameters ?? []
    var caption = Self.workload(of: id)
    for parameter in id.parameters where parameter.key != key {
      let isVaried = varied[Self.workload(of: id)]?.contains(parameter.key) == true
      guard isVaried || !parameter.isZero else { continue }
      let isTime = columns.contains { $0.key == parameter.key && $0.name == "\($0.key)_ns" }
      let longer = caption + ", \(parameter.key) \(parameter.text)" + (isTime ? " ns" : "")
      if isVaried || longer.count <= Self.longestLatexCaption { caption = longer }
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
