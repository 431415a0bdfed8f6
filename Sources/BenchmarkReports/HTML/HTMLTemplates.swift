import Mustache

/// The report's templates as the executable carries them; they are edited in Templates/ beside this file.
struct HTMLTemplates {
  /// The style sheet.
  static var styles: String { TemplateFile.text(named: "report.css") }
  /// The script.
  static var script: String { TemplateFile.text(named: "report.js") }

  /// The templates by name.
  static var files: [(name: String, text: String)] {
    let ending = ".mustache"
    return TemplateFile.page.filter { $0.name.hasSuffix(ending) }.map {
      (String($0.name.dropLast(ending.count)), $0.text)
    }
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
}
