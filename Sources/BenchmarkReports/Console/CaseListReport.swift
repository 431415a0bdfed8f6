/// The cases of suites, with what each primitive is.
public struct CaseListReport {
  /// One suite's part.
  public struct SuiteSection {
    let name: String
    let summary: String
    let rows: [(case: String, summary: String)]

    /// Makes a part of its rows.
    public init(name: String, summary: String, rows: [(case: String, summary: String)]) {
      self.name = name
      self.summary = summary
      self.rows = rows
    }
  }

  private let sections: [SuiteSection]
  private let palette: Palette

  /// Makes the report.
  public init(_ sections: [SuiteSection], palette: Palette) {
    self.sections = sections
    self.palette = palette
  }

  /// A heading and a table a suite, and the number of cases.
  public func render() -> String {
    var text = ""
    for section in sections {
      text += palette.heading(section.name) + ": " + section.summary + "\n"
      var table = TableText([("case", .left), ("primitive", .left)])
      for row in section.rows { table.add([row.case, row.summary]) }
      text += table.render() + "\n"
    }
    return text + "\(sections.reduce(0) { $0 + $1.rows.count }) cases\n"
  }
}
