import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct LoopScalingTests {
  private var run = MadeRun.scaling("loops")

  /// Adds an engine with the speed-ups `speedups` by width; for the default engine, also the serial
  /// loop of the grain.
  private mutating func add(
    _ speedups: [Int: Double], engine: String = "engine", grain: Int = 1000, blocks: Int = 6
  ) throws {
    let serial = "compute/serial/grain=\(grain)"
    if engine == "engine" {
      run.addLoop(serial, reference: serial, steady(Double(grain), blocks: blocks))
    }
    for (width, speedup) in speedups.sorted(by: { $0.key < $1.key }) {
      run.addLoop(
        "compute/\(engine)/width=\(width)/grain=\(grain)", width: width, reference: serial,
        steady(Double(grain) / speedup, blocks: blocks))
    }
  }

  // MARK: Serial fractions

  @Test mutating func `each loop has a speed-up, an efficiency and a serial fraction`() throws {
    try add([1: 0.8, 2: 1.6])
    let loops = try #require(run.scaling()).loops
    #expect(loops.map(\.width) == [1, 2])
    #expect(loops[0].serialFraction == nil)
    #expect(loops[0].reason == "one CPU has no serial fraction")
    #expect((loops[1].speedup.value - 1.6).magnitude < 1e-6)
    #expect(((loops[1].efficiency?.value ?? 0) - 0.8).magnitude < 1e-6)
    let fraction = try #require(loops[1].serialFraction)
    #expect((fraction.value - 0.25).magnitude < 1e-6)
    #expect(fraction.interval?.contains(fraction.value) == true)
    #expect(loops[1].reason == "")
  }

  @Test mutating func `fewer than five launches have no interval, with the reason`() throws {
    try add([2: 1.6], blocks: 4)
    let loop = try #require(run.scaling()?.loops.first)
    #expect(loop.serialFraction != nil && loop.serialFraction?.interval == nil)
    #expect(loop.reason == "no interval: it needs five launches of each case")
  }

  @Test mutating func `a loop that failed its check is left out, with all cases of its primitive`()
    throws
  {
    try add([1: 1, 2: 2])
    try add([1: 1], engine: "broken")
    run.addLoop(
      "compute/broken/width=2/grain=1000", width: 2, reference: "compute/serial/grain=1000",
      isVerified: false, steady(1))
    let scaling = try #require(run.scaling())
    #expect(Set(scaling.loops.map(\.id.primitive)) == ["engine"])
    #expect(Set(scaling.fits.map(\.id.primitive)) == ["engine"])
  }

  @Test mutating func `a suite without references has no scaling`() throws {
    run.addLoop("compute/engine/width=2/grain=1000", width: 2, steady(10))
    #expect(run.scaling() == nil)
  }

  // MARK: Universal scalability law

  @Test mutating func `two widths are too few for a fit, with the reason`() throws {
    try add([1: 1, 2: 1.9])
    let fit = try #require(run.scaling()?.fits.first)
    #expect(fit.fit == nil)
    #expect(fit.reason == "not fitted: 2 widths, 4 needed")
    #expect(fit.id.description == "loops/compute/engine/grain=1000")
    #expect(fit.widths == [1, 2])
  }

  @Test mutating func `a curve without width 1 is not fitted`() throws {
    try add([2: 1, 3: 1.4, 4: 1.8, 5: 2.2])
    #expect(
      try #require(run.scaling()?.fits.first).reason
        == "not fitted: width 1, to which the fit is relative, is missing")
  }

  @Test mutating func `speed-ups on a curve are fitted by that curve, with one fit for each grain`()
    throws
  {
    let fine = ScalabilityCurve(scale: 0.6, contention: 0.2, coherency: 0.02)
    let coarse = ScalabilityCurve(scale: 1, contention: 0.01, coherency: 0)
    for (grain, curve) in [(10_000, fine), (1_000_000, coarse)] {
      try add(
        Dictionary(uniqueKeysWithValues: [1, 2, 4, 8].map { ($0, curve.value(at: Double($0))) }),
        grain: grain)
    }
    let fits = try #require(run.scaling()).fits
    #expect(fits.map { $0.id["grain"] } == [10_000, 1_000_000])
    let found = try #require(fits[0].fit)
    #expect((found.scale.value - 0.6).magnitude < 1e-6)
    #expect((found.contention.value - 0.2).magnitude < 1e-6)
    #expect((found.coherency.value - 0.02).magnitude < 1e-6)
    #expect(((found.peakWidth?.value ?? 0) - 40.0.squareRoot()).magnitude < 1e-3)
    #expect(found.largestMiss < 1e-6)
    #expect(fits[0].reason == "")
    #expect(fits[1].fit?.peakWidth == nil)
    #expect(fits[1].reason == "no peak: beta is 0")
  }

  @Test mutating func `the intervals hold the fit, and are the same for the same seed`() throws {
    var noise = Wobble(seed: 3)
    let curve = ScalabilityCurve(scale: 1, contention: 0.05, coherency: 0.01)
    let serial = "compute/serial/grain=1000"
    let drifts = (0..<10).map { _ in noise.factor(0.1) }
    run.addLoop(serial, reference: serial, drifts.map { [1000 * $0] })
    for width in [1, 2, 4, 8] {
      run.addLoop(
        "compute/engine/width=\(width)/grain=1000", width: width, reference: serial,
        drifts.map { [1000 * $0 * noise.factor(0.03) / curve.value(at: Double(width))] })
    }
    let first = try #require(run.scaling()?.fits.first)
    let fit = try #require(first.fit)
    for estimate in [fit.scale, fit.contention, fit.coherency] {
      let interval = try #require(estimate.interval)
      #expect(interval.contains(estimate.value) && interval.low < interval.high)
    }
    // The drift of a block affects the serial loop too, so it does not widen the interval.
    #expect(try #require(fit.scale.interval).relativeHalfWidth(around: 1) < 0.05)
    #expect(run.scaling()?.fits.first == first)
    run.seed = 2
    #expect(run.scaling()?.fits.first != first)
  }

  // MARK: Threads

  /// Adds a lock whose throughput lies on a curve over the numbers of threads.
  private mutating func addLocks(_ threads: [Int]) throws {
    let curve = ScalabilityCurve(scale: 5e7, contention: 3, coherency: 0.05)
    for count in threads {
      run.addLoop(
        "contended/mutex/threads=\(count)/inside=0", width: count,
        placement: .pinned(cpus: Array(0..<min(count, run.onlineCPUs))),
        steady(1e9 / curve.value(at: Double(count))))
    }
  }

  @Test mutating func `the throughput of contending threads is fitted up to the number of CPUs`()
    throws
  {
    run = MadeRun.scaling("locks")
    try addLocks([1, 2, 4, 8, 16, 32])
    let scaling = try #require(run.scaling())
    let found = try #require(scaling.fits.first)
    #expect(found.kind == .throughput)
    #expect(found.widths == [1, 2, 4, 8], "threads beyond the CPUs are left out")
    #expect(((found.fit?.contention.value ?? 0) - 3).magnitude < 1e-3)
    #expect(scaling.loops.isEmpty)
  }

  @Test mutating func `locks have no rows if there are too few CPUs for a fit`() throws {
    run = MadeRun.scaling("locks")
    run.onlineCPUs = 2
    try addLocks([1, 2, 4, 8])
    #expect(run.scaling() == nil)
  }

  @Test mutating func `cases whose threads leave the work to a pool are not fitted`() throws {
    run = MadeRun.scaling("barrier")
    for count in [1, 2, 4, 8] {
      run.addLoop("read-mix/queue/threads=\(count)/read-permille=500", width: count, steady(10))
    }
    #expect(run.scaling()?.fits.isEmpty != false)
  }
}

/// Random factors near 1, which depend only on a seed.
struct Wobble {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// A factor from 1 - spread to 1 + spread.
  mutating func factor(_ spread: Double) -> Double {
    1 + spread * (Double(generator.next(below: 2001)) / 1000 - 1)
  }
}
