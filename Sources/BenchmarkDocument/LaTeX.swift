import BenchmarkModel
import BenchmarkStatistics

/// The backend for papers: `booktabs` tables, and escaped text.
package enum LaTeX {
  /// A `threeparttable` for one text column of 8 cm, or for both if the table is too wide for one.
  ///
  /// If all figures of a table column share a unit, the unit is the column's heading. The ends of
  /// an interval take two table columns. A letter at a row refers to the row's notes, which are at
  /// the end of the table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - remarks: The remarks on the whole table.
  /// - Returns: The text, and whether the table needs both text columns of a page.
  package static func threeparttable(
    _ table: Table, remarks: [String]
  ) -> (text: String, isWide: Bool) {
    let scales = table.columns.indices.map { column in
      FigureScale(
        table.columns[column].units,
        table.rows.compactMap { row in
          if case .figure(let value, _) = row.cells[column] { value } else { nil }
        })
    }
    let titles = zip(table.columns, scales).map { column, scale in
      let title = escaped(scale.unit.isEmpty ? column.title : scale.unit)
        .replacing(" \\%", with: "\\,\\%")
      return column.kind == .interval ? "\\multicolumn{2}{c}{\(title)}" : title
    }
    let notes = table.rows.map { $0.notes.joined(separator: "; ") }
    let told = notes.filter { !$0.isEmpty }.uniqued()
    let named = table.columns.firstIndex { $0.kind == .text || $0.kind == .name }
    let rows = zip(table.rows, notes).map { row, note in
      var cells = cells(row, table.columns, scales)
      if let named, named < cells.count, let index = told.firstIndex(of: note) {
        cells[named] += "\\tnote{\(letters(index))}"
      }
      return cells
    }
    let size = Size(of: rows)
    let text =
      size.command + "\n\\begin{threeparttable}\n"
      + "\\begin{tabular}{@{}\(table.columns.map(\.specifier).joined())@{}}\n\\toprule\n"
      + line(titles) + "\\midrule\n" + rows.map(line).joined() + "\\bottomrule\n\\end{tabular}\n"
      + items(told.enumerated().map { (letters($0), $1) } + remarks.map { ("", $0) })
      + "\\end{threeparttable}\n"
    return (text, size.isWide)
  }

  /// The font size with which a table fits one text column of 8 cm, or both text columns of a page
  /// if no size fits one.
  private struct Size {
    let command: String
    let isWide: Bool

    /// Estimates the widths: a letter is about 4.3 pt wide in the larger font and 4 pt in the
    /// smaller font, and a table column is as wide as its longest cell.
    init(of rows: [[String]]) {
      let columns = rows.map(\.count).max() ?? 0
      let letters = (0..<columns).reduce(0) { sum, column in
        sum + (rows.compactMap { column < $0.count ? LaTeX.printed($0[column]) : nil }.max() ?? 0)
      }
      func fits(_ letter: Double, _ gap: Double) -> Bool {
        Double(letters) * letter + Double(max(0, columns - 1)) * 2 * gap <= 222
      }
      isWide = !fits(4.3, 3) && !fits(4, 2)
      command =
        fits(4.3, 3) || isWide
        ? "\\footnotesize\\setlength{\\tabcolsep}{3pt}"
        : "\\scriptsize\\setlength{\\tabcolsep}{2pt}"
    }
  }

  /// The approximate number of letters that a cell prints: an escaped sign counts as one letter, a
  /// named command or a cell across several columns as none.
  private static func printed(_ cell: String) -> Int {
    if cell.hasPrefix("\\multicolumn") { return 0 }
    return cell.replacing(/\\tnote\{(\w+)\}/) { $0.1 }
      .replacing(/\\[A-Za-z]+(\{\})?|\\/, with: "").count
  }

  /// The letters of a note: a to z, then aa.
  private static func letters(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(97 + index % 26)))
    return index < 26 ? letter : letters(index / 26 - 1) + letter
  }

  private static func items(_ notes: [(letter: String, text: String)]) -> String {
    guard !notes.isEmpty else { return "" }
    let items = notes.map { note in
      // A long name has no blanks, so a line may end after a slash.
      let text = escaped(note.text).replacing("/", with: "/\\allowbreak{}")
      return "\\item\(note.letter.isEmpty ? "" : "[\(note.letter)]") \(text)\n"
    }
    return "\\begin{tablenotes}[flushleft]\\scriptsize\\raggedright\n" + items.joined()
      + "\\end{tablenotes}\n"
  }

  private static func line(_ cells: [String]) -> String {
    cells.joined(separator: " & ") + " \\\\\n"
  }

  /// A row's cells; a verdict spans the empty columns after it.
  private static func cells(
    _ row: Table.Row, _ columns: [Table.Column], _ scales: [FigureScale]
  ) -> [String] {
    var cells: [String] = []
    for (index, cell) in row.cells.enumerated() {
      switch cell {
      case .verdict(let word, _):
        let width = columns[index...].reduce(0) { $0 + ($1.kind == .interval ? 2 : 1) }
        return cells + ["\\multicolumn{\(width)}{l}{\(escaped(word))}"]
      case .spread(let estimate, let quantity):
        let before = index > 0 ? scales[index - 1] : scales[index]
        cells += [estimate.interval?.low, estimate.interval?.high].map { end in
          end.map { figure($0, quantity, before) } ?? ""
        }
      case .figure(let value, let quantity): cells.append(figure(value, quantity, scales[index]))
      case .text, .count, .rank, .range:
        cells += [escaped(cell.text)] + (columns[index].kind == .interval ? [""] : [])
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

  /// The text escaped for pdfLaTeX with T1 fonts and the package textcomp.
  ///
  /// No character of the text begins a command, group or formula. A letter that the fonts lack
  /// becomes a question mark, because the letter would stop pdfLaTeX.
  package static func escaped(_ text: String) -> String {
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

  /// A figure with its digits in groups of three, and a minus sign in place of a hyphen.
  static func number(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(\.isASCIIDigit) else {
      return escaped(text)
    }
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      // Four digits are readable without groups.
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
    // The letters of Latin-1, which inputenc knows.
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
