package import BenchmarkModel

extension SuiteSummary {
  /// The suite's floors and controls, which are never called the fastest, because they don't do the
  /// work of the other primitives.
  ///
  /// A primitive that is a negative control in any case of the suite is a control in all its cases,
  /// even in a case of one thread, whose check holds because there is no other thread to keep out.
  /// The suite's table declares all other floors and controls.
  package var floors: Set<String> { Set(yardsticks.keys) }

  /// The floors and controls of the suite by name, with their roles.
  var yardsticks: [String: RankedRole] { table.yardsticks(among: cases.map(\.planned)) }
}

extension Plan {
  /// The cases of floors and controls.
  package var yardsticks: Set<CaseID> {
    Set(
      tables.flatMap { table in
        let own = cases.filter { $0.id.suite == table.suite }
        let roles = table.yardsticks(among: own)
        return own.map(\.id).filter { roles[$0.primitive] != nil }
      })
  }
}

extension SuiteTable {
  /// The roles of the table's floors and controls by name, given the planned or measured cases of
  /// the table.
  fileprivate func yardsticks(among cases: [PlannedCase]) -> [String: RankedRole] {
    let controls = cases.filter(\.isNegativeControl).map { ($0.id.primitive, RankedRole.control) }
    let declared = primitives.compactMap { primitive in
      primitive.yardstick.map { (primitive.name, RankedRole($0)) }
    }
    return Dictionary(controls + declared, uniquingKeysWith: { $1 })
  }
}
