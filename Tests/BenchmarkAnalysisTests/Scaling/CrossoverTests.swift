import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct CrossoverTests {
  private var run = MadeRun.scaling("barrier")
  private static let shares = [0, 50, 90, 99, 100]

  /// Adds a primitive with the cost `cost` at each share of reads in percent.
  private mutating func add(
    _ primitive: String, key: String = "read-permille", threads: Int = 2, blocks: Int = 6,
    shares: [Int] = CrossoverTests.shares, _ cost: (Double) -> Double
  ) throws {
    for share in shares {
      let value = key == "read-permille" ? share * 10 : share
      run.addLoop(
        "read-mix/\(primitive)/threads=\(threads)/\(key)=\(value)/inside=0", width: threads,
        steady(cost(Double(share)), blocks: blocks))
    }
  }

  private func crossovers() throws -> [Crossover] {
    try #require(run.scaling()).crossovers
  }

  @Test mutating func `a case whose threads had one CPU among them is left out`() throws {
    try add("lock") { _ in 100 }
    try add("shared", shares: [0, 90, 99, 100]) { 200 - 1.5 * $0 }
    run.add(
      "read-mix/shared/threads=2/read-permille=500/inside=0", pace: .operations, level: 0.5,
      cpus: [0, 1], width: 2,
      Array(
        repeating: costs([1], operations: 1_000_000).with { record in
          record.threads = [0, 1].map { ThreadRow(thread: $0, cpu: 0, operations: 1) }
        }, count: 6))
    #expect(try crossovers().map(\.readShares) == [Interval(low: 0, high: 90)])
  }

  @Test(arguments: ["read-permille", "read-percent"])
  mutating func `two primitives cross between the measured shares on both sides of equal costs`(
    key: String
  ) throws {
    // The costs are equal if 100 = 200 - 1.5 s for a share s in percent.
    try add("lock", key: key) { _ in 100 }
    try add("shared", key: key) { 200 - 1.5 * $0 }
    let found = try #require(try crossovers().first)
    #expect(found.readShares == Interval(low: 50, high: 90))
    #expect(found.crossings == 1 && found.isSure)
    #expect(found.primitives == ["lock", "shared"])
    #expect(found.cheaperBelow == "lock" && found.cheaperAbove == "shared")
    #expect(found.parameters == [Parameter("threads", 2), Parameter("inside", 0)])
    #expect(found.reason == "")
  }

  @Test mutating func `shares between whole percents count`() throws {
    for primitive in ["lock", "shared"] {
      for permille in [0, 990, 999, 1000] {
        run.addLoop(
          "read-mix/\(primitive)/threads=2/read-permille=\(permille)/inside=0", width: 2,
          steady(primitive == "lock" ? 100 : 995.5 - 0.9 * Double(permille)))
      }
    }
    // The costs are equal if 100 = 995.5 - 0.9 p, so p is 995 permille.
    #expect(try crossovers().first?.readShares == Interval(low: 99, high: 99.9))
  }

  @Test mutating func `costs that are equal at a measured share cross at that share`() throws {
    try add("lock") { _ in 100 }
    try add("shared") { 150 - $0 }
    let found = try #require(try crossovers().first)
    #expect(found.readShares == Interval(low: 50, high: 50))
  }

  @Test mutating func `of two primitives that never cross, one is the cheaper at every share`()
    throws
  {
    try add("slow") { _ in 300 }
    try add("fast") { 100 + $0 }
    let found = try #require(try crossovers().first)
    #expect(found.crossings == 0 && found.readShares == nil)
    #expect(found.cheaperBelow == "fast" && found.cheaperAbove == "fast")
    #expect(found.reason == "fast costs less at every share measured")
  }

  @Test
  mutating func `two primitives that cross twice have a row for each crossing, without intervals`()
    throws
  {
    try add("flat") { _ in 100 }
    try add("bent") { $0 == 50 || $0 == 90 ? 50 : 150 }
    let found = try crossovers()
    #expect(found.map(\.crossings) == [2, 2])
    #expect(found.map(\.cheaperBelow) == ["flat", "bent"])
    #expect(
      found.map(\.readShares) == [Interval(low: 0, high: 50), Interval(low: 90, high: 99)])
    #expect(found.allSatisfy { !$0.hasInterval })
    #expect(found[0].reason == "they cross 2 times, so no crossing has an interval")
  }

  @Test mutating func `two primitives of the same cost have no cheaper one`() throws {
    try add("one") { _ in 100 }
    try add("other") { _ in 100 }
    let found = try #require(try crossovers().first)
    #expect(found.crossings == 0 && found.cheaperBelow == "")
    #expect(found.reason == "they cost the same at every share measured")
  }

  @Test mutating func `a crossing within the noise is not sure`() throws {
    var noise = Wobble(seed: 4)
    for share in [0, 500, 1000] {
      for primitive in ["one", "other"] {
        let shift = primitive == "one" ? 0 : 0.2 - 0.0004 * Double(share)
        run.addLoop(
          "read-mix/\(primitive)/threads=2/read-permille=\(share)/inside=0", width: 2,
          (0..<12).map { _ in [(100 + shift) * noise.factor(0.3)] })
      }
    }
    let found = try #require(try crossovers().first)
    #expect(found.crossings == 1 && found.isUnsure)
    #expect(
      found.reason == "the interval reaches past the shares measured: perhaps they do not cross")
  }

  @Test mutating func `drift that affects both primitives does not move the crossing`() throws {
    var noise = Wobble(seed: 4)
    let drifts = (0..<12).map { _ in noise.factor(0.3) }
    for share in [0, 500, 1000] {
      for (primitive, cost) in [("one", 100.0), ("other", 140 - 0.1 * Double(share))] {
        run.addLoop(
          "read-mix/\(primitive)/threads=2/read-permille=\(share)/inside=0", width: 2,
          drifts.map { [cost * $0] })
      }
    }
    let found = try #require(try crossovers().first)
    #expect(found.isSure && found.readShares == Interval(low: 0, high: 50))
  }

  @Test mutating func `each situation has its own crossings, in the plan's order`() throws {
    for threads in [2, 4] {
      try add("b", threads: threads) { _ in 100 }
      try add("a", threads: threads) { _ in 110 }
      try add("c", threads: threads) { _ in 120 }
    }
    let found = try crossovers()
    #expect(found.count == 6)
    #expect(found.prefix(3).map(\.primitives) == [["b", "a"], ["b", "c"], ["a", "c"]])
    #expect(found.map { $0.parameters.first?.value } == [2, 2, 2, 4, 4, 4])
  }

  @Test mutating func `only shares that were measured for both primitives count`() throws {
    try add("one") { _ in 100 }
    try add("other", shares: [50]) { _ in 200 }
    let found = try #require(try crossovers().first)
    #expect(found.crossings == nil)
    #expect(found.reason == "fewer than two shares of reads were measured of both")
  }

  @Test mutating func `fewer than five launches give a crossing without an interval`() throws {
    try add("lock", blocks: 4) { _ in 100 }
    try add("shared", blocks: 4) { 200 - 1.5 * $0 }
    let found = try #require(try crossovers().first)
    #expect(found.readShares != nil && !found.hasInterval && !found.isSure && !found.isUnsure)
    #expect(found.reason == "no interval: it needs five launches of each case")
  }

  @Test mutating func `a primitive that failed a check is compared with none`() throws {
    try add("lock") { _ in 100 }
    try add("broken") { 200 - 1.5 * $0 }
    run.addLoop(
      "read-mix/broken/threads=4/read-permille=500/inside=0", width: 4, isVerified: false,
      steady(1))
    #expect(run.scaling() == nil)
  }
}
