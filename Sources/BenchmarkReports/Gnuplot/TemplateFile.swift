import CTemplates

/// A text file inside the executable, so that an installed executable and a user's own package can
/// draw and report without this repository.
///
/// CTemplates.c lists the files. The gnuplot templates are edited in the repository's plots/, the
/// report's files in this module's HTML/Templates, and the flame graphs' files in this module's
/// FlameGraph/Templates.
package struct TemplateFile: Equatable, Sendable {
  package let name: String
  /// The file's text, in UTF-8.
  package let bytes: [UInt8]

  /// The gnuplot templates, and the parts that templates load from the same folder.
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

  /// The files of a C array, whose end is marked by a file without a name.
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
