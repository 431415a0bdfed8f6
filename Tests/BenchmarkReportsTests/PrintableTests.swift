import Testing

@testable import BenchmarkReports

@Suite struct PrintableTests {
  @Test func `a control character reaches no terminal`() {
    #expect(Printable.text("\u{1B}]0;title\u{07}\u{1B}[2J\n") == "?]0;title??[2J?")
  }

  @Test func `letters of every script stay`() {
    #expect(Printable.text("größer 10 µs ± 5 %") == "größer 10 µs ± 5 %")
  }
}
