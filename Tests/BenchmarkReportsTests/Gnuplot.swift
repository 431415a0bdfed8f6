import BenchmarkModel
import BenchmarkReports
import Foundation
import FoundationXML
import TestSupport
import Testing

/// The path of one of the programs, in the first folder of PATH that has any of them; nil if none
/// is installed.
func installed(_ programs: String...) -> String? {
  let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  return search.split(separator: ":").flatMap { folder in programs.map { "\(folder)/\($0)" } }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The gnuplot installed on this machine, if any.
enum Gnuplot {
  static let path = installed("gnuplot")

  static let isInstalled = path != nil
  static let whySkipped = "gnuplot is not installed: apt-get install gnuplot-nox"
}

/// A folder in which one chart is drawn, and which is gnuplot's working directory.
struct DrawingTable {
  let tree: FixtureTree
  let chart: Chart

  struct Outcome {
    let status: Int32
    let complaint: String
    let output: String
    /// The tree that holds the drawn files; they exist as long as the tree does.
    let tree: FixtureTree
  }

  struct NoGnuplot: Error {}

  init(_ chart: String, tree: FixtureTree? = nil) throws {
    self.tree = try tree ?? FixtureTree()
    self.chart = try #require(Chart.named(chart))
  }

  /// Draws a table with the gnuplot sheet that is made from it; the paths of the sheet and of the
  /// output are relative to the folder.
  ///
  /// The chart's further tables are read from files of the folder, such as `table-usl.csv`.
  func draw(
    _ table: String, named sheetName: String = "chart.sheet", into output: String = "chart.svg",
    caption: String = "caption", options: ChartOptions = ChartOptions()
  ) throws -> Outcome {
    let file = tree.root + "/" + sheetName
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    var besides: [String: String] = [:]
    for ending in chart.besides {
      besides[ending] = try? String(
        contentsOfFile: "\(tree.root)/table\(ending).csv", encoding: .utf8)
    }
    let sheet: String
    do {
      sheet = try chart.sheet(table, besides: besides, options: options)
    } catch {
      return Outcome(status: 1, complaint: error.description, output: output, tree: tree)
    }
    try Data(sheet.utf8).write(to: URL(fileURLWithPath: file))
    return try run(
      GnuplotCall(
        templateFolder: Plots.folder, sheet: sheetName, output: output, caption: caption,
        options: options))
  }

  func run(_ call: GnuplotCall) throws -> Outcome {
    guard let path = Gnuplot.path else { throw NoGnuplot() }
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = call.arguments
    process.currentDirectoryURL = URL(fileURLWithPath: tree.root)
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, complaint: GnuplotComplaint.firstLine(of: text),
      output: "\(tree.root)/\(call.output)", tree: tree)
  }

  /// All files below the folder.
  var files: [String] {
    let all = FileManager.default.enumerator(atPath: tree.root)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: "\(tree.root)/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

/// A drawn SVG: its size, and its texts with their positions.
final class DrawnSVG: NSObject, XMLParserDelegate {
  struct Text {
    var text: String
    let x: Double
    let y: Double
    let anchor: String
    let size: Double
    let isUpright: Bool

    /// The box in which the text is drawn, estimated a little too small for DejaVu Sans.
    var box: CGRect {
      let width = text.reduce(0) { $0 + Self.em($1) } * size
      let before = anchor == "end" ? width : anchor == "middle" ? width / 2 : 0
      return isUpright
        ? CGRect(x: x - 0.6 * size, y: y + before - width, width: 0.7 * size, height: width)
        : CGRect(x: x - before, y: y - 0.6 * size, width: width, height: 0.7 * size)
    }

    private static func em(_ character: Character) -> Double {
      if "ijlI|!'.,:; ".contains(character) { return 0.29 }
      if "ftrJ()[]{}/\\-\"`".contains(character) { return 0.38 }
      return "mwMW%@".contains(character) ? 0.88 : 0.57
    }
  }

  struct Unreadable: Error {}

  private(set) var texts: [Text] = []
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// The box of the whole drawing.
  var page: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  private var position: [Double] = []
  private var isUpright = false
  private var anchor = ""
  private var size = 0.0
  private var isInText = false

  init(_ path: String) throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? Unreadable() }
  }

  var strings: [String] { texts.map(\.text) }

  /// Draws a chart of a table, expects that gnuplot succeeds, and reads the drawing.
  static func of(
    _ chart: String, _ table: String, caption: String = "caption",
    options: ChartOptions = ChartOptions(), beside: [String: String] = [:]
  ) throws -> DrawnSVG {
    let drawing = try DrawingTable(chart)
    for (name, text) in beside { try drawing.tree.data("/" + name, Data(text.utf8)) }
    let outcome = try drawing.draw(table, caption: caption, options: options)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return try DrawnSVG(outcome.output)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    switch name {
    case "svg":
      width = Double(attributes["width"] ?? "") ?? 0
      height = Double(attributes["height"] ?? "") ?? 0
    case "g":
      if let transform = attributes["transform"] {
        isUpright = transform.contains("rotate(")
        position = transform.split { "(),".contains($0) }.dropFirst().prefix(2).compactMap {
          Double($0)
        }
        anchor = attributes["text-anchor"] ?? ""
        size = Double(attributes["font-size"] ?? "") ?? 0
      }
    case "text":
      guard position.count == 2 else { return }
      isInText = true
      texts.append(
        Text(
          text: "", x: position[0], y: position[1], anchor: anchor, size: size,
          isUpright: isUpright))
    default:
      break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInText { texts[texts.count - 1].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "text" { isInText = false }
  }
}
