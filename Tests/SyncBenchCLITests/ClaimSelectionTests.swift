import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import TestSupport
import Testing

@testable import SyncBenchCLI

@Suite struct ClaimSelectionTests {
  private let claims = [
    claim("lock-cost", .costs, [.cost("s/w/a")]),
    claim("order", .queues, [.costRatio("s/w/a", over: "s/w/b"), .cost("s/w/b")]),
    claim("weight", .operations, [.metric("s/w/c", "allocations_per_op")]),
  ]

  private static func claim(
    _ id: String, _ topic: ClaimTopic, _ figures: [ClaimFigure]
  ) -> Claim {
    Claim(
      id: id, topic: topic, statement: "One.", guide: "some",
      rule: .all(figures.map { ClaimCondition("it", $0, .atMost(1)) }),
      meaning: ClaimMeaning(supported: "Yes.", refuted: "No.", depends: "It depends."))
  }

  private static func claim(_ id: String, _ figures: [ClaimFigure]) -> Claim {
    claim(id, .costs, figures)
  }

  private let catalog = CaseCatalog(suites: [
    Suite(
      name: "s", summary: "a suite", columns: [],
      workloads: [
        Workload(
          name: "w", operation: "one", axes: [], pace: .once, summaryLevel: 0.5, threads: .single,
          primitives: ["a", "b", "c"].map { name in
            MeasuredPrimitive(name: name, summary: "one") { _ in .refusing("never run") }
          })
      ])
  ])

  @Test func `claims are chosen by name or topic, once, in their own order`() throws {
    func chosen(_ words: [String]) throws -> [String] {
      try ClaimSelection(words, among: claims).chosen.map(\.id)
    }
    #expect(try chosen([]) == ["lock-cost", "order", "weight"])
    #expect(try chosen(["order", "lock-cost"]) == ["lock-cost", "order"])
    #expect(try chosen(["queues", "order"]) == ["order"])
  }

  @Test func `the error for a word that is no claim or topic suggests similar names`() {
    func message(_ words: [String], _ claims: [Claim]) -> String {
      do throws(CommandFailure) {
        _ = try ClaimSelection(words, among: claims)
        return ""
      } catch {
        return error.message
      }
    }
    #expect(message(["cost"], claims).contains("did you mean costs or lock-cost?"))
    #expect(message(["order", "xyz"], claims).contains("no claim or topic 'xyz'"))
    #expect(message([], []).contains("no claims"))
  }

  @Test func `each case is needed once, and counted if a claim needs its count`() throws {
    let needed = try ClaimCases(claims, in: catalog)
    #expect(needed.cases.map(\.id.description) == ["s/w/a", "s/w/b", "s/w/c"])
    #expect(needed.counted.map(\.description) == ["s/w/c"])
    #expect(needed.groups == [3])
  }

  @Test func `cases of the topics alternate, so that a budget answers claims of each topic`() throws
  {
    let turns = [
      Self.claim("one", .queues, [.cost("s/w/b")]), Self.claim("two", .queues, [.cost("s/w/c")]),
      Self.claim("three", .costs, [.cost("s/w/a")]),
    ]
    let needed = try ClaimCases(turns, in: catalog)
    #expect(needed.cases.map(\.id.description) == ["s/w/b", "s/w/a", "s/w/c"])
  }

  @Test func `if no suite has a claim's case, the error names the claim`() {
    do throws(CommandFailure) {
      _ = try ClaimCases([Self.claim("odd", [.cost("s/w/d")])], in: catalog)
      Issue.record("it was found")
    } catch {
      #expect(error.message.contains("'odd' needs the case 's/w/d'"))
    }
  }
}
