import Mustache

/// The report's templates as the executable carries them; they are edited in Templates/ beside this file.
struct HTMLTemplates {
  /// The style sheet.
  static var styles: String { text(PackageResources.report_css) }
  /// The script.
  static var script: String { text(PackageResources.report_js) }

  /// The templates by name.
  static var files: [(name: String, text: String)] {
    [
      ("page", text(PackageResources.page_mustache)),
      ("suite", text(PackageResources.suite_mustache)),
      ("findings", text(PackageResources.findings_mustache)),
      ("table", text(PackageResources.table_mustache)),
      ("chart", text(PackageResources.chart_mustache)),
      ("method", text(PackageResources.method_mustache)),
      ("data", text(PackageResources.data_mustache)),
    ]
  }

  private let library: MustacheLibrary

  /// Reads the templates.
  init() {
    MustacheContentTypes.register(HTMLText(), named: HTMLText.name)
    var library = MustacheLibrary()
    for file in Self.files {
      do {
        try library.register(file.text, named: file.name)
      } catch {
        preconditionFailure("the template \(file.name) can't be read: \(error)")
      }
    }
    self.library = library
  }

  /// The page with all that it shows.
  func render(_ page: PageView) -> String {
    guard let text = library.render(page, withTemplate: "page") else {
      preconditionFailure("there is no template of the page")
    }
    return text
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
