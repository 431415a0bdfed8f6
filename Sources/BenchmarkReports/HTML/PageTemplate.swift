import BenchmarkDocument

/// The frame of a report's page, which is edited in Templates/ beside this file: `{{name}}` is filled in by name.
struct PageTemplate {
  /// The style sheet.
  static var styles: String { TemplateFile.text(named: "report.css") }
  static var script: String { TemplateFile.text(named: "report.js") }

  /// The frame.
  static var page: String { TemplateFile.text(named: "page.html") }
  /// The frame of a gate's page.
  static var gate: String { TemplateFile.text(named: "gate.html") }

  /// Fills a frame in once: what a part holds is not looked through for names.
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

/// A section of the page, to which the contents lead.
struct PageSection {
  let id: String
  let name: String
  let lead: String
  var charts: Markup = ""
  let document: Document

  var markup: Markup {
    """
    <section id="\(id)" class="suite" aria-labelledby="\(id)-h">
    <h2 id="\(id)-h">\(name)</h2>
    <p class="lead">\(lead)</p>
    \(charts)\(HTML.markup(document, id: id))</section>

    """
  }
}

extension Block {
  /// A line of a list, behind a word that is marked.
  static func item(_ text: String, label: String, _ tone: Tone) -> Block {
    .line(StyledText(text), label: StyledText(label, tone))
  }
}
