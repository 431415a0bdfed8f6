import Testing

@testable import BenchmarkReports

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("plain, with: punctuation.", "plain, with: punctuation."),
    ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("µs · 日本語", "µs · 日本語"),
    ("a\u{0}b\nc\u{1b}[2J", "a?b?c?[2J"), ("\u{202e}x", "?x"), ("x\u{ffff}", "x?"),
  ])
  func `text is escaped for HTML and XML alike`(text: String, escaped: String) {
    #expect(HTMLText.escaped(text) == escaped)
  }

  @Test(arguments: ["\"\u{301}", "<\u{338}", "&\u{301}", "'\u{20dd}", ">\u{301}"])
  func `a mark that combines with markup does not hide it`(text: String) {
    let escaped = HTMLText.escaped(text).unicodeScalars
    #expect(!escaped.contains { "<>\"'".unicodeScalars.contains($0) })
    #expect(escaped.first == "&")
  }

  @Test func `every template is escaped by it`() {
    for file in HTMLTemplates.files {
      #expect(file.text.hasPrefix("{{% CONTENT_TYPE:\(HTMLText.name)}}\n"), "\(file.name)")
    }
  }

  @Test func `what is not escaped is our own markup`() {
    let raw = HTMLTemplates.files.flatMap { file in
      file.text.split(separator: "{{{").dropFirst().map { String($0.prefix { $0 != "}" }) }
        + file.text.split(separator: "{{&").dropFirst().map { "&\($0)" }
    }
    #expect(raw.sorted() == ["drawing", "script", "styles"])
  }

  @Test func `script and styles stand in XML as they are`() {
    for text in [HTMLTemplates.script, HTMLTemplates.styles] {
      #expect(!text.contains { "<&".contains($0) })
      #expect(!text.contains("]]>"))
      #expect(!text.contains("url("))
      #expect(!text.contains("@import"))
    }
    #expect(HTMLTemplates.script.utf8.count < 4500)
  }
}
