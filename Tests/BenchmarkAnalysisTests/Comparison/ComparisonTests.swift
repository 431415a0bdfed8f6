import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct ComparisonTests {
  private var pair = RunPair()

  // MARK: Ratios

  @Test mutating func `a case's ratio is B over A, with an interval that tells the runs apart`()
    throws
  {
    pair.add("contended/mutex/2", a: around(100), b: around(120))
    let found = try #require(pair.cases.first)
    #expect(found.a == 100 && found.b == 120)
    #expect(found.ratio.value == 1.2)
    let interval = try #require(found.ratio.interval)
    #expect(interval.contains(1.2) && interval.low > 1.15 && interval.high < 1.25)
    #expect(found.direction == .worse)
    #expect(found.launchesA == 8 && found.launchesB == 8)
  }

  @Test mutating func `a run compared with itself has ratios of 1, and no case is told apart`() {
    pair.add("contended/mutex/2", a: around(100), b: around(100))
    pair.add("uncontended/mutex", a: around(17), b: around(17))
    let comparison = pair.comparison()
    #expect(comparison.tables.flatMap(\.cases).map(\.ratio.value) == [1, 1])
    #expect(comparison.tables.map { $0.count(.notToldApart) } == [2])
    #expect(comparison.tables.map(\.middleRatio) == [1])
    #expect(comparison.differences == [])
    #expect(comparison.cautions.map(\.text).first == "both are the same run")
  }

  @Test mutating func `the same runs give the same intervals`() {
    pair.add("contended/mutex/2", a: around(100), b: around(103))
    #expect(pair.comparison() == pair.comparison())
  }

  @Test mutating func `a ratio needs five launches in both runs for an interval and a direction`()
    throws
  {
    pair.add("contended/mutex/2", a: [100, 100, 100, 100], b: around(300))
    let found = try #require(pair.cases.first)
    #expect(found.ratio == Estimate(value: 3))
    #expect(found.direction == .noInterval)
    #expect(!found.isToldApart)
  }

  @Test mutating func `the metric decides which direction is better`() {
    for column in [
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      .cost,
    ] {
      pair = RunPair([column])
      pair.add("contended/slower/2", a: around(100), b: around(200))
      pair.add("contended/faster/2", a: around(100), b: around(50))
      let directions = Dictionary(
        uniqueKeysWithValues: pair.cases.map { ($0.id.primitive, $0.direction) })
      #expect(directions == ["slower": .worse, "faster": .better])
    }
  }

  @Test mutating func `the most changed cases come first, and cases that are not told apart last`()
  {
    pair.add("contended/same/2", a: around(100), b: around(100))
    pair.add("contended/little/2", a: around(100), b: around(110))
    pair.add("contended/halved/2", a: around(100), b: around(48))
    pair.add("contended/doubled/2", a: around(100), b: around(200))
    pair.add("contended/noisy/2", a: [1, 9, 1, 9, 1, 9, 1, 9], b: [1, 90, 1, 90, 1, 90, 1, 90])
    #expect(pair.cases.map(\.id.primitive) == ["halved", "doubled", "little", "noisy", "same"])
  }

  @Test mutating func `each metric of a suite has a table of its own`() {
    pair.columns = [
      MetricColumn("wait_p99_ns", .lowerIsBetter, .elapsedPerOperation, workloads: ["waits"]),
      .cost,
    ]
    pair.add("contended/mutex/2", a: around(100), b: around(100))
    pair.add("waits/mutex/2", a: around(100), b: around(100))
    #expect(pair.comparison().tables.map(\.column.name) == ["ns_per_op", "wait_p99_ns"])
  }

  @Test mutating func `if two runs use different quantiles of trials, both are compared by B's`()
    throws
  {
    let launches = (0..<8).map { _ in costs(10, 20, 30, 40, 50) }
    pair.a.add("contended/mutex/2", level: 0, launches)
    pair.b.add("contended/mutex/2", level: 0.5, launches)
    let comparison = pair.comparison()
    let found = try #require(comparison.tables.first?.cases.first)
    #expect(found.a == 30 && found.b == 30 && found.ratio.value == 1)
    #expect(
      found.notesA == [
        "a launch is summed up here by its median, as in B; in A, by its least trial"
      ])
    #expect(
      comparison.differences.contains {
        $0.what == "a launch is summed up by" && $0.a == "its least trial" && $0.b == "its median"
          && $0.cases == [found.id]
      })
  }

  @Test mutating func `a filter leaves out the cases of both runs that it does not select`() {
    for name in ["ticket", "mutex"] {
      pair.add("contended/\(name)/2", a: around(100), b: around(100))
    }
    pair.a.add("uncontended/mutex", [1])
    pair.b.add("uncontended/clh", [1])
    let comparison = pair.comparison { $0.primitive == "ticket" }
    #expect(comparison.tables.flatMap(\.cases).map(\.id.primitive) == ["ticket"])
    #expect(comparison.removed.isEmpty && comparison.added.isEmpty)
    #expect(comparison.shared == 1)
  }

  // MARK: Cases without a ratio

  @Test mutating func `a case of A alone is listed as removed, and a case of B alone as added`() {
    pair.add("contended/mutex/2", a: around(100), b: around(100))
    pair.a.add("contended/old/2", [1])
    pair.b.add("contended/new/2", [1])
    let comparison = pair.comparison()
    #expect(comparison.removed == [MadeRun.id("contended/old/2")])
    #expect(comparison.added == [MadeRun.id("contended/new/2")])
    #expect(comparison.shared == 1)
  }

  @Test mutating func `a case that is invalid or failed in either run is listed with the reason`() {
    pair.add("contended/liar/2", a: [costs(100).broken("lost 3 updates")], b: around(100))
    pair.add("contended/crash/2", a: around(100), b: [failure("killed by SIGSEGV")])
    // The uncontended case is valid, but its primitive broke its promise in the contended case.
    pair.add("uncontended/liar", a: around(1), b: around(1))
    let comparison = pair.comparison()
    #expect(comparison.tables.isEmpty)
    #expect(
      comparison.uncompared.map(\.reason) == [
        "invalid in A: lost 3 updates; 1 of 1 trials failed their check",
        "failed in B: 1 of 1 launches: killed by SIGSEGV",
        "its primitive broke its promise in another case of A",
      ])
    #expect(comparison.uncompared.allSatisfy { $0.isFault })
    #expect(comparison.uncompared.map(\.statusA) == [.invalid, .valid, .valid])
    #expect(comparison.uncompared.map(\.statusB) == [.valid, .failed, .valid])
  }

  @Test mutating func `a case that was not measured is no fault, and has no ratio`() throws {
    pair.add("contended/mutex/2", a: [nil], b: [nil])
    let found = try #require(pair.comparison().uncompared.first)
    #expect(found.reason == "not measured in A; not measured in B")
    #expect(!found.isFault)
  }

  @Test
  mutating func `a control caught in both runs is counted, and one that a run missed is listed`() {
    let control = Expectation.invalid(reason: "it excludes nobody")
    for (name, inB) in [("no-lock", costs(1).broken), ("weak", costs(1))] {
      pair.a.add("contended/\(name)/2", expectation: control, [costs(1).broken])
      pair.b.add("contended/\(name)/2", expectation: control, [inB])
    }
    let comparison = pair.comparison()
    #expect(comparison.controls == 1)
    #expect(comparison.uncompared.map(\.reason) == ["a negative control: caught in A, missed in B"])
    #expect(comparison.uncompared.allSatisfy { $0.isFault })
  }

  @Test
  mutating func `a ratio needs values of one metric in both runs, and the metric is not neutral`() {
    let neutral = [MetricColumn("nice", .neutral, .elapsedPerOperation)]
    let cost = MetricColumn.cost
    let wait = MetricColumn("wait_ns", .lowerIsBetter, .latency(percentile: 50))
    for (columnsA, columnsB, reason) in [
      (neutral, neutral, "its workload has no metric that can be better or worse"),
      ([cost], [wait], "A is judged by ns_per_op, B by wait_ns"),
      ([wait], [wait], "it has no wait_ns in A"),
    ] {
      pair = RunPair()
      (pair.a.columns, pair.b.columns) = (columnsA, columnsB)
      pair.add("contended/mutex/2", a: around(100), b: around(100))
      #expect(pair.comparison().uncompared.map(\.reason) == [reason])
    }
  }

  @Test mutating func `a cost of 0 has no ratio`() {
    pair.add("contended/mutex/2", a: [0, 0, 0, 0, 0], b: around(1))
    #expect(
      pair.comparison().uncompared.map(\.reason)
        == ["a value of its ns_per_op is not above zero: there is no ratio"])
  }

  // MARK: Causes

  private let few: [UInt64] = [10, 11, 12, 10, 11, 12, 10, 11]
  private let many: [UInt64] = [90, 91, 92, 90, 91, 92, 90, 91]

  @Test mutating func `a count that rises with the cost is the likely cause of the rise`() throws {
    pair.add("contended/mutex/2", a: switching(100, few), b: switching(150, many))
    let found = try #require(pair.cases.first)
    let cause = try #require(found.likelyCauses.first)
    #expect(cause.quantity == "switches" && cause.event == "getrusage")
    #expect(cause.a == 0.011 && cause.b == 0.091)
    #expect(found.otherDifferences.isEmpty)
  }

  @Test mutating func `a count that falls while the cost rises is no cause`() throws {
    pair.add("contended/mutex/2", a: switching(100, many), b: switching(150, few))
    let found = try #require(pair.cases.first)
    #expect(found.likelyCauses.isEmpty)
    #expect(found.otherDifferences.map(\.quantity) == ["switches"])
  }

  @Test mutating func `a count that differs is no cause if the cost does not differ`() throws {
    pair.add("contended/mutex/2", a: switching(100, few), b: switching(100, many))
    let found = try #require(pair.cases.first)
    #expect(found.likelyCauses.isEmpty)
    #expect(found.otherDifferences.count == 1)
  }

  @Test(
    arguments: [
      // The counts vary so much that the two runs' ranges overlap.
      ([10, 50, 90, 10, 50, 90, 10, 50], [30, 80, 99, 30, 80, 99, 30, 80]),
      // The counts are less than 0.01 per operation.
      ([0, 0, 0, 0, 0, 0, 0, 0], [9, 9, 9, 9, 9, 9, 9, 9]),
      // The counts differ by less than a percent.
      (
        [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000],
        [1009, 1009, 1009, 1009, 1009, 1009, 1009, 1009]
      ),
    ] as [([UInt64], [UInt64])])
  mutating func `counts with overlapping ranges, small counts and close counts are no cause`(
    a: [UInt64], b: [UInt64]
  ) throws {
    pair.add("contended/mutex/2", a: switching(100, a), b: switching(150, b))
    let found = try #require(pair.cases.first)
    #expect(found.counts.count == 1)
    #expect(found.counts.allSatisfy { !$0.differs })
    #expect(found.likelyCauses.isEmpty)
  }

  @Test mutating func `counted events are compared if both runs have them`() throws {
    pair.columns += [
      ("futex_waits_per_op", "futex-waits"), ("user_ns_per_op", "rusage-user-ns"),
      ("callgrind_instructions_per_op", "callgrind-instructions"), ("mine_per_op", "mine"),
    ].map { .neutral($0.0, .counted(event: $0.1)) }
    pair.add("contended/mutex/2", a: around(100), b: around(150))
    pair.a.count(["futex-waits": 0.1, "callgrind-instructions": 50, "rusage-user-ns": 5, "mine": 1])
    pair.b.count(["futex-waits": 0.4, "callgrind-instructions": 52, "rusage-user-ns": 9, "mine": 1])
    let found = try #require(pair.cases.first)
    #expect(found.counts.map(\.quantity) == ["futex-waits", "instructions", "switches", "mine"])
    #expect(found.likelyCauses.map(\.event) == ["futex-waits", "callgrind-instructions"])
    pair.b.count(["mine": 1])
    #expect(try #require(pair.cases.first).counts.map(\.quantity) == ["switches", "mine"])
  }
}
