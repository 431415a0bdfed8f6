import BenchmarkModel
import BenchmarkStatistics
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct GateWordsTests {
  @Test(
    arguments: [
      (1.12, 1.09, 1.15, "12 % slower (9 to 15 %)"), (0.8, 0.75, 0.9, "20 % faster (10 to 25 %)"),
      (1.02, 0.99, 1.053, "2 % slower (1 % faster to 5.3 % slower)"),
      (0.98, 0.95, 1.01, "2 % faster (5 % faster to 1 % slower)"),
      (1, 0.995, 1.01, "unchanged (0.5 % faster to 1 % slower)"),
      (1, 1, 1, "unchanged (0 % to 0 %)"),
      (1.002, 1, 1.004, "0.2 % slower (0 to 0.4 %)"),
      (1.0996, 1.09, 1.1, "10 % slower (9 to 10 %)"),
      (3.5, 3, 21, "250 % slower (200 to 2000 %)"),
    ] as [(Double, Double, Double, String)])
  func `a ratio is written as a percentage slower or faster, with its interval`(
    value: Double, low: Double, high: Double, text: String
  ) {
    #expect(GateWords.change(estimate(value, low, high), metric: "ns_per_op") == text)
  }

  @Test(
    arguments: [
      ("ns_per_op", "10 % slower"), ("cpu_ns_per_op", "10 % slower"), ("total_ms", "10 % slower"),
      ("ops_per_s", "10 % worse"), ("speedup", "10 % worse"), ("fairness", "10 % worse"),
    ])
  func `a ratio above 1 is called slower for a time, and worse for any other metric`(
    metric: String, text: String
  ) {
    #expect(GateWords.change(Estimate(value: 1.1), metric: metric) == text)
    #expect(
      GateWords.change(Estimate(value: 0.9), metric: metric)
        == (text.hasSuffix("slower") ? "10 % faster" : "10 % better"))
  }

  @Test func `a rate that fell to 80 % is written as 25 % worse`() throws {
    let scene = GateFixture.Scene(
      name: "ticket", metric: "ops_per_s", polarity: .higherIsBetter, rows: GateFixture.pairs(0.8))
    let result = try #require(GateFixture.evaluation([scene]).cases.first)
    #expect(result.verdict == .fail)
    #expect(GateWords.figures(result, showsMetric: false).hasPrefix("25 % worse ("))
  }

  @Test func `a ratio is written with its interval, and an absent ratio as nothing`() {
    #expect(GateWords.ratio(estimate(1.12, 1.09, 1.15)) == "1.12 (1.09 to 1.15)")
    #expect(GateWords.ratio(Estimate(value: 0.004)) == "1/250")
    #expect(GateWords.ratio(nil) == "")
  }

  @Test(
    arguments: [
      ("allocations", 2, 4, "2 more allocations per operation (2.00 → 4.00)"),
      ("allocations", 2, 3, "1 more allocation per operation (2.00 → 3.00)"),
      ("allocations", 4, 2, "2 fewer allocations per operation (4.00 → 2.00)"),
      ("futex-waits", 0.02, 0.15, "0.13 more futex waits per operation (0.02 → 0.15)"),
      ("futex-pi-wakes", 0, 1.5, "1.5 more futex PI wakes per operation (0.00 → 1.50)"),
      ("futex-waits", 0.0101, 0.0104, "0.0003 more futex waits per operation (0.0101 → 0.0104)"),
      ("instructions", 14, 17, "21 % more instructions (14.0 → 17.0)"),
      ("instructions", 0, 17, "17 more instructions per operation (0.00 → 17.0)"),
      ("allocated-bytes", 32, 1032, "1000 more allocated bytes per operation (32.0 → 1032)"),
    ] as [(String, Double, Double, String)])
  func `the text of a count has the difference, the quantity and both counts`(
    quantity: String, a: Double, b: Double, text: String
  ) {
    #expect(GateWords.count(ComparedCount(quantity, event: quantity, a: [a], b: [b])) == text)
  }

  @Test func `if a count was taken only in user mode, its text says so`() {
    let count = ComparedCount("page-faults", event: "page-faults:u", a: [1], b: [3])
    #expect(
      GateWords.count(count) == "2 more page faults per operation (1.00 → 3.00, user mode only)")
  }

  @Test
  func `a FAIL is explained by a larger count, or the text says why the cause is not known`() {
    let gap = "instructions: no PMU"
    let more = GateFixture.cause("allocations", 2, 4, gaps: [gap])
    #expect(
      GateWords.cause(more, of: .fail) == [
        "likely cause: 2 more allocations per operation (2.00 → 4.00)"
      ])
    #expect(
      GateWords.cause(GateCause(counts: [], gaps: [gap]), of: .fail) == [
        "cause not known, because counts were not possible", "not counted: instructions: no PMU",
      ])
    #expect(
      GateWords.cause(GateCause(counts: []), of: .fail) == ["cause not known: nothing was counted"])
    #expect(GateWords.cause(nil, of: .fail) == [])
  }

  @Test
  func `equal instructions are called the same work, and fewer instructions explain no FAIL`() {
    let same = GateCause(
      counts: ["allocations", "instructions"].map {
        ComparedCount($0, event: $0, a: [9], b: [9])
      }, gaps: ["futex-waits: no tracefs"])
    #expect(
      GateWords.cause(same, of: .fail) == [
        "no count differs (allocations, instructions): the same work takes longer (code layout, cache, "
          + "frequency, or waiting)", "not counted: futex-waits: no tracefs",
      ])
    #expect(
      GateWords.cause(GateFixture.cause("instructions", 14, 9), of: .fail) == [
        "no count explains it; the candidate has 36 % fewer instructions (14.0 → 9.00)"
      ])
  }

  @Test func `without a count of instructions the cause is unknown, even if other counts agree`() {
    let gap = "instructions: no PMU"
    #expect(
      GateWords.cause(GateFixture.cause("page-faults", 2, 2, gaps: [gap]), of: .fail) == [
        "cause not known, because instructions were not counted; what was counted agrees (page faults)",
        "not counted: instructions: no PMU",
      ])
    #expect(
      GateWords.cause(GateFixture.cause("allocations", 4, 2), of: .fail) == [
        "cause not known, because instructions were not counted; the candidate has 2 fewer allocations per "
          + "operation (4.00 → 2.00)"
      ])
  }

  @Test func `the cause of an IMPROVED is a smaller count`() {
    let fewer = GateFixture.cause("allocations", 4, 2)
    #expect(
      GateWords.cause(fewer, of: .improved) == [
        "likely cause: 2 fewer allocations per operation (4.00 → 2.00)"
      ])
    #expect(GateWords.cause(GateFixture.cause("allocations", 2, 4), of: .improved) == [])
    #expect(GateWords.cause(fewer, of: .pass) == [])
  }

  @Test(
    arguments: [
      (900_000_000, "900 ms"), (59_900_000_000, "59.9 s"), (250_000_000_000, "4 min 10 s"),
      (3_725_000_000_000, "1 h 2 min 5 s"),
    ] as [(UInt64, String)])
  func `a time of a minute or more is in hours, minutes and seconds`(
    nanoseconds: UInt64, text: String
  ) {
    #expect(GateWords.duration(nanoseconds) == text)
  }

  @Test func `a list ends with the number of names left out`() {
    #expect(GateWords.list(["a", "b"], atMost: 2) == ["a", "b"])
    #expect(GateWords.list(["a", "b", "c", "d"], atMost: 2) == ["a", "b", "and 2 more"])
  }
}
