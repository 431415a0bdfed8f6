import BenchmarkDocument
import BenchmarkReports
import Foundation

/// Documents as the commands write them.
enum JSONDocument {
  static func bytes(of document: JSONValue) throws -> Data {
    Data(try JSONOutput.text(of: document).utf8)
  }
}
