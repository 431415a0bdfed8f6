/// A primitive's declared behaviour in one respect, such as `spins` for `waiting`.
public struct Trait: Codable, Equatable, Sendable {
  /// The name of the respect, in snake case: a column of the suite's table.
  public let name: String
  /// The behaviour: a word, or `yes` or `no`; empty if it does not apply.
  public let value: String

  /// Makes the trait.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
