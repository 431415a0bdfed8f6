import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@Suite struct RankingTests {
  private var run = MadeRun()

  private mutating func add(_ name: String, _ values: [Double]) {
    run.add(name, values.map { costs($0) })
  }

  private func ranks(_ ranking: Ranking) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: ranking.ranked.map { ($0.summary.id.primitive, $0.rank) })
  }

  private let eight = [10, 11, 12, 11, 10, 12, 11, 10] as [Double]

  @Test mutating func `cases that the blocks tell apart have ranks of their own`() throws {
    add("contended/mutex/2", eight.map { $0 * 3 })
    add("contended/ticket/2", eight)
    add("contended/clh/2", eight.map { $0 * 2 })
    let rankings = run.suiteSummary.rankings()
    #expect(rankings.count == 1)
    #expect(rankings[0].situation == "locks/contended/threads=2")
    #expect(rankings[0].ranked.map(\.summary.id.primitive) == ["ticket", "clh", "mutex"])
    #expect(rankings[0].ranked.map(\.rank) == [1, 2, 3])
    #expect(rankings[0].ranked.map(\.ratioToBest) == [1, 2, 3])
  }

  @Test
  mutating func `cases that are not told apart share a rank, and the next case's rank counts both`()
  {
    add("contended/a/2", eight)
    add("contended/b/2", eight.enumerated().map { $1 + ($0 % 2 == 0 ? 1 : -0.5) })
    add("contended/c/2", eight.map { $0 * 2 })
    #expect(ranks(run.suiteSummary.rankings()[0]) == ["a": 1, "b": 1, "c": 3])
  }

  @Test mutating func `cases whose intervals do not overlap are not in one rank`() {
    // No block has both cases, so the sign test can't tell them apart.
    let none = Array(repeating: nil as LaunchRecord?, count: 6)
    run.add("contended/a/2", eight.prefix(6).map { costs($0) } + none)
    run.add("contended/b/2", none + eight.prefix(6).map { costs(4 * $0) })
    #expect(ranks(run.suiteSummary.rankings()[0]) == ["a": 1, "b": 2])
  }

  // Both costs rise to more than twice their first value during the run, so the ranges of the two
  // cases overlap, but in each block `a` costs less than `b`.
  @Test mutating func `drift that affects all cases alike hides no difference`() {
    let drift = (0..<8).map { 10 + Double($0) * 2 }
    add("contended/a/2", drift)
    add("contended/b/2", drift.map { $0 * 1.02 })
    #expect(ranks(run.suiteSummary.rankings()[0]) == ["a": 1, "b": 2])
  }

  @Test mutating func `the highest figure is the best if the metric says so`() {
    run.columns = [MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond)]
    add("contended/slow/2", eight.map { $0 * 4 })
    add("contended/fast/2", eight)
    let ranking = run.suiteSummary.rankings()[0]
    #expect(ranking.ranked.map(\.summary.id.primitive) == ["fast", "slow"])
    #expect(ranking.ranked.map(\.ratioToBest) == [1, 0.25])
  }

  @Test mutating func `a floor or a control has no ratio, and ratios are relative to neither`() {
    run.describe(["empty": .floor, "queue": .control, "a": nil, "b": nil])
    for (name, factor) in [("empty", 0.1), ("queue", 0.5), ("a", 1), ("b", 2)] {
      add("contended/\(name)/2", eight.map { $0 * factor })
    }
    let ranked = run.suiteSummary.rankings()[0].ranked
    #expect(ranked.map(\.summary.id.primitive) == ["empty", "queue", "a", "b"])
    #expect(ranked.map(\.ratioToBest) == [nil, nil, 1, 2])
    #expect(ranked.map(\.role) == [.floor, .control, .contender, .contender])
  }

  @Test mutating func `ratios are relative to the best of the selected cases`() {
    for (name, factor) in [("a", 1.0), ("b", 2), ("c", 3)] {
      add("contended/\(name)/2", eight.map { $0 * factor })
    }
    let ranking = run.suiteSummary.rankings()[0].selecting { $0.primitive != "a" }
    #expect(ranking.ranked.map(\.ratioToBest) == [1, 1.5])
    #expect(ranking.ranked.map(\.rank) == [2, 3])
  }

  @Test mutating func `each situation has a ranking of its own, in the plan's order`() {
    for threads in [4, 2] {
      add("contended/a/\(threads)", eight)
      add("contended/b/\(threads)", eight)
    }
    add("uncontended/a", eight)
    #expect(
      run.suiteSummary.rankings().map(\.situation)
        == ["locks/contended/threads=4", "locks/contended/threads=2", "locks/uncontended"])
  }

  @Test mutating func `a case that is not valid is listed and never ranked`() {
    run.add("contended/broken/2", [costs(1).broken])
    run.add("contended/gone/2", [failure("killed")])
    add("contended/a/2", eight)
    let ranking = run.suiteSummary.rankings()[0]
    #expect(ranking.ranked.map(\.summary.id.primitive) == ["a"])
    #expect(ranking.unranked.map(\.id.primitive) == ["broken", "gone"])
  }

  @Test
  mutating func
    `a primitive that breaks a promise in one case is ranked in none, unless it is a control`()
  {
    let broken = costs(1).broken
    run.add("contended/liar/2", [broken])
    run.add("contended/no-lock/2", expectation: .invalid(reason: "it must"), [broken])
    for primitive in ["liar", "no-lock", "a"] { add("uncontended/\(primitive)/1", eight) }
    let ranking = run.suiteSummary.rankings()[1]
    #expect(Set(ranking.ranked.map(\.summary.id.primitive)) == ["no-lock", "a"])
    #expect(ranking.unranked.map(\.id.primitive) == ["liar"])
    #expect(run.suiteSummary.brokenPrimitives == ["liar"])
  }

  @Test mutating func `a workload is ranked by its first metric that has a direction`() {
    run.columns = [
      MetricColumn("nice", .neutral, .operationsPerSecond),
      MetricColumn("latency", .lowerIsBetter, .elapsedPerOperation, workloads: ["latency"]),
      MetricColumn("yield", .higherIsBetter, .operationsPerSecond),
    ]
    add("latency/a", eight)
    add("contended/a/2", eight)
    #expect(run.suiteSummary.rankings().map(\.column.name) == ["latency", "yield"])
    #expect(run.suiteSummary.primaryMetric(of: "latency")?.name == "latency")
  }
}
