import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// Made-up runs of two CPUs with the advice that an expert gives on them.
///
/// A lock is called robust if it is advised without conditions.
@Suite struct ExpertAdviceTests {
  private var run = MadeRun()

  init() {
    run.onlineCPUs = 2
    run.parameters = ["threads", "read-permille"]
    run.columns = [
      MetricColumn("wait_p99_ns", .lowerIsBetter, .latency(percentile: 99), workloads: ["waits"]),
      MetricColumn(
        "starved_share", .lowerIsBetter, .observation("starved-share"), workloads: ["waits"]),
      .cost,
    ]
    run.primitives = [
      Self.lock("spinner", ["waiting": "spins"]),
      Self.lock("mutex", ["waiting": "spins-then-sleeps", "survives_oversubscription": "no"]),
      Self.lock("sleeper", ["waiting": "sleeps"]),
      Self.lock("actor", ["waiting": "sleeps", "callers": "async"]),
      Self.lock("together", ["waiting": "sleeps", "readers_together": "yes"]),
      Self.lock("apart", ["waiting": "sleeps", "readers_together": "no"]),
      Self.lock("pthread-mutex", ["waiting": "sleeps", "readers_together": "no"]),
    ]
  }

  private static func lock(
    _ name: String, _ traits: KeyValuePairs<String, String>
  ) -> PrimitiveDescription {
    let declared = traits.map { Trait($0, $1) }
    let others = [Trait("survives_oversubscription", "yes"), Trait("allocates", "no")]
    return PrimitiveDescription(
      name: name, summary: "a lock",
      traits: declared + others.filter { other in !declared.contains { $0.name == other.name } })
  }

  /// Adds a case whose launches cost 0, 2 and 4 % more than `cost` in turn, the first launch
  /// `2 * shift` % more.
  private mutating func add(_ name: String, _ cost: Double, shift: Int = 0) {
    run.add(name, (0..<8).map { costs(cost * (1 + 0.02 * Double(($0 + shift) % 3))) })
  }

  private func advice(threads: Int = 2) throws -> Advice {
    try #require(Advisor(run.summary).advices().first { $0.threads == threads })
  }

  private func name(_ advised: AdvisedCase?) -> String? { advised?.ranked.summary.id.primitive }

  @Test
  mutating func `a cheap lock is advised on a condition, and otherwise a robust, dearer lock`()
    throws
  {
    add("contended/mutex/2", 19)
    add("contended/sleeper/2", 90)
    let advice = try advice()
    #expect(name(advice.choice) == "mutex")
    #expect(advice.choice?.conditions == [.threadsWithinCPUs])
    #expect(name(advice.otherwise) == "sleeper")
    #expect(try #require(advice.otherwise?.costOverBest).value > 4)
  }

  @Test mutating func `a robust lock that costs little more than the best lock is advised`() throws
  {
    add("contended/mutex/2", 19)
    add("contended/sleeper/2", 22)
    let advice = try advice()
    #expect(name(advice.choice) == "sleeper")
    #expect(advice.choice?.conditions == [])
    #expect(name(advice.best) == "mutex")
  }

  @Test
  mutating func `for more threads than CPUs only a robust lock is advised, whatever it costs`()
    throws
  {
    add("contended/spinner/8", 19)
    add("contended/sleeper/8", 900)
    #expect(name(try advice(threads: 8).choice) == "sleeper")
    self = ExpertAdviceTests()
    add("contended/spinner/8", 19)
    add("contended/mutex/8", 900)
    let advice = try advice(threads: 8)
    #expect(advice.certainty == .told)
    #expect(advice.choice == nil)
  }

  @Test mutating func `a collapsed lock has a condition, even if it is declared not to collapse`()
    throws
  {
    for (threads, cost) in [(2, 19.0), (8, 19_000)] { add("contended/sleeper/\(threads)", cost) }
    for threads in [2, 8] {
      add("contended/apart/\(threads)", 90)
      add("contended/together/\(threads)", 95)
    }
    let advice = try advice()
    #expect(name(advice.choice) == "sleeper")
    #expect(advice.choice?.conditions == [.threadsWithinCPUs])
    #expect(name(advice.otherwise) == "apart")
  }

