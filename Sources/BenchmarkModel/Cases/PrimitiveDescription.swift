/// What a primitive is and how it behaves, as its author declares both: shown beside its figures.
public struct PrimitiveDescription: Codable, Equatable, Sendable {
  /// The primitive's name, in kebab case.
  public let name: String
  /// One line on what it is.
  public let summary: String
  /// How it behaves; none where nobody has said.
  public let traits: [Trait]
  /// The module that one imports to have it; nil where nobody has said.
  public let module: String?

  /// Makes a description of its parts.
  public init(name: String, summary: String, traits: [Trait] = [], module: String? = nil) {
    self.name = name
    self.summary = summary
    self.traits = traits
    self.module = module
  }

  /// The value of a trait, nil where the primitive does not declare it.
  public subscript(trait name: String) -> String? { traits.first { $0.name == name }?.value }
}
