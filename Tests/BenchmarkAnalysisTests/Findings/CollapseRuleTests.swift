import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct CollapseRuleTests {
  private var run = MadeRun()

  /// The collapses in the run.
  private var collapses: [CollapseFinding] {
    run.surprises { if case .collapse(let finding) = $0 { finding } else { nil } }
  }

  /// Adds a primitive with a cost for each number of threads.
  private mutating func add(_ primitive: String, _ costs: KeyValuePairs<Int, Double>) {
    for (threads, cost) in costs { run.steady("contended/\(primitive)/\(threads)", cost) }
  }

  /// Adds two primitives of the same costs, so that these costs are the median.
  private mutating func others(_ costs: KeyValuePairs<Int, Double>) {
    add("a", costs)
    add("b", costs)
  }

  @Test
  mutating func
    `a fall of throughput to a tenth is a collapse if the median primitive does not fall`() throws
  {
    others([1: 10, 2: 10])
    add("c", [1: 10, 2: 100])
    let finding = try #require(collapses.first)
    #expect(collapses.count == 1)
    #expect((finding.suite, finding.workload) == ("locks", "contended"))
    try #require(finding.primitives.count == 1)
    let collapse = finding.primitives[0]
    #expect(collapse.id.description == "locks/contended/c/threads=2")
    #expect((collapse.threads, collapse.threadsBefore) == (2, 1))
    #expect((collapse.cost.value, collapse.costBefore.value) == (100, 10))
    #expect((collapse.fall, collapse.medianFall) == (10, 1))
  }

  @Test mutating func `a fall to a little more than a tenth is no collapse`() {
    others([1: 10, 2: 10])
    add("c", [1: 10, 2: 99])
    #expect(collapses.isEmpty)
  }

  @Test(arguments: [(400.0, 1), (399, 0)])
  func `the fall must be ten times that of the median primitive`(cost: Double, found: Int) {
    var tests = CollapseRuleTests()
    tests.others([1: 10, 2: 40])
    tests.add("c", [1: 10, 2: cost])
    #expect(tests.collapses.count == found)
  }

  @Test(arguments: [(10_000.0, 3), (9990, 0)])
  func `a fall to a thousandth is a collapse even if all primitives fall`(
    cost: Double, found: Int
  ) {
    var tests = CollapseRuleTests()
    tests.others([1: 10, 2: cost])
    tests.add("c", [1: 10, 2: cost])
    #expect(tests.collapses.flatMap(\.primitives).count == found)
  }

  @Test mutating func `costs whose intervals overlap are no collapse`() {
    others([1: 10, 2: 10])
    add("c", [1: 10])
    run.divided("contended/c/2", 1000, 9)
    #expect(collapses.isEmpty)
  }

  @Test mutating func `four launches are too few for a collapse`() {
    others([1: 10, 2: 10])
    for (threads, cost) in [(1, 10.0), (2, 1000)] {
      run.add("contended/c/\(threads)", (0..<4).map { _ in costs(cost) })
    }
    #expect(collapses.isEmpty)
  }

  @Test mutating func `the fall starts from the thread count with the highest throughput`() throws {
    others([1: 10, 2: 10, 4: 10])
    add("c", [1: 50, 2: 5, 4: 100])
    let collapse = try #require(collapses.first?.primitives.first)
    #expect(collapse.threadsBefore == 2)
    #expect(collapse.fall == 20)
  }

  @Test mutating func `only the deepest fall of a primitive is reported, the deepest of all first`()
    throws
  {
    others([1: 10, 2: 10, 4: 10, 8: 10])
    add("z", [1: 10, 2: 10, 4: 10, 8: 10])
    add("c", [1: 10, 2: 200, 4: 500, 8: 300])
    add("d", [1: 10, 2: 10, 4: 10, 8: 900])
    let primitives = try #require(collapses.first).primitives
    #expect(primitives.map(\.id.primitive) == ["d", "c"])
    #expect(primitives.map(\.threads) == [8, 4])
  }

  @Test mutating func `each workload has its own finding, the deepest fall first`() {
    others([1: 10, 2: 10])
    add("c", [1: 10, 2: 200])
    for (primitive, cost) in [("a", 10.0), ("b", 10), ("d", 500)] {
      run.steady("oversubscribed/\(primitive)/2", 10)
      run.steady("oversubscribed/\(primitive)/8", cost)
    }
    #expect(collapses.map(\.workload) == ["oversubscribed", "contended"])
  }

  @Test mutating func `a fall of a floor is no collapse`() {
    run.describe(["floor": .floor])
    others([1: 10, 2: 10])
    add("floor", [1: 1, 2: 900])
    #expect(collapses.isEmpty)
  }
}
