import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkDocument

@Suite struct TableDescriptionTests {
  private struct Lock {
    let name: String
    var cost: Estimate?
    var isFair = false
    var notes: [String] = []
  }

  private static let description = TableDescription<Lock>([
    .text("primitive", key: "primitive", \.name),
    .estimate("cost", key: "cost_ns", .duration, as: .spread, \.cost),
    .text("notes", key: "notes") { lock in
      lock.notes.isEmpty ? nil : lock.notes.joined(separator: ", ")
    }.ifAny,
  ])
  private static let locks = [
    Lock(
      name: "ticket, a \"fair\" one",
      cost: Estimate(value: 100, interval: Interval(low: 98, high: 102)), isFair: true),
    Lock(name: "none"),
  ]

  @Test func `a page has the columns with a title, and an interval beside its estimate`() {
    let table = Self.description.table(Self.locks)
    #expect(table.columns.map(\.title) == ["primitive", "cost", "95 %"])
    #expect(table.rows[0].cells.map(\.text) == ["ticket, a \"fair\" one", "100 ns", "±2.00 %"])
    #expect(table.rows[1].cells.map(\.text) == ["none", "", ""])
  }

  @Test func `an ifAny column is on the page if any row has a value in it`() {
    let noted = Self.locks + [Lock(name: "noted", notes: ["spins", "sleeps"])]
    let table = Self.description.table(noted)
    #expect(table.columns.last?.title == "notes")
    #expect(table.rows[2].cells.last?.text == "spins, sleeps")
  }

  @Test func `a page leaves out a column of equal values, and states the value once`() {
    let description = TableDescription<Lock>([
      .text("primitive", \.name),
      .text("fair", key: "fair") { $0.isFair ? "yes" : "no" }.ifVaried,
    ])
    #expect(description.table(Self.locks).columns.map(\.title) == ["primitive", "fair"])
    #expect(description.constants(Self.locks) == nil)
    let one = [Self.locks[0]]
    #expect(description.table(one).columns.map(\.title) == ["primitive"])
    #expect(description.constants(one) == "everywhere fair = yes")
    #expect(description.csv(one) == "fair\nyes\n")
  }

  @Test
  func `a page may write an absent estimate as a word and leave out intervals; CSV does neither`() {
    let description = TableDescription<Lock>([
      .estimate("cost", key: "cost_ns", .duration, absent: { _ in "never" }, \.cost).withoutInterval
    ])
    let table = description.table(Self.locks)
    #expect(table.columns.map(\.title) == ["cost"])
    #expect(table.rows.map { $0.cells.map(\.text) } == [["100 ns"], ["never"]])
    #expect(description.csv(Self.locks) == "cost_ns,cost_ns_low,cost_ns_high\n100,98,102\n,,\n")
    #expect(description.without(["cost"]).columns.isEmpty)
  }

  @Test func `CSV has the keys, quotes texts with commas, and leaves absent fields empty`() {
    #expect(
      Self.description.csv(Self.locks) == """
        primitive,cost_ns,cost_ns_low,cost_ns_high,notes
        "ticket, a ""fair"" one",100,98,102,
        none,,,,

        """)
  }

  @Test func `JSON has every key, and null for absent values`() throws {
    var description = Self.description
    description.columns.append(.field("is_fair", \.isFair))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(description.json(Self.locks)), as: UTF8.self)
    #expect(
      text == """
        [{"cost_ns":100,"cost_ns_high":102,"cost_ns_low":98,"is_fair":true,"notes":null,\
        "primitive":"ticket, a \\"fair\\" one"},\
        {"cost_ns":null,"cost_ns_high":null,"cost_ns_low":null,"is_fair":false,"notes":null,\
        "primitive":"none"}]
        """)
  }
}
