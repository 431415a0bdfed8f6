/// A call of gnuplot that draws a chart into a file.
package struct GnuplotCall: Equatable, Sendable {
  /// The folder of the templates.
  package let templateFolder: String
  /// The file with the chart's sheet.
  package let sheet: String
  /// The file to draw into, whose ending sets the format.
  package let output: String
  /// The lines at the bottom of the chart.
  package let caption: String
  package let options: ChartOptions

  package init(
    templateFolder: String, sheet: String, output: String, caption: String,
    options: ChartOptions = ChartOptions()
  ) {
    self.templateFolder = templateFolder
    self.sheet = sheet
    self.output = output
    self.caption = caption
    self.options = options
  }

  /// The template that draws every chart.
  package static let templateName = "chart.gp"

  package var template: String { "\(templateFolder)/\(Self.templateName)" }

  /// The arguments of gnuplot.
  ///
  /// Paths and captions are arguments of their own, never part of a command's text.
  package var arguments: [String] {
    // --default-settings, which must come first, keeps a user's ~/.gnuplot from changing the chart.
    ["--default-settings"] + (options.script.isEmpty ? [] : ["-e", options.script])
      + ["-c", template, sheet, output, caption]
  }
}

/// The error message of a failed gnuplot.
package enum GnuplotComplaint {
  /// The first line of standard error that reports an error with the name of a file and the number
  /// of a line in it.
  ///
  /// Warnings are skipped. If no line reports such an error, the result is the first line that is
  /// not blank.
  package static func firstLine(of standardError: String) -> String {
    let lines = standardError.split(whereSeparator: \.isNewline).map { line in
      line.trimming(while: \.isWhitespace)
    }.filter { !$0.isEmpty }
    let complaint = lines.first { $0.contains("\" line ") && !$0.contains(": warning: ") }
    guard let line = complaint ?? lines.first else {
      return "it gave no reason; see whether gnuplot works by itself"
    }
    return withoutFolder(line)
  }

  /// A line such as `"/tmp/x/read.gp" line 3: what` as `read.gp line 3: what`, because the folder
  /// is temporary.
  private static func withoutFolder(_ line: Substring) -> String {
    guard line.first == "\"", let end = line.dropFirst().firstIndex(of: "\"") else {
      return String(line)
    }
    let path = line[line.index(after: line.startIndex)..<end]
    let name = path.split(separator: "/").last ?? path
    return String(name) + line[line.index(after: end)...]
  }
}

extension Substring {
  fileprivate func trimming(while predicate: (Character) -> Bool) -> Substring {
    var rest = self[...].drop(while: predicate)
    while let last = rest.last, predicate(last) { rest.removeLast() }
    return rest
  }
}
