import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

extension SuiteTable {
  /// The columns that name a case in a file: the path, workload, primitive, family and parameters.
  func caseColumns<Row>(
    _ id: @escaping @Sendable (Row) -> CaseID
  ) -> [TableDescription<Row>.Column] {
    [
      .text(nil, key: "case") { "\(id($0))" }, .text(nil, key: "workload") { id($0).workload },
      .text(nil, key: "primitive") { id($0).primitive },
      .text(nil, key: "family") { description(of: id($0).primitive)?.family },
    ] + columns { id($0).parameters }
  }

  /// The parameters of the suite as columns, except the parameters named in `keys`.
  ///
  /// A page leaves out a parameter that is the same in all rows; a file has all parameters.
  func columns<Row>(
    without keys: Set<String> = [], _ parameters: @escaping @Sendable (Row) -> [Parameter]
  ) -> [TableDescription<Row>.Column] {
    self.parameters.filter { !keys.contains($0.key) }.map { column in
      .parameter(column.name, key: column.name) { row in
        parameters(row).first { $0.key == column.key }
      }
    }
  }
}

extension TableDescription.Column {
  /// A parameter of a case.
  static func parameter(
    _ title: String, key: String, _ value: @escaping @Sendable (Row) -> Parameter?
  ) -> Self {
    Self(title, key: key, kind: .figure) { row in
      guard let parameter = value(row) else { return .text(nil) }
      return Parameter.words(of: parameter.key) == nil
        ? .count(parameter.value) : .text(parameter.text)
    }.ifVaried
  }
}
