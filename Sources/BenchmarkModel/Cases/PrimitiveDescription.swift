/// A primitive's summary and traits, as its author declares them: shown beside its figures.
package struct PrimitiveDescription: Codable, Equatable, Sendable {
  /// The primitive's name, in kebab case.
  package let name: String
  /// A one-line description.
  package let summary: String
  /// The primitive's declared behaviour; empty if none is declared.
  package let traits: [Trait]
  /// The module to import for the primitive; nil if none is declared.
  package let module: String?
  /// The family with which the primitive shares a colour in charts; nil for a colour of its own.
  package let family: String?
  /// The role, floor or control, of a primitive that does not do the work of the other primitives;
  /// nil for a primitive that does that work.
  package let yardstick: Yardstick?

  package init(
    name: String, summary: String, traits: [Trait] = [], module: String? = nil,
    family: String? = nil, yardstick: Yardstick? = nil
  ) {
    self.name = name
    self.summary = summary
    self.traits = traits
    self.module = module
    self.family = family
    self.yardstick = yardstick
  }

  /// The value of a trait; nil if the primitive does not declare the trait.
  package subscript(trait name: String) -> String? { traits.first { $0.name == name }?.value }
}
