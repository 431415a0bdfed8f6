import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// The claims that a command line asks for, by their names or topics.
struct ClaimSelection {
  /// The claims, in the order of the tool's claims.
  let chosen: [Claim]

  /// Finds the claims; all claims if no word is given.
  ///
  /// - Throws: ``CommandFailure`` for a word that names neither a claim nor a topic, or if the tool
  ///   has no claims.
  init(_ words: [String], among claims: [Claim]) throws(CommandFailure) {
    for word in words where !claims.contains(where: { Self.names(word, $0) }) {
      let hint = NearNames.question(
        NearNames.near(word, among: claims.map(\.id) + claims.map(\.topic.rawValue)),
        otherwise: "`\(Console.toolName) claims --list` shows them")
      throw CommandFailure.usage("there is no claim or topic '\(word)'; \(hint)")
    }
    guard !claims.isEmpty else {
      throw CommandFailure.usage("this tool has no claims to test")
    }
    chosen =
      words.isEmpty
      ? claims : claims.filter { claim in words.contains { Self.names($0, claim) } }
  }

  private static func names(_ word: String, _ claim: Claim) -> Bool {
    claim.id == word || claim.topic.rawValue == word
  }
}

/// The cases that claims need.
struct ClaimCases {
  /// The cases, each once: those of the first claim of each topic, then of the second, and so on.
  private(set) var cases: [CatalogCase] = []
  /// The sizes of the groups of cases, in the cases' order.
  ///
  /// A group goes through all blocks before the next group begins. A group has all cases of its
  /// claims, except those of earlier groups. Every group but the last has enough cases that other
  /// cases are launched between two launches of one case.
  private(set) var groups: [Int] = []
  /// The cases for which a claim needs counts of allocations.
  private(set) var counted: Set<CaseID> = []

  /// Finds the cases of claims.
  ///
  /// - Throws: ``CommandFailure`` for a case that the suites do not have.
  init(_ claims: [Claim], in catalog: CaseCatalog) throws(CommandFailure) {
    var known: Set<CaseID> = []
    var ungrouped = 0
    for claim in Self.inTurn(claims) {
      for name in claim.cases {
        let found = try Self.find(name, for: claim, in: catalog)
        if known.insert(found.id).inserted {
          cases.append(found)
          ungrouped += 1
        }
      }
      for figure in claim.rule.conditions.map(\.figure) where Self.isCounted(figure.column) {
        for name in figure.cases {
          counted.insert(try Self.find(name, for: claim, in: catalog).id)
        }
      }
      if ungrouped >= Self.fewestTogether {
        groups.append(ungrouped)
        ungrouped = 0
      }
    }
    if ungrouped > 0 { groups.append(ungrouped) }
  }

  private static let fewestTogether = 20

  /// The first claim of each topic, then the second of each, and so on, so that some claims of
  /// every topic are tested even if the budget ends early.
  private static func inTurn(_ claims: [Claim]) -> [Claim] {
    let topics = claims.grouped(by: \.topic)
    return (0..<(topics.map(\.count).max() ?? 0)).flatMap { turn in
      topics.compactMap { turn < $0.count ? $0[turn] : nil }
    }
  }

  private static func find(
    _ name: String, for claim: Claim, in catalog: CaseCatalog
  ) throws(CommandFailure) -> CatalogCase {
    do {
      return try catalog.find(try CaseID(parsing: name))
    } catch {
      throw CommandFailure.world(
        "the claim '\(claim.id)' needs the case '\(name)', which no suite has: \(error)")
    }
  }

  private static func isCounted(_ column: String?) -> Bool {
    column == "allocations_per_op" || column == "allocated_bytes_per_op"
  }
}
