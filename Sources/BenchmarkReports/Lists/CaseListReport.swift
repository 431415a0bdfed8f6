package import BenchmarkDocument
package import BenchmarkModel

/// The cases of suites, and descriptions of the primitives.
package struct CaseListReport {
  /// The part of the list for one suite.
  package struct SuiteSection {
    let name: String
    let summary: String
    let primitives: [PrimitiveDescription]
    let cases: [String]
    let rest: String?

    /// Makes the part of a suite from its primitives and the names of its cases.
    ///
    /// - Parameter rest: The primitives that are left out, with the command that shows these
    ///   primitives; nil if none is left out.
    package init(
      name: String, summary: String, primitives: [PrimitiveDescription], cases: [String],
      rest: String? = nil
    ) {
      self.name = name
      self.summary = summary
      self.primitives = primitives
      self.cases = cases
      self.rest = rest
    }

    fileprivate var document: Document {
      [.text(StyledText(name, .strong) + ": \(summary)"), .table(table)]
        + Document([rest].compactMap { $0 }.map { .text("\($0)", label: "  ") }) + [.space]
        + Document(cases.map { .text("", label: "  \($0)") }) + [.space]
    }

    private var table: Table {
      TableDescription<PrimitiveDescription>([
        .text("primitive") { $0.name }, .text("what it is") { $0.summary },
        .text("how it behaves", TraitText.full).ifAny,
      ]).table(primitives)
    }
  }

  private let sections: [SuiteSection]

  package init(_ sections: [SuiteSection]) { self.sections = sections }

  /// The heading, the primitives and the cases of each suite, then the number of all cases.
  package var document: Document {
    Document(sections.flatMap(\.document.blocks))
      + [.text("\(sections.reduce(0) { $0 + $1.cases.count }) cases")]
  }
}
