import BenchmarkDocument

/// The frames of a report: files in Templates/, beside this file.
///
/// A part of the report replaces each `{{name}}` in a frame.
struct PageTemplate {
  static var styles: String { TemplateFile.text(named: "report.css") }
  static var script: String { TemplateFile.text(named: "report.js") }

  /// A whole page; `tool` is the tool's name in commands.
  static func page(
    _ title: String, captions: Markup = "", contents: Markup = "", main: Markup, tool: String
  ) -> String {
    fill(
      TemplateFile.text(named: "page.html"),
      [
        "title": "\(title)", "styles": Markup(verbatim: styles), "script": Markup(verbatim: script),
        "captions": captions, "contents": contents, "main": main,
        "footer": "Made by \(tool) report. This file needs no network and no other file.",
      ])
  }

  /// The method by which a run is measured and judged.
  static func method(_ parts: [String: Markup]) -> Markup {
    Markup(verbatim: fill(TemplateFile.text(named: "method.html"), parts))
  }

  /// Fills in a frame; a `{{name}}` within a part is not replaced.
  static func fill(_ frame: String, _ parts: [String: Markup]) -> String {
    let pieces = frame.split(separator: "{{", omittingEmptySubsequences: false)
    var page = String(pieces[0])
    for piece in pieces.dropFirst() {
      let (name, rest) = (piece.prefix { $0 != "}" }, piece.drop { $0 != "}" }.dropFirst(2))
      guard let part = parts[String(name)] else {
        preconditionFailure("nothing fills in \(name) of the page")
      }
      page += part.source
      page += rest
    }
    return page
  }
}

/// A section of the page, to which the table of contents links.
struct PageSection {
  let id: String
  let name: String
  let content: Markup
  /// The class of the section, as an attribute.
  var style: Markup = ""

  var markup: Markup {
    """
    <section id="\(id)"\(style) aria-labelledby="\(id)-h">
    <h2 id="\(id)-h">\(name)</h2>
    \(content)</section>

    """
  }
}

extension PageSection {
  /// Makes a section that begins with a sentence on its subject, and has charts before its
  /// document.
  init(id: String, name: String, lead: String, charts: Markup = "", document: Document) {
    self.init(
      id: id, name: name,
      content: "<p class=\"lead\">\(lead)</p>\n\(charts)\(HTML.markup(document, id: id))",
      style: " class=\"suite\"")
  }
}

extension Block {
  /// A line of a list: the label, in the given tone, then the text.
  static func item(_ text: String, label: String, _ tone: Tone) -> Block {
    .line(StyledText(text), label: StyledText(label, tone))
  }
}
