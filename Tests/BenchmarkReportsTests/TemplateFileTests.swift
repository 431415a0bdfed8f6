import BenchmarkReports
import Foundation
import Testing

@Suite struct TemplateFileTests {
  @Test func `the executable carries the templates of plots/ as they are`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Plots.folder)
      .filter { $0.hasSuffix(".gp") }.sorted()
    #expect(TemplateFile.all.map(\.name) == names)
    for template in TemplateFile.all {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Plots.folder)/\(template.name)"))
      #expect(Data(template.bytes) == bytes, "\(template.name): build again")
    }
  }

  /// The words by which gnuplot runs text: no template has any, so no text of a table or path can reach them.
  @Test(arguments: ["`", "@", "system", "eval", "set macros", "call ", "shell", "popen"])
  func `no template has a command by which text could be run`(command: String) {
    for template in TemplateFile.all {
      #expect(
        !String(decoding: template.bytes, as: UTF8.self).contains(command), "\(template.name)")
    }
  }

  @Test func `a template loads only its sheet and what lies beside it`() {
    for template in TemplateFile.all {
      for line in String(decoding: template.bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.first == "load", line != "load sheet_path" else { continue }
        #expect(words.prefix(3) == ["load", "here", "."], "\(template.name): \(line)")
      }
    }
  }
}

/// The folder that the templates are edited in.
enum Plots {
  static let folder: String = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent("plots").path
  }()
}
