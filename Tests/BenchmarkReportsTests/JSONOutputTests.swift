import Foundation
import Testing

@testable import BenchmarkReports

@Suite struct JSONOutputTests {
  @Test func `control and direction characters are escaped in JSON, and decode to the same text`()
    throws
  {
    let names = ["\u{202E}a\u{7F}\u{9B}2J\u{2028}b", "é🙂\u{E0001}\u{FFFE}", "\n\t\"\\"]
    let text = try JSONOutput.text(of: names)
    #expect(text.contains("\"\\u202ea\\u007f\\u009b2J\\u2028b\""))
    #expect(text.contains("\"é🙂\\udb40\\udc01\\ufffe\""))
    #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == names)
  }
}
