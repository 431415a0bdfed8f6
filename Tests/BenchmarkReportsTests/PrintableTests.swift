import Testing

@testable import BenchmarkReports

@Suite struct PrintableTests {
  @Test func `a control character reaches no terminal`() {
    #expect(Printable.text("\u{1B}]0;title\u{07}\u{1B}[2J\n") == "?]0;title??[2J?")
  }

  @Test func `of what controls, a page keeps line feeds, tabs and our colours alone`() {
    let page = "\u{1B}[1mlocks\u{1B}[0m\t1\n\u{1B}[8m\u{1B}]0;title\u{07}\r\u{9B}2Jä\n"
    let kept = "\u{1B}[1mlocks\u{1B}[0m\t1\n?[8m?]0;title???2Jä\n"
    #expect(Palette(isColoured: true).printable(page) == kept)
    #expect(
      Palette(isColoured: false).printable(page) == kept.replacing("\u{1B}", with: "?"))
  }

  @Test func `what a table, a paragraph or a colour is given is a part of one line`() {
    let text = "a\u{1B}[2J\nb"
    var table = TableText([(text, .left)])
    table.add([text])
    #expect(table.render() == "  a?[2J?b\n  a?[2J?b\n")
    #expect(Paragraph.render(text, first: "") == "a?[2J?b\n")
    let heading = Palette(isColoured: true).heading(text)
    #expect(!heading.contains("\u{1B}[2J") && !heading.contains("\n"))
  }

  @Test func `letters of every script stay`() {
    #expect(Printable.text("größer 10 µs ± 5 %") == "größer 10 µs ± 5 %")
  }
}
