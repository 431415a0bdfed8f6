/// One parameter of a case: a key in kebab case and a whole number; durations are nanoseconds.
public struct Parameter: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The key, such as `threads`.
  public let key: String
  /// The value: a count, a percentage, nanoseconds, or a word's index in the key's list of words.
  public let value: Int

  /// Makes the parameter `key=value`.
  public init(_ key: String, _ value: Int) {
    self.key = key
    self.value = value
  }

  /// The parameter as a part of a case's name.
  public var description: String { "\(key)=\(text)" }
}

/// The name of a case, `suite/workload/primitive/key=value/…`: safe in shells, globs and CSV.
public struct CaseID: Hashable, Sendable, CustomStringConvertible {
  /// The suite's name, such as `locks`.
  public let suite: String
  /// The workload's name, such as `contended`.
  public let workload: String
  /// The primitive's name, such as `pthread-mutex`.
  public let primitive: String
  /// The parameters, in the workload's order.
  public let parameters: [Parameter]

  /// Makes a name from its parts, which must be in kebab case.
  public init(suite: String, workload: String, primitive: String, parameters: [Parameter]) {
    self.suite = suite
    self.workload = workload
    self.primitive = primitive
    self.parameters = parameters
  }

  /// Reads a path as ``description`` writes it.
  ///
  /// - Throws: ``CaseIDError`` with the faulty part.
  public init(parsing path: String) throws(CaseIDError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else { throw .tooFewParts(path) }
    for name in parts.prefix(3) where !CaseID.isKebabCase(name) {
      throw .unsafeName(name, path)
    }
    var parameters: [Parameter] = []
    for part in parts.dropFirst(3) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, CaseID.isKebabCase(String(sides[0])),
        let parameter = Parameter(String(sides[0]), reading: sides[1])
      else {
        throw .malformedParameter(part, path)
      }
      parameters.append(parameter)
    }
    self.init(
      suite: parts[0], workload: parts[1], primitive: parts[2], parameters: parameters)
  }

  /// The path.
  public var description: String {
    ([suite, workload, primitive] + parameters.map(\.description)).joined(separator: "/")
  }

  /// The value of the parameter `key`; nil if the case does not have the parameter.
  public subscript(key: String) -> Int? {
    parameters.first { $0.key == key }?.value
  }

  /// The text of the value of the parameter `key`; nil if the case does not have the parameter.
  public func text(of key: String) -> String? {
    parameters.first { $0.key == key }?.text
  }

  /// The part of the name that cases must share to be ranked against each other: all parts except
  /// the primitive.
  public var situation: String {
    ([suite, workload] + parameters.map(\.description)).joined(separator: "/")
  }

  /// Whether a name is lower-case letters, digits and single inner hyphens.
  public static func isKebabCase(_ name: String) -> Bool {
    name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          }
      }
  }
}

/// An error in the text of a case's name.
public enum CaseIDError: Error, Equatable, CustomStringConvertible {
  /// The name has fewer parts than suite, workload and primitive.
  case tooFewParts(String)
  /// A part of the name is not in kebab case.
  case unsafeName(String, String)
  /// A part after the primitive is neither `key=number` nor, for a key with words, `key=word`.
  case malformedParameter(String, String)

  /// One line: the faulty text, the error and the remedy.
  public var description: String {
    switch self {
    case .tooFewParts(let path):
      "'\(path)' is not a case: write suite/workload/primitive/key=value (`syncbench list` shows them)"
    case .unsafeName(let name, let path):
      "'\(name)' in the case '\(path)' is not in kebab case (a-z, 0-9 and inner hyphens)"
    case .malformedParameter(let part, let path):
      "'\(part)' in the case '\(path)' is not key=number, or key=word for placement and memory"
    }
  }
}

extension CaseID: Codable {
  /// Reads the path as a JSON string.
  public init(from decoder: any Decoder) throws {
    let path = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(parsing: path)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Writes the path as a JSON string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
