/// Text in a LaTeX document.
enum LaTeXText {
  /// The text as LaTeX prints it, with pdfLaTeX, the fonts of T1 and the package textcomp.
  ///
  /// What others wrote is no command, no group and no formula. A letter that those fonts lack is a question
  /// mark: it would stop the document.
  static func escaped(_ text: String) -> String {
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
