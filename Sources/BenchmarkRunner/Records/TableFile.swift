import BenchmarkModel
import SystemPackage

/// A table on disk, read in pieces: what is in memory is a megabyte at most, however large the file is.
///
/// A table may be packed by gzip: where `trials.csv` is not there, `trials.csv.gz` is read.
enum TableFile {
  /// Hands each row after the header to `take`; a file that is not there has none, and what a kill tore
  /// off the last line is left out.
  ///
  /// - Parameter headers: What the header may be; nil for anything.
  /// - Throws: ``RunFolderError/badRow(file:line:)`` where the header is another one, where a row has
  ///   more fields than it or fewer, and where `take` returns false.
  /// - Complexity: O(size of the file).
  static func forEachRow(
    _ path: FilePath, headers: [[String]]?, _ take: (CSVFields) -> Bool
  ) throws(RunFolderError) {
    let path = FileAccess.exists(path) ? path : packed(path)
    var scanner = CSVScanner()
    var width: Int?
    try forEachPiece(path) { bytes throws(RunFolderError) in
      try scanner.scan(bytes) { fields throws(RunFolderError) in
        let isRow =
          if let width { fields.count == width && take(fields) } else {
            headers?.contains(fields.texts) ?? true
          }
        width = fields.count
        if !isRow { throw .badRow(file: path.string, line: fields.line) }
      }
    }
  }

  /// Hands on the bytes of a file in pieces, each of which begins with what the last was not done with.
  ///
  /// - Parameter use: Returns how many bytes at the front it is done with.
  private static func forEachPiece(
    _ path: FilePath, _ use: (UnsafeBufferPointer<UInt8>) throws(RunFolderError) -> Int
  ) throws(RunFolderError) {
    _ = try FileAccess.reading(path) { file, size in
      guard path.extension == "gz" else {
        return try forEachPiece(
          ofLength: FileAccess.bufferLength(size), { try file.read(into: $0) }, use)
      }
      let unpacking = try GzipReader(file, path: path, size: size)
      try forEachPiece(ofLength: 1 << 20, { try unpacking.read(into: $0) }, use)
    }
  }

  private static func forEachPiece(
    ofLength length: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int,
    _ use: (UnsafeBufferPointer<UInt8>) throws(RunFolderError) -> Int
  ) throws {
    var buffer = [UInt8](repeating: 0, count: length)
    var held = 0
    while case let count = try buffer.withUnsafeMutableBytes({ space in
      try read(UnsafeMutableRawBufferPointer(rebasing: space[held...]))
    }), count > 0 {
      held += count
      let done = try buffer.withUnsafeBufferPointer { try use(.init(rebasing: $0[..<held])) }
      buffer.withUnsafeMutableBytes { space in
        space.copyMemory(from: UnsafeRawBufferPointer(rebasing: space[done..<held]))
      }
      held -= done
      // Twice as long each time, so that a record of any length is looked at but a few times.
      if held == buffer.count { buffer += [UInt8](repeating: 0, count: held) }
    }
  }

  /// Where a table is that was packed.
  private static func packed(_ path: FilePath) -> FilePath { FilePath(path.string + ".gz") }
}
