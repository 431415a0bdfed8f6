import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct BreakEvenTests {
  private var run = MadeRun.scaling("loops")

  /// Adds an engine with the speed-ups `speedups` by grain, and the serial loop of each grain.
  private mutating func add(
    width: Int = 2, iterations: (Int) -> Int = { 1_000_000 / $0 }, blocks: Int = 6,
    _ speedups: [(grain: Int, speedup: Double)]
  ) throws {
    for (grain, speedup) in speedups {
      let rest = "grain=\(grain)/iterations=\(iterations(grain))"
      let serial = "compute/serial/\(rest)"
      run.addLoop(serial, reference: serial, steady(Double(grain), blocks: blocks))
      run.addLoop(
        "compute/engine/width=\(width)/\(rest)", width: width, reference: serial,
        steady(Double(grain) / speedup, blocks: blocks))
    }
  }

  private func only() throws -> BreakEven {
    let found = try #require(run.scaling()).breakEvens
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test mutating func `the break-even size lies between grains, on a logarithmic axis`() throws {
    // The speed-up 1 is halfway from 0.5 to 1.5, so the size is logarithmically halfway from 10 ns
    // to 100 ns.
    try add([(10, 0.5), (100, 1.5), (1000, 1.9)])
    let found = try only()
    #expect((found.size.value - 1000.0.squareRoot()).magnitude < 1e-3)
    #expect(found.size.interval?.contains(found.size.value) == true)
    #expect(found.sizes == [10, 100, 1000])
    #expect(found.id.description == "loops/compute/engine/width=2")
    #expect(found.reason == "")
  }

  @Test
  mutating func `the size is below all grains if the loop always wins, and above if it never does`()
    throws
  {
    try add([(10, 1.1), (100, 1.5)])
    let low = try only()
    #expect(low.size.value == -.infinity)
    #expect(low.reason == "below the smallest grain measured, 10 ns")
    run = MadeRun.scaling("loops")
    try add([(10, 0.2), (100, 0.9)])
    let high = try only()
    #expect(high.size.value == .infinity)
    #expect(high.size.interval == Interval(low: .infinity, high: .infinity))
    #expect(high.reason == "above the largest grain measured, 100 ns")
  }

  @Test mutating func `the interval reaches beyond the grains if noise hides the size`() throws {
    var noise = Wobble(seed: 2)
    for (grain, speedup) in [(10, 1.02), (100, 1.5)] {
      let serial = "compute/serial/grain=\(grain)"
      run.addLoop(serial, reference: serial, steady(Double(grain), blocks: 12))
      run.addLoop(
        "compute/engine/width=2/grain=\(grain)", width: 2, reference: serial,
        (0..<12).map { _ in [Double(grain) / (speedup * noise.factor(0.2))] })
    }
    let found = try only()
    let interval = try #require(found.size.interval)
    #expect(interval.low == -.infinity)
    #expect(interval.high > 10 && interval.high < 100)
  }

  @Test
  mutating func `a loop that loses again at a larger grain has a size, and a reason to doubt it`()
    throws
  {
    try add([(10, 0.5), (100, 1.5), (1000, 0.5)])
    let found = try only()
    #expect(found.size.value < 100)
    #expect(found.reason == "the loop loses again at a larger grain")
  }

  @Test
  mutating func `a loop on one CPU has no size, because it beats the serial loop only by luck`()
    throws
  {
    try add(width: 1, [(10, 0.5), (100, 1.001)])
    #expect(try #require(run.scaling()).breakEvens.isEmpty)
  }

  @Test mutating func `fewer than five launches have no interval`() throws {
    try add(blocks: 4, [(10, 0.5), (100, 1.5)])
    let found = try only()
    #expect(found.size.interval == nil)
    #expect(found.reason == "no interval: it needs five launches of each case")
  }

  @Test mutating func `a size may be a number of elements instead of a grain`() throws {
    for (elements, speedup) in [(512, 0.5), (2048, 1.5)] {
      let serial = "memory/serial/elements=\(elements)"
      run.addLoop(serial, reference: serial, steady(Double(elements)))
      run.addLoop(
        "memory/engine/width=2/elements=\(elements)", width: 2, reference: serial,
        steady(Double(elements) / speedup))
    }
    let found = try only()
    #expect(found.measure == .elements)
    #expect((found.size.value - 1024).magnitude < 1e-2)
  }

  @Test mutating func `a loop of only one grain has no break-even size`() throws {
    try add([(1000, 1.5)])
    #expect(try #require(run.scaling()).breakEvens.isEmpty)
  }

  @Test mutating func `loops whose iterations don't follow from the grain have separate sizes`()
    throws
  {
    try add(iterations: { _ in 100 }, [(10, 0.5), (100, 1.5)])
    try add(iterations: { _ in 1000 }, [(10, 0.7), (100, 1.7)])
    let found = try #require(run.scaling()).breakEvens
    #expect(
      found.map(\.id.description) == [
        "loops/compute/engine/width=2/iterations=100",
        "loops/compute/engine/width=2/iterations=1000",
      ])
  }
}
