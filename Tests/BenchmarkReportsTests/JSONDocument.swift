import BenchmarkReports
import Foundation

/// Documents as the commands write them.
enum JSONDocument {
  static func bytes(of document: some Encodable) throws -> Data {
    Data(try JSONOutput.text(of: document).utf8)
  }

  static func decode<Document: Decodable>(_ type: Document.Type, _ bytes: Data) throws -> Document {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: bytes)
  }
}
