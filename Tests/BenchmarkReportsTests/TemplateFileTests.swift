import BenchmarkReports
import Foundation
import Testing

@Suite struct TemplateFileTests {
  @Test func `the executable contains the templates of plots/ unchanged`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Plots.folder)
      .filter { $0.hasSuffix(".gp") }.sorted()
    #expect(TemplateFile.all.map(\.name) == names)
    for template in TemplateFile.all {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Plots.folder)/\(template.name)"))
      #expect(Data(template.bytes) == bytes, "\(template.name): build again")
    }
  }

  /// The ways in which gnuplot runs text as a command; if no template has one, no text of a table
  /// or a path can be run.
  @Test(arguments: ["`", "@", "system", "eval", "set macros", "call ", "shell", "popen"])
  func `no template has a command that could run text`(command: String) {
    for template in TemplateFile.all {
      #expect(
        !String(decoding: template.bytes, as: UTF8.self).contains(command), "\(template.name)")
    }
  }

  @Test func `a template loads only its sheet and files beside itself`() {
    for template in TemplateFile.all {
      for line in String(decoding: template.bytes, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.first == "load", line != "load sheet_path" else { continue }
        #expect(words.prefix(3) == ["load", "here", "."], "\(template.name): \(line)")
      }
    }
  }
}

/// The source folder of the templates.
enum Plots {
  static let folder: String = {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent("plots").path
  }()
}