  @Test(arguments: [(0.99, [AdviceCondition.toleratedStarvation]), (0.1, [])])
  mutating func `a lock that starved a thread is advised only if starvation is tolerated`(
    share: Double, conditions: [AdviceCondition]
  ) throws {
    add("contended/together/2", 19)
    add("contended/apart/2", 90)
    run.add(
      "waits/together/2",
      (0..<8).map { _ in costs(10).waiting([50: 95, 700: 5]).seeing(["starved-share": share]) })
    let advice = try advice()
    #expect(name(advice.choice) == "together")
    #expect(advice.choice?.conditions == conditions)
    #expect(name(advice.otherwise) == (conditions.isEmpty ? nil : "apart"))
    #expect(advice.choice?.waits.map(\.isStarving) == [!conditions.isEmpty])
  }

  @Test mutating func `an actor is advised if the callers are async, and otherwise a lock`() throws
  {
    add("contended/actor/2", 19)
    add("contended/sleeper/2", 60)
    let advice = try advice()
    #expect(name(advice.choice) == "actor")
    #expect(advice.choice?.conditions == [.asyncCallers])
    #expect(name(advice.otherwise) == "sleeper")
  }

  @Test mutating func `in a tie, fewer conditions and then the usual choice decide`() throws {
    add("contended/actor/2", 19)
    add("contended/sleeper/2", 19, shift: 1)
    add("contended/mutex/2", 19, shift: 2)
    #expect(name(try advice().choice) == "sleeper")
    self = ExpertAdviceTests()
    add("contended/spinner/2", 19)
    add("contended/mutex/2", 19, shift: 1)
    add("contended/sleeper/2", 404)
    let advice = try advice()
    #expect(advice.certainty == .tied)
    #expect((name(advice.choice), name(advice.otherwise)) == ("mutex", "sleeper"))
    #expect(advice.usual?.costOverChoice == nil)
  }

  @Test
  mutating func `a lock whose regimes lie above and below a rival's cost ties with the rival`()
    throws
  {
    run.add("contended/together/2", (0..<12).map { costs($0 % 2 == 0 ? 10 : 100) })
    run.add("contended/apart/2", (0..<12).map { costs(40 + Double($0 % 3)) })
    #expect(try advice().certainty == .tied)
  }

  @Test mutating func `a lock measured in another place than its rivals is not advised`() throws {
    let near = PlaceReading(distanceNanoseconds: 25, sharing: 1)
    let siblings = PlaceReading(distanceNanoseconds: 28, sharing: 1.23)
    for (name, cost, place) in [
      ("contended/sleeper/2", 20.0, near), ("contended/apart/2", 40, near),
      ("contended/together/2", 5, siblings),
    ] {
      run.add(name, (0..<10).map { costs(cost + Double($0 % 3)).measured(in: place) })
    }
    #expect(name(try advice().choice) == "sleeper")
  }

  // MARK: Reasons

  private mutating func addMix(_ primitive: String, _ reads: Int, _ cost: Double) {
    add("read-mix/\(primitive)/threads=2/read-permille=\(reads)", cost)
  }

  private func lossesOfMix(_ reads: Int) throws -> [UsualLoss]? {
    try #require(Advisor(run.summary).advices().first { $0["read-permille"] == reads }).usual?
      .losses
  }

  @Test
  mutating func `waiting readers are no reason for an extra cost that is as large without reads`()
    throws
  {
    addMix("together", 900, 20)
    addMix("pthread-mutex", 900, 60)
    let declared = try #require(try lossesOfMix(900))
    #expect(declared.map(\.cost) == [.readersWait] && declared[0].without == nil)
    addMix("together", 0, 20)
    addMix("pthread-mutex", 0, 60)
    #expect(try lossesOfMix(900) == [])
    self = ExpertAdviceTests()
    for (primitive, reads, cost) in [
      ("together", 900, 20.0), ("pthread-mutex", 900, 60), ("together", 0, 50),
      ("pthread-mutex", 0, 55),
    ] {
      addMix(primitive, reads, cost)
    }
    let shown = try #require(try lossesOfMix(900)?.first)
    #expect(shown.cost == .readersWait)
    #expect(abs(try #require(shown.without).value - 1.1) < 0.05)
  }

  @Test
  mutating func `a property that one of the best locks has is no reason for a lock's extra cost`()
    throws
  {
    addMix("together", 900, 20)
    addMix("apart", 900, 20)
    addMix("pthread-mutex", 900, 60)
    #expect(try lossesOfMix(900) == [])
  }
}
