/// The name of a stored baseline: one folder, safe in every shell and path.
public struct BaselineName: Equatable, Sendable, CustomStringConvertible {
  /// The name.
  public let description: String

  private static let mostCharacters = 100

  /// Checks a name.
  ///
  /// - Throws: ``BaselineNameError`` with what is wrong.
  public init(_ name: String) throws(BaselineNameError) {
    guard !name.isEmpty else { throw .empty }
    guard !name.hasPrefix(".") else { throw .leadingDot(name) }
    guard name.allSatisfy(Self.isSafe) else { throw .unsafe(name) }
    guard name.utf8.count <= Self.mostCharacters else { throw .tooLong(name) }
    description = name
  }

  static func isSafe(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
  }
}

/// What is wrong with a baseline's name.
public enum BaselineNameError: Error, Equatable, CustomStringConvertible {
  /// There is none.
  case empty
  /// A hidden folder, or one above.
  case leadingDot(String)
  /// A character that a path or a shell takes for something else.
  case unsafe(String)
  /// More than a file system takes.
  case tooLong(String)

  /// One line: what, and the remedy.
  public var description: String {
    switch self {
    case .empty: "an empty name names no baseline; write one such as main"
    case .leadingDot(let name):
      "'\(name)' can't name a baseline, because it begins with a dot; write a name such as main"
    case .unsafe(let name):
      "'\(name)' can't name a baseline: letters, digits, '.', '_' and '-' can; another folder goes after --folder"
    case .tooLong(let name):
      "'\(name.prefix(20))…' can't name a baseline, because it is longer than 100 characters; shorten it"
    }
  }
}
