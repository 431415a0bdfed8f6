package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension TableDescription where Row == Comparison {
  /// The document of `compare --format json`.
  package static func comparison(_ names: ComparisonNames) -> TableDescription<Comparison> {
    Self([
      .field("schema_version") { _ in 2 },
      .object("a", .run(names[.a]), \.a),
      .object("b", .run(names[.b]), \.b),
      .objects("differences", .difference, \.differences),
      .field("warnings") { comparison in
        comparison.cautions.map { caution in
          JSONValue.object([
            ("runs", caution.sides.map(\.rawValue).json), ("text", caution.text.json),
          ])
        }
      },
      .objects("cases", .compared(.number)) { $0.tables.flatMap(\.cases) },
      .objects("not_compared", .uncompared, \.uncompared),
      .field("removed") { $0.removed.map(\.description) },
      .field("added") { $0.added.map(\.description) },
      .field("controls", \.controls),
    ])
  }
}

extension TableDescription where Row == RunDocument {
  /// One of the two runs; `name` is its path on the command line.
  fileprivate static func run(_ name: String) -> Self {
    Self([
      .field("name") { _ in name },
      .field("host", \.host),
      .field("start_ns", \.startNanoseconds),
      .field("version", \.tool.version),
      .field("commit", \.tool.commit),
      .field("executable", \.tool.executable),
      .field("profile", \.plan.profile),
      .field("state", \.state.rawValue),
      .field("warnings", \.warnings),
    ])
  }
}

extension TableDescription where Row == RunDifference {
  /// A fact in which the runs differ; `cases` is empty for a fact of the whole run.
  fileprivate static var difference: Self {
    Self([
      .field("what", \.what),
      .field("a", \.a),
      .field("b", \.b),
      .field("cases") { $0.cases.map(\.description) },
    ])
  }
}

extension TableDescription where Row == ComparedCase {
  /// A compared case, on the screen and in JSON; `quantity` is the form in which the screen shows
  /// the figures of A and of B.
  static func compared(_ quantity: Quantity) -> TableDescription<ComparedCase> {
    Self(
      Column.caseFields(\.id) + [
        .estimate("B / A", key: "ratio", .fineTimes) { $0.ratio }.exact,
        .text("B is", ComparisonWords.direction), .figure("A", key: "a", quantity) { $0.a }.exact,
        .figure("B", key: "b", quantity) { $0.b }.exact, .name("case") { $0.id.nameInSuite },
        .field("metric", \.column.name),
        .field("polarity", \.column.polarity.rawValue),
        .field("launches_a", \.launchesA),
        .field("launches_b", \.launchesB),
        .field("place") { $0.place?.text },
        .field("direction", \.direction.rawValue),
        .field("counts") { compared in
          TableDescription<ComparedCount>.count(compared.likelyCauses).json(compared.counts)
        },
        .field("notes_a", \.notesA),
        .field("notes_b", \.notesB),
      ])
  }
}

extension CaseID {
  /// The name without its suite.
  fileprivate var nameInSuite: String {
    description.split(separator: "/").dropFirst().joined(separator: "/")
  }
}

extension TableDescription where Row == ComparedCount {
  /// A quantity that was counted in both runs; it is a likely cause if it is among `causes`, which
  /// differ and are higher in the worse run.
  fileprivate static func count(_ causes: [ComparedCount]) -> Self {
    Self([
      .field("quantity", \.quantity),
      .field("event", \.event),
      .field("a", \.a),
      .field("b", \.b),
      .field("differs", \.differs),
      .field("likely_cause") { causes.contains($0) },
    ])
  }
}

extension TableDescription where Row == UncomparedCase {
  /// A case that both runs have, but for which there is no ratio.
  fileprivate static var uncompared: Self {
    Self([
      .field("case", \.id.description),
      .field("status_a", \.statusA.rawValue),
      .field("status_b", \.statusB.rawValue),
      .field("reason", \.reason),
    ])
  }
}
