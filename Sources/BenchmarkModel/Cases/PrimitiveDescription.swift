/// What a primitive is and how it behaves, as its author declares both: shown beside its figures.
package struct PrimitiveDescription: Codable, Equatable, Sendable {
  /// The primitive's name, in kebab case.
  package let name: String
  /// One line on what it is.
  package let summary: String
  /// How it behaves; none where nobody has said.
  package let traits: [Trait]
  /// The module that one imports to have it; nil where nobody has said.
  package let module: String?

  package init(name: String, summary: String, traits: [Trait] = [], module: String? = nil) {
    self.name = name
    self.summary = summary
    self.traits = traits
    self.module = module
  }

  /// The value of a trait, nil where the primitive does not declare it.
  package subscript(trait name: String) -> String? { traits.first { $0.name == name }?.value }
}
