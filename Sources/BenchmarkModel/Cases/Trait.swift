/// A primitive's declared behaviour in one respect, such as `waiting` `spins`.
public struct Trait: Codable, Equatable, Sendable {
  /// The respect, in snake case: a column of the suite's table.
  public let name: String
  /// The behaviour: a word, or `yes` or `no`; empty if it does not apply.
  public let value: String

  /// Makes the trait.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
