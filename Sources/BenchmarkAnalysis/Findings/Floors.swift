package import BenchmarkModel

extension SuiteSummary {
  /// The primitives that others are held against and that do not do their work: they are never called
  /// the fastest, whatever their figures.
  ///
  /// A primitive does not exclude if it is a negative control in any case of the suite: alone it is valid, because
  /// there is no other thread to keep out. All others are declared.
  package var floors: Set<String> { Set(yardsticks.keys) }

  /// The same, each with what it is there for.
  var yardsticks: [String: RankedRole] { table.yardsticks(among: cases.map(\.planned)) }
}

extension Plan {
  /// The cases of floors and controls, which others are held against.
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
  /// The floors and controls of the table, given the cases that are planned or measured of it.
  fileprivate func yardsticks(among cases: [PlannedCase]) -> [String: RankedRole] {
    let controls = cases.filter(\.isNegativeControl).map { ($0.id.primitive, RankedRole.control) }
    let declared = primitives.compactMap { primitive in
      primitive.yardstick.map { (primitive.name, RankedRole($0)) }
    }
    return Dictionary(controls + declared, uniquingKeysWith: { $1 })
  }
}
