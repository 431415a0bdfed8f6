import BenchmarkStatistics

/// The backend for papers: `booktabs` tables, and text that is no command.
public enum LaTeX {
  /// A `tabular`: a figure's unit in its heading where all have one, the ends of an interval in two columns, and notes
  /// in a last one where there are any.
  public static func tabular(_ table: Table) -> String {
    let scales = table.columns.indices.map { column in
      FigureScale(
        table.columns[column].units,
        table.rows.compactMap { row in
          if case .figure(let value, _) = row.cells[column] { value } else { nil }
        })
    }
    let hasNotes = table.notes != nil && table.rows.contains { !$0.notes.isEmpty }
    let kinds = table.columns.map(\.specifier).joined() + (hasNotes ? "p{0.25\\linewidth}" : "")
    let titles = zip(table.columns, scales).map { column, scale in
      let title = escaped(scale.unit.isEmpty ? column.title : scale.unit)
        .replacing(" \\%", with: "\\,\\%")
      return column.kind == .interval ? "\\multicolumn{2}{c}{\(title)}" : title
    }
    let rows = table.rows.map { row in
      cells(row, table.columns, scales)
        + (hasNotes ? [escaped(row.notes.joined(separator: "; "))] : [])
    }
    return "\\begin{tabular}{\(kinds)}\n\\toprule\n" + line(titles + (hasNotes ? ["notes"] : []))
      + "\\midrule\n" + rows.map(line).joined() + "\\bottomrule\n\\end{tabular}\n"
  }

  private static func line(_ cells: [String]) -> String {
    cells.joined(separator: " & ") + " \\\\\n"
  }

  /// A row's cells; a verdict stands across all that it leaves empty.
  private static func cells(
    _ row: Table.Row, _ columns: [Table.Column], _ scales: [FigureScale]
  ) -> [String] {
    var cells: [String] = []
    for (place, cell) in row.cells.enumerated() {
      switch cell {
      case .verdict(let word, _):
        let width = columns[place...].reduce(0) { $0 + ($1.kind == .interval ? 2 : 1) }
        return cells + ["\\multicolumn{\(width)}{l}{\(escaped(word))}"]
      case .spread(let estimate, let quantity):
        let before = place > 0 ? scales[place - 1] : scales[place]
        cells += [estimate.interval?.low, estimate.interval?.high].map { end in
          end.map { figure($0, quantity, before) } ?? ""
        }
      case .figure(let value, let quantity): cells.append(figure(value, quantity, scales[place]))
      case .text, .count, .range:
        cells += [escaped(cell.text)] + (columns[place].kind == .interval ? [""] : [])
      }
    }
    return cells
  }

  private static func figure(_ value: Double, _ quantity: Quantity, _ scale: FigureScale) -> String
  {
    if let text = scale.text(value) { return number(text) }
    if case .number = quantity { return number(quantity.text(value)) }
    return escaped(quantity.text(value))
  }

  /// The text as LaTeX prints it, with pdfLaTeX, the fonts of T1 and the package textcomp.
  ///
  /// What others wrote is no command, no group and no formula. A letter that those fonts lack is a question
  /// mark: it would stop the document.
  public static func escaped(_ text: String) -> String {
    var escaped = ""
    var before: Unicode.Scalar = " "
    for scalar in Printable.text(text).unicodeScalars {
      // Two hyphens or commas in a row would print as one dash or quotation mark.
      if scalar == before, scalar == "-" || scalar == "," { escaped += "{}" }
      escaped += self.escaped(scalar)
      before = scalar
    }
    return escaped
  }

  /// A figure with its digits in threes and a real minus sign.
  static func number(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(\.isASCIIDigit) else {
      return escaped(text)
    }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      // Four digits are read at a glance.
      if index > 0, whole.count > 4, (whole.count - index) % 3 == 0 { grouped += "\\," }
      grouped.append(digit)
    }
    return (isNegative ? "$-$" : "")
      + ([grouped] + parts.dropFirst().map(String.init))
      .joined(separator: ".")
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\textbackslash{}"
    case "{", "}", "$", "&", "#", "_", "%": "\\" + String(scalar)
    case "^": "\\textasciicircum{}"
    case "~": "\\textasciitilde{}"
    case "<": "\\textless{}"
    case ">": "\\textgreater{}"
    case "|": "\\textbar{}"
    case "`": "\\textasciigrave{}"
    case "'": "\\textquotesingle{}"
    case "\"": "\\textquotedbl{}"
    case " "..."~": String(scalar)
    default: beyondASCII(scalar)
    }
  }

  private static func beyondASCII(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{a0}": "~"
    case "µ", "μ": "\\textmu{}"
    case "×": "$\\times$"
    case "÷": "$\\div$"
    case "±": "$\\pm$"
    case "−": "$-$"
    case "°": "\\textdegree{}"
    case "·": "\\textperiodcentered{}"
    case "–": "--"
    case "—": "---"
    case "…": "\\ldots{}"
    case "‘": "`"
    case "’": "'"
    case "“": "``"
    case "”": "''"
    // The letters of Latin-1, which inputenc knows as they are.
    case "\u{c0}"..."\u{ff}": String(scalar)
    default: "?"
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Table.Column {
  fileprivate var specifier: String {
    switch kind {
    case .text, .name: "l"
    case .figure: "r"
    case .interval: "rr"
    }
  }
}
