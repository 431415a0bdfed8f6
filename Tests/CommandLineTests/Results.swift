import BenchmarkModel
import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A folder for results, removed together with its tree.
struct Results {
  let tree: FixtureTree
  let path: String

  init(_ name: String = "run") throws {
    tree = try FixtureTree()
    path = tree.root + "/" + name
  }

  /// Reads the run from the disk.
  func run() throws -> Run { try RunFolder(FilePath(path)).read() }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  /// The number of complete lines in a file; 0 before the file exists.
  func lines(_ file: String) -> Int {
    FileManager.default.contents(atPath: "\(path)/\(file)")?.count { $0 == UInt8(ascii: "\n") } ?? 0
  }

  /// Reads a table as rows, each a dictionary by column.
  func table(_ file: String) throws -> [[String: String]] {
    TableRows(try text(file)).rows
  }

  /// Reads every file that `summarize` writes.
  func summaries() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where name.hasSuffix(".csv") {
      files[name] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
    }
    return files
  }
}
