import CTemplates

/// A text file that the executable carries, so that an installed one and a user's own package draw
/// and report without this repository.
///
/// CTemplates.c lists them. The gnuplot templates are edited in plots/, those of the report in
/// HTML/Templates, those of flame graphs in FlameGraph/Templates.
package struct TemplateFile: Equatable, Sendable {
  package let name: String
  /// The file's text, in UTF-8.
  package let bytes: [UInt8]

  /// The gnuplot templates and the parts they load, which must lie in one folder.
  package static var all: [TemplateFile] { list(carried_gnuplot_files()) }

  /// The templates, style sheets and scripts of the report and of flame graphs.
  static var page: [TemplateFile] { list(carried_page_files()) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text of a file of the report or of flame graphs.
  static func text(named name: String) -> String {
    guard let file = page.first(where: { $0.name == name }) else {
      preconditionFailure("CTemplates.c does not list \(name)")
    }
    return file.text
  }

  /// Those up to the one without a name.
  private static func list(_ files: UnsafePointer<carried_file>) -> [TemplateFile] {
    var listed: [TemplateFile] = []
    var next = files
    while let name = next.pointee.name, let text = next.pointee.text {
      listed.append(
        TemplateFile(name: String(cString: name), bytes: Array(String(cString: text).utf8)))
      next += 1
    }
    return listed
  }
}
