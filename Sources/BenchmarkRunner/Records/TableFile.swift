import BenchmarkModel
import SystemPackage

/// A table on disk, read in pieces: memory holds a megabyte, or twice the longest row if that is
/// more.
///
/// A table may be packed by gzip: `trials.csv.gz` stands for `trials.csv`.
enum TableFile {
  /// Calls `take` with each row after the header, and returns the incomplete last line that a kill
  /// left.
  ///
  /// - Parameters:
  ///   - headers: The headers that the file may have; nil for any.
  ///   - take: The function that returns the defect of a row; nil for a sound row.
  /// - Throws: ``RunFolderError/missingTable(_:)``; ``RunFolderError/twoForms(_:)`` if the plain
  ///   and the packed table differ; ``RunFolderError/badRow(file:line:problem:)`` for another
  ///   header, a row of another width, a row that `take` refuses, a row longer than ``longestRow``
  ///   bytes and a quote that is never closed.
  /// - Complexity: O(size of the file).
  @discardableResult
  static func forEachRow(
    _ path: FilePath, headers: [[String]]?, _ take: (CSVFields) -> String?
  ) throws(RunFolderError) -> String {
    let path = try form(of: path)
    var scanner = CSVScanner()
    var width: Int?
    func bad(_ line: Int, _ problem: String) -> RunFolderError {
      .badRow(file: path.string, line: line, problem: problem)
    }
    let torn = try forEachPiece(path) { bytes throws(RunFolderError) in
      let done = try scanner.scan(bytes) { fields throws(RunFolderError) in
        let problem =
          if let width {
            fields.count == width ? take(fields) : "\(fields.count) fields, not \(width)"
          } else {
            headers?.contains(fields.texts) ?? true ? nil : "not the header of that table"
          }
        width = fields.count
        if let problem { throw bad(fields.line, problem) }
      }
      if bytes.count - done > longestRow { throw bad(scanner.line, "longer than any row") }
      return done
    }
    if width == nil { throw bad(1, "no header: the table is empty") }
    // A kill cuts one line, while a quote that is never closed swallows all later lines.
    if torn.dropLast().contains(UInt8(ascii: "\n")) {
      throw bad(scanner.line, "a quote that is never closed")
    }
    return String(decoding: torn, as: UTF8.self)
  }

  /// The largest number of bytes of a row that is read; a row of a launch's latencies has some 200
  /// kB.
  static let longestRow = 16 << 20

  /// Whether the table is there, plain or packed.
  static func exists(_ path: FilePath) -> Bool {
    FileAccess.exists(path) || FileAccess.exists(packed(path))
  }

  /// The path of the table to read: the plain table, else the packed table.
  private static func form(of path: FilePath) throws(RunFolderError) -> FilePath {
    let packed = packed(path)
    switch (FileAccess.exists(path), FileAccess.exists(packed)) {
    case (true, true):
      // The packed table is read first, because its unpacked length is bounded, and a plain table
      // of another length is not read.
      let unpacked = try digest(packed)
      let length = try FileAccess.reading(path) { _, size in UInt64(size) }
      guard length == unpacked[0], try digest(path) == unpacked else {
        throw .twoForms(path.string)
      }
      return path
    case (true, false): return path
    case (false, true): return packed
    case (false, false): throw .missingTable(path.string)
    }
  }

  /// The length and the hash of a table's unpacked bytes.
  private static func digest(_ path: FilePath) throws(RunFolderError) -> [UInt64] {
    var (length, hash) = (UInt64(0), FNV1a.offset)
    _ = try forEachPiece(path) { bytes in
      length += UInt64(bytes.count)
      hash = FNV1a.hash(bytes, after: hash)
      return bytes.count
    }
    return [length, hash]
  }

  /// Calls `use` with a file's bytes in pieces, and returns the bytes that it leaves at the end.
  ///
  /// Each piece begins with the bytes that `use` left of the piece before.
  ///
  /// - Parameter use: The function that returns the number of bytes at the front that it has used.
  private static func forEachPiece(
    _ path: FilePath, _ use: (UnsafeBufferPointer<UInt8>) throws(RunFolderError) -> Int
  ) throws(RunFolderError) -> [UInt8] {
    let rest = try FileAccess.reading(path) { file, size in
      guard path.extension == "gz" else {
        return try forEachPiece(
          ofLength: FileAccess.bufferLength(size), { try file.read(into: $0) }, use)
      }
      let unpacking = try GzipReader(file, path: path, size: size)
      return try forEachPiece(ofLength: 1 << 20, { try unpacking.read(into: $0) }, use)
    }
    guard let rest else { throw .missingTable(path.string) }
    return rest
  }

  private static func forEachPiece(
    ofLength length: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int,
    _ use: (UnsafeBufferPointer<UInt8>) throws(RunFolderError) -> Int
  ) throws -> [UInt8] {
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
      // A full buffer doubles, so that a row of any length is scanned only a few times.
      if held == buffer.count { buffer += [UInt8](repeating: 0, count: held) }
    }
    return Array(buffer[..<held])
  }

  /// The path of a table's packed form.
  static func packed(_ path: FilePath) -> FilePath { FilePath(path.string + ".gz") }
}
