import FoundationEssentials

/// The text form of a baseline: JSON with sorted keys and one line for each case, so that a diff
/// shows the changed cases.
extension CountBaseline {
  /// The text of the baseline's file: the same baseline gives the same bytes.
  package func text() throws(CountBaselineError) -> String {
    let cases = try sortedCases.map { entry throws(CountBaselineError) in
      "    \(try Self.line(entry.id.description)): \(try Self.line(entry.counts))"
    }
    var entries = ["  \"cases\": {\n" + cases.joined(separator: ",\n") + "\n  }"]
    if let instructionsBy {
      entries.append("  \"instructionsBy\": \(try Self.line(instructionsBy))")
    }
    entries += [
      "  \"limits\": \(try Self.line(limits))",
      "  \"schemaVersion\": \(countBaselineSchemaVersion)",
      "  \"tool\": \(try Self.line(tool))", "  \"toolchain\": \(try Self.line(toolchain))",
    ]
    if let valgrind { entries.append("  \"valgrind\": \(try Self.line(valgrind))") }
    return "{\n" + entries.joined(separator: ",\n") + "\n}\n"
  }

  private static func line(_ value: some Encodable) throws(CountBaselineError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .notFinite
    }
  }

  private struct Version: Decodable {
    let schemaVersion: Int
  }

  private struct File: Decodable {
    let tool: String
    let toolchain: CountToolchain
    let instructionsBy: InstructionMeans?
    let valgrind: String?
    let limits: CountLimits
    let cases: [String: OperationCounts]
  }

  /// Reads a baseline from the bytes of a file; `file` is the file's name in errors.
  ///
  /// - Throws: ``CountBaselineError`` with the file and the remedy.
  package init(bytes: some Collection<UInt8>, file: String) throws(CountBaselineError) {
    let data = Data(bytes)
    let version = try Self.decode(Version.self, data, file).schemaVersion
    guard version == countBaselineSchemaVersion else {
      throw .otherSchema(file: file, found: version, known: countBaselineSchemaVersion)
    }
    let read = try Self.decode(File.self, data, file)
    self.init(
      tool: read.tool, toolchain: read.toolchain, instructionsBy: read.instructionsBy,
      valgrind: read.valgrind, limits: read.limits, cases: [:])
    for (name, counts) in read.cases {
      do throws(CaseIDError) {
        cases[try CaseID(parsing: name)] = counts
      } catch {
        throw .malformed(file: file, detail: error.description)
      }
    }
    try check(file)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ file: String
  ) throws(CountBaselineError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let error as DecodingError {
      throw .malformed(file: file, detail: error.problem)
    } catch {
      throw .malformed(file: file, detail: "it is no JSON")
    }
  }

  /// Refuses counts and limits that are valid JSON but impossible, and a baseline without counts.
  private func check(_ file: String) throws(CountBaselineError) {
    for (id, counts) in sortedCases {
      let figures = [
        ("instructions", counts.instructions), ("allocations", counts.allocations),
        ("allocatedBytes", counts.allocatedBytes),
      ]
      for case (let name, let value?) in figures where !value.isFinite || value < 0 {
        throw .badFigure(file: file, case: id.description, quantity: name)
      }
      if counts.instructions != nil, instructionsBy == nil {
        throw .malformed(
          file: file,
          detail: "it has instructions, but no 'instructionsBy' that says how they were counted")
      }
    }
    guard limits.share.isFinite, limits.share > 0, limits.least.isFinite, limits.least >= 0 else {
      throw .malformed(
        file: file, detail: "the limit 'share' must be above 0, and 'least' at least 0")
    }
    guard figureCount > 0 else { throw .empty(file: file) }
  }
}

extension DecodingError {
  /// The error, with the key at which it was found.
  fileprivate var problem: String {
    let (context, missing): (Context, String?) =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        (context, nil)
      case .keyNotFound(let key, let context): (context, key.stringValue)
      @unknown default: (Context(codingPath: [], debugDescription: ""), nil)
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ", ")
    if let missing { return "\(path.isEmpty ? "it" : "its \(path)") has no '\(missing)'" }
    return path.isEmpty ? "it is no JSON, or is cut short" : "its \(path) has an invalid value"
  }
}

/// The reason why a file is no baseline of counts.
package enum CountBaselineError: Error, Equatable, CustomStringConvertible {
  /// The file is no baseline.
  case malformed(file: String, detail: String)
  /// The file has a schema that this version does not read.
  case otherSchema(file: String, found: Int, known: Int)
  /// A figure that is no count.
  case badFigure(file: String, case: String, quantity: String)
  /// The file has no figure.
  case empty(file: String)
  /// A figure that can't be written.
  case notFinite

  /// One line: the error and the remedy.
  package var description: String {
    switch self {
    case .malformed(let file, let detail):
      "'\(file)' is no baseline of counts (\(detail)); restore the file, or record it anew with `syncbench gate --counts FOLDER --record`"
    case .otherSchema(let file, let found, let known):
      "'\(file)' has schema \(found), this version reads schema \(known); "
        + (found < known
          ? "record it anew with `syncbench gate --counts FOLDER --record`"
          : "use a newer syncbench")
    case .badFigure(let file, let id, let quantity):
      "'\(file)': \(quantity) of '\(id)' is no count; restore the file, or record it anew with `syncbench gate --counts FOLDER --record`"
    case .empty(let file):
      "'\(file)' has no figure to compare with; record it anew with `syncbench gate --counts FOLDER --record`"
    case .notFinite: "a count is not finite, and can't be written; count anew"
    }
  }
}
