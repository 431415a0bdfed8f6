package import BenchmarkModel

extension SuiteSummary {
  /// The primitives that others are held against and that do not do their work: they are never called
  /// the fastest, whatever their figures.
  ///
  /// That a primitive does not exclude shows where it is a negative control in any case of the suite: it
  /// is valid alone, because nobody is there to be kept out. Where no such case was measured, and for floors
  /// that are valid everywhere, the primitive's own summary says it.
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
    var roles = Dictionary(
      cases.filter(\.isNegativeControl).map { ($0.id.primitive, RankedRole.control) },
      uniquingKeysWith: { first, _ in first })
    var isFloorBefore = false
    for primitive in primitives {
      // "the same through dispatch_sync_f" is what the one before it is.
      let isFloor =
        FloorText.isFloor(primitive.summary)
        || (isFloorBefore && primitive.summary.hasPrefix("the same"))
      if isFloor { roles[primitive.name] = FloorText.role(primitive.summary) }
      isFloorBefore = isFloor
    }
    return roles
  }
}

/// How the suites say in a primitive's summary that it is here to be held against.
enum FloorText {
  /// What a primitive whose summary says one of these is there for: it works without a lock, or excludes nobody.
  static func role(_ summary: String) -> RankedRole {
    let words = words(summary)
    return words.first == "control" || words.contains("excludes") ? .control : .floor
  }

  private static func words(_ summary: String) -> [String] {
    summary.lowercased().split { !$0.isLetter }.map(String.init)
  }

  /// Whether a summary calls its primitive a floor or a control, or says that it excludes nobody.
  static func isFloor(_ summary: String) -> Bool {
    let words = words(summary)
    return words.contains("floor") || words.first == "control"
      || phrases.contains { phrase in
        words.indices.contains { words[$0...].starts(with: phrase) }
      }
  }

  private static let phrases = [
    ["no", "lock"], ["without", "a", "lock"], ["excludes", "nobody"], ["excludes", "nothing"],
  ]
}
