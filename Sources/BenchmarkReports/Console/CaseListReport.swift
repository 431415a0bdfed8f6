public import BenchmarkModel

/// The cases of suites, and what each primitive is.
public struct CaseListReport {
  /// One suite's part.
  public struct SuiteSection {
    let name: String
    let summary: String
    let primitives: [PrimitiveDescription]
    let cases: [String]

    /// Makes a part of its primitives and the names of its cases.
    public init(
      name: String, summary: String, primitives: [PrimitiveDescription], cases: [String]
    ) {
      self.name = name
      self.summary = summary
      self.primitives = primitives
      self.cases = cases
    }
  }

  private let sections: [SuiteSection]
  private let palette: Palette

  /// Makes the report.
  public init(_ sections: [SuiteSection], palette: Palette) {
    self.sections = sections
    self.palette = palette
  }

  /// A heading a suite, its primitives and its cases, and the number of cases.
  public func render() -> String {
    var text = ""
    for section in sections {
      text += palette.heading(section.name) + ": " + section.summary + "\n"
      text += primitives(section.primitives) + "\n"
      text += section.cases.map { "  \($0)\n" }.joined() + "\n"
    }
    return text + "\(sections.reduce(0) { $0 + $1.cases.count }) cases\n"
  }

  private func primitives(_ descriptions: [PrimitiveDescription]) -> String {
    let traits = descriptions.map(TraitText.full)
    let hasTraits = traits.contains { !$0.isEmpty }
    var table = TableText(
      [("primitive", .left), ("what it is", .left)] + (hasTraits ? [("how it behaves", .left)] : [])
    )
    for (description, traits) in zip(descriptions, traits) {
      table.add([description.name, description.summary] + (hasTraits ? [traits] : []))
    }
    return table.render()
  }
}
