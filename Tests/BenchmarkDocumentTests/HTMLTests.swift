import BenchmarkStatistics
import Testing

@testable import BenchmarkDocument

@Suite struct HTMLTests {
  @Test(arguments: [
    ("plain, with: punctuation.", "plain, with: punctuation."),
    ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"), ("µs · 日本語", "µs · 日本語"),
    ("a\u{0}b\nc\u{1b}[2J", "a?b?c?[2J"), ("\u{202e}x", "?x"), ("x\u{ffff}", "x?"),
  ])
  func `text is escaped for HTML and XML alike`(text: String, escaped: String) {
    #expect(HTML.escaped(text) == escaped)
  }

  @Test(arguments: ["\"\u{301}", "<\u{338}", "&\u{301}", "'\u{20dd}", ">\u{301}"])
  func `a combining mark does not hide a character that must be escaped`(text: String) {
    let escaped = HTML.escaped(text).unicodeScalars
    #expect(!escaped.contains { "<>\"'".unicodeScalars.contains($0) })
    #expect(escaped.first == "&")
  }

  @Test func `a text in markup is escaped, and markup in markup is not`() {
    let text = "<b>"
    let inner: Markup = "<i>\(text)</i>"
    let outer: Markup = "<p title='\(text)'>\(inner)\([inner, inner])\(3)</p>"
    #expect(inner.source == "<i>&lt;b&gt;</i>")
    #expect(
      outer.source == "<p title='&lt;b&gt;'><i>&lt;b&gt;</i><i>&lt;b&gt;</i><i>&lt;b&gt;</i>3</p>")
  }

  @Test func `labelled lines are a list, a faint line is a remark, and headings have ids`() {
    let document: Document = [
      .heading("Surprises", level: 2, beside: "what <nobody> expects"),
      .line("a/b collapses", label: StyledText("collapse", .alarm)),
      .line("slow", label: "  " + StyledText("warning: ", .caution)), .space,
      .text("and so on"), .text(StyledText("3 curves", .faint)),
    ]
    #expect(
      HTML.markup(document, id: "s").source == """
        <h3 id="s-0">Surprises</h3>
        <p>what &lt;nobody&gt; expects</p>
        <ul class="finds">
        <li><b class="bad">collapse</b> a/b collapses</li>
        <li><b class="caution">warning</b> slow</li>
        </ul>
        <p>and so on</p>
        <p class="remark">3 curves</p>

        """)
  }

  @Test func `a table has its caption, hint, spans and the values by which cells are sorted`() {
    var table = Table(
      [.init("cost", .figure), .init("case", .name), .init("is")],
      [
        Table.Row([.figure(12.5, .duration), "locks/a", .verdict("slower", .alarm)], isFirst: true)
      ]
    ).captioned("Costs", hint: "in \"ns\"", isPlain: true)
    table.spans = [.init(nil, count: 1), .init("A <run>", count: 2)]
    let page = HTML.markup(table, id: "t").source
    for part in [
      "<table id=\"t\" class=\"p\">", "Costs <small>in &quot;ns&quot;</small>",
      "<tr><td colspan=\"1\"></td><th scope=\"colgroup\" colspan=\"2\">A &lt;run&gt;</th></tr>",
      // The column of names comes first.
      "<tr><th scope=\"col\">case</th><th scope=\"col\" class=\"n\">cost</th>",
      "<tr class=\"b\"><th scope=\"row\"><wbr/>locks/<wbr/>a</th><td data-v=\"12.5\">12.5 ns</td>"
        + "<td><b class=\"bad\">slower</b></td></tr>",
    ] { #expect(page.contains(part), "\(part)") }
  }

  @Test func `a table without a caption takes the heading above it as its caption`() {
    let table = Table([.init("a")], cells: [["b"]])
    let page = HTML.markup([.heading("Machines"), .table(table)], id: "s").source
    #expect(page.contains("<span class=\"k\">Machines</span>"))
    #expect(page.contains("<table id=\"s-t1\">"))
  }
}
