import Testing

@testable import BenchmarkDocument

@Suite struct PrintableTests {
  @Test func `a control character reaches no terminal`() {
    #expect(Printable.text("\u{1B}]0;title\u{07}\u{1B}[2J\n") == "?]0;title??[2J?")
  }

  @Test func `a scalar that reverses text, or that XML can't hold, is replaced`() {
    #expect(Printable.text("a\u{202E}b\u{2066}c\u{200F}d\u{2028}e\u{FFFE}f") == "a?b?c?d?e?f")
    #expect(Printable.text("a\n\u{202E}", replacement: " ") == "a  ")
    #expect(Printable.lines("a\tb\n\u{1B}\u{202E}é🙂\r\n") == "a\tb\n??é🙂?\n")
  }

  @Test func `a page keeps line feeds, tabs and our colours, and no other control character`() {
    let page = "\u{1B}[1mlocks\u{1B}[0m\t1\n\u{1B}[8m\u{1B}]0;title\u{07}\r\u{9B}2Jä\n"
    let kept = "\u{1B}[1mlocks\u{1B}[0m\t1\n?[8m?]0;title???2Jä\n"
    #expect(Terminal(isColoured: true).printable(page) == kept)
    #expect(
      Terminal(isColoured: false).printable(page) == kept.replacing("\u{1B}", with: "?"))
  }

  @Test func `the text of a title, a paragraph or a cell stays on one line`() {
    let text = "a\u{1B}[2J\nb"
    let document: Document = [
      .heading("\(text)", beside: text), .text("\(text)", label: "\(text) "),
      .table(Table([.init(text)], cells: [[.verdict(text, .alarm)]], indent: 0)),
    ]
    #expect(
      Terminal(isColoured: false).text(document) == """
        a?[2J?b  a?[2J?b
        a?[2J?b a?[2J?b
        a?[2J?b
        a?[2J?b

        """)
    #expect(!Terminal(isColoured: true).text(document).contains("\u{1B}[2J"))
  }

  @Test func `letters of every script are kept`() {
    #expect(Printable.text("größer 10 µs ± 5 %") == "größer 10 µs ± 5 %")
  }
}
