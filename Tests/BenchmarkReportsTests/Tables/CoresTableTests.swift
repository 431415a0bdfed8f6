import BenchmarkAnalysis
import Foundation
import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

/// A run of the suite `cores` on a made-up machine of 16 CPUs.
enum CoresFixture {
  private static let topology = MadeUpMachine.sixteen

  static var summary: RunSummary {
    var made = MadeRun(suite: "cores")
    made.parameters = ["from", "to"]
    for primitive in ["store", "futex-wake"] {
      for first in 0..<16 {
        for second in first + 1..<16 {
          let name = "hand-over/\(primitive)/from=\(first)/to=\(second)"
          made.add(name, level: 0.25, cpus: [first, second], width: 2, [record(made.id(name))])
        }
      }
    }
    var run = made.run
    run.document.environment.topology = topology
    return Summarizer(run, hasIntervals: false).summary()
  }

  /// The launch of a hand-over: 10 ns between siblings, 30 ns in a cluster, 60 ns in a node and 130
  /// ns across nodes, and 100 times as much if a futex hands over.
  ///
  /// The hand-over by `store` from CPU 3 to CPU 9 lost a value.
  private static func record(_ id: CaseID) -> LaunchRecord {
    let known: [CPUSharing: Double] = [.core: 10, .cluster: 30, .node: 60, .machine: 130]
    let sharing = topology.sharing(id["from"] ?? 0, id["to"] ?? 0)
    let cost = (sharing.flatMap { known[$0] } ?? 0) * (id.primitive == "store" ? 1 : 100)
    return id.description == "cores/hand-over/store/from=3/to=9"
      ? costs(cost).broken("1 of 9 values were not one more than the last") : costs(cost)
  }
}

@Suite struct CoresTableTests {
  @Test
  func `a row has the map positions of two CPUs, and the smallest part of the machine with both`()
    throws
  {
    let table = TableRows(CoresTable.render(CoresFixture.summary))
    #expect(table.rows.count == 240)
    let row = try #require(table.having("case", "cores/hand-over/store/from=1/to=12").first)
    #expect(row["ns_per_op"] == "130" && row["shares"] == "machine")
    #expect(row["from"] == "1" && row["from_place"] == "3" && row["from_node"] == "0")
    #expect(row["to_place"] == "10" && row["to_node"] == "1" && row["to_cluster"] == "4")
    #expect(
      try #require(table.having("case", "cores/hand-over/store/from=0/to=8").first)["shares"]
        == "core")
  }

  @Test func `a hand-over that lost a value is an invalid case, with the reason`() throws {
    let lost = TableRows(CoresTable.render(CoresFixture.summary)).having("status", "invalid")
    #expect(lost.map { $0["case"] } == ["cores/hand-over/store/from=3/to=9"])
    #expect(lost[0]["reason"]?.contains("not one more than the last") == true)
  }

  @Test
  func `the table has only the chosen primitives, and a run without pairs of CPUs has no row`() {
    let chosen = TableRows(CoresTable.render(CoresFixture.summary, primitives: ["store"])).rows
    #expect(Set(chosen.compactMap { $0["primitive"] }) == ["store"])
    #expect(TableRows(CoresTable.render(ReportFixture.summary)).rows.isEmpty)
  }
}

@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct CoresChartTests {
  private func drawn(_ table: String) throws -> [String] {
    try DrawnSVG.of("cores", table).strings
  }

  @Test
  func `a map of 16 CPUs has the nodes' names, each pair's cost twice, and each level's median`()
    throws
  {
    let strings = try drawn(CoresTable.render(CoresFixture.summary))
    #expect(strings.contains("store, ns") && strings.contains("futex-wake, µs"))
    // Each node is named above and left of each of the two panels.
    #expect(strings.count { $0 == "node 0" } == 4 && strings.count { $0 == "node 1" } == 4)
    #expect(strings.count { $0 == "130" } == 128)
    #expect(strings.count { $0 == "1.00" } == 16)
    #expect(
      strings.contains {
        $0.contains("siblings 10.0 ns, one cluster 30.0 ns, one node 60.0 ns, across nodes 130 ns")
      })
    #expect(strings.contains { $0.contains("invalid, not drawn: hand-over/store") })
  }

  @Test func `a map of 64 CPUs has squares without figures, and stays below 1 MB`() throws {
    var table = CSV.line(CoresTable.columns)
    for first in 1...64 {
      for second in (first + 1)..<65 {
        let ends = [first, second].flatMap { ["\($0)", "\($0)", "\(($0 - 1) / 16)", "", "\($0)"] }
        table += CSV.line(
          ["c", "hand-over", "store", "valid", "", "\(first + second)"] + ends + ["node"])
      }
    }
    let drawing = try DrawingTable("cores")
    let outcome = try drawing.draw(table)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: outcome.output)).count < 1_000_000)
    let strings = try DrawnSVG(outcome.output).strings
    #expect(strings.contains("node 3") && !strings.contains("100"))
  }

  @Test func `the chart of a table without rows says that no pair was measured`() throws {
    let text = try drawn(CSV.line(CoresTable.columns)).joined()
    #expect(text.contains("no pair of CPUs was measured"))
  }
}

/// Tests of charts of locks with several placements.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct PlacedChartTests {
  private var table: String {
    var text = CSV.line([
      "case", "workload", "primitive", "inside_ns", "threads", "outside_ns", "placement", "status",
      "reason", "ns_per_op", "ns_per_op_low", "ns_per_op_high",
    ])
    for name in ["ticket", "mutex"] {
      text += CSV.line(["c", "uncontended", name, "0", "", "", "", "valid", "", "5", "4", "6"])
      for (placement, cost) in [("siblings", "20"), ("cores", "60"), ("spread", "140")] {
        text += CSV.line(
          ["c", "contended", name, "0", "2", "0", placement, "valid", "", cost, cost, cost])
      }
    }
    return text
  }

  @Test func `placements within a core, within a node and across nodes have a panel each`() throws {
    let svg = try DrawnSVG.of("locks-cost", table)
    for words in ["within a core", "within a node", "across nodes"] {
      #expect(svg.strings.contains("Contended, 2 threads, \(words)"), "\(words)")
    }
    #expect(svg.strings.contains("Uncontended: one thread"))
    #expect(svg.strings.count { $0 == "ticket" } == 4)
  }

  @Test func `the chart of costs over numbers of threads has a panel for each placement`() throws {
    let strings = try DrawnSVG.of("locks-threads", table).strings
    #expect(strings.contains("No work inside or outside, across nodes"))
    #expect(strings.contains("No work inside or outside, within a core"))
  }
}
