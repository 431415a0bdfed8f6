import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct AdvisorTests {
  private var run = MadeRun()

  private func lock(
    _ name: String, _ order: String, _ waiting: String, survives: String = "yes"
  ) -> PrimitiveDescription {
    PrimitiveDescription(
      name: name, summary: "a lock",
      traits: [
        Trait("order", order), Trait("waiting", waiting), Trait("allocates", "no"),
        Trait("survives_oversubscription", survives),
      ])
  }

  init() {
    run.onlineCPUs = 2
    run.primitives = [
      lock("spinner", "unfair", "spins"), lock("sleeper", "unfair", "spins-then-sleeps"),
      lock("queue", "fifo", "sleeps"), lock("mutex", "priority", "sleeps", survives: "no"),
      lock("pthread-mutex", "unfair", "sleeps"),
      PrimitiveDescription(name: "add", summary: "an addition", yardstick: .floor),
    ]
  }

  private func advice(
    _ requirements: AdviceRequirements = AdviceRequirements()
  ) throws -> Advice {
    try #require(Advisor(run.summary, requirements: requirements).advices().first)
  }

  private func name(_ advised: AdvisedCase?) -> String? { advised?.ranked.summary.id.primitive }

  /// A case whose launches are around a cost, up and down, so that few of them tell two such cases apart.
  private mutating func add(_ name: String, _ cost: Double, shift: Int = 0) {
    run.add(name, (0..<8).map { costs(cost + Double(($0 + shift) % 3)) })
  }

  @Test mutating func `the best that sleeps is taken, and the usual choice held against it`() throws
  {
    add("contended/add/2", 1)
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 30)
    let advice = try advice()
    #expect(advice.certainty == .told)
    #expect(name(advice.choice) == "sleeper")
    #expect(advice.choice?.costOverBest == nil)
    #expect(advice.finding.floors == ["add"])
    #expect(advice.usual?.ranked.summary.id.primitive == "mutex")
    let cost = try #require(advice.usual?.costOverChoice)
    #expect((2.5...3).contains(cost.value))
    #expect(cost.interval != nil)
  }

  @Test mutating func `a spinlock that is best is named, and what sleeps is taken for a price`()
    throws
  {
    add("contended/spinner/2", 10)
    add("contended/mutex/2", 12)
    add("contended/sleeper/2", 14)
    let advice = try advice()
    #expect(advice.finding.best.map(\.summary.id.primitive) == ["spinner"])
    #expect(name(advice.choice) == "sleeper")
    #expect(try #require(advice.choice?.costOverBest).value > 1.3)
    #expect(advice.otherwise == nil)
  }

  @Test mutating func `why the usual choice loses is what it declares and the other does not`()
    throws
  {
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 30)
    #expect(try advice().usual?.losses.map(\.cost) == [.handsOver, .sleepsAtOnce])
    self = AdvisorTests()
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 10, shift: 1)
    #expect(try advice().usual?.losses == [])
  }

  @Test mutating func `alone nothing waits, so that what it does while it waits is no reason`()
    throws
  {
    add("uncontended/sleeper", 10)
    add("uncontended/mutex", 30)
    let advice = try advice()
    #expect(advice.threads == 1)
    #expect(advice.usual?.costOverChoice != nil)
    #expect(advice.usual?.losses == [])
  }

  @Test mutating func `of those that are not told apart the usual choice is taken`() throws {
    add("contended/sleeper/2", 10)
    add("contended/pthread-mutex/2", 10.1, shift: 1)
    add("contended/queue/2", 10.2, shift: 2)
    let advice = try advice()
    #expect(advice.certainty == .tied)
    #expect(advice.finding.best.count == 3)
    #expect(name(advice.choice) == "pthread-mutex")
    #expect(advice.usual?.costOverChoice == nil)
  }

  @Test mutating func `what is asked for is had, whatever it costs`() throws {
    add("contended/spinner/2", 10)
    add("contended/sleeper/2", 20)
    add("contended/queue/2", 500)
    #expect(name(try advice(AdviceRequirements(isFair: true)).choice) == "queue")
    #expect(name(try advice(AdviceRequirements(isBlocking: true)).choice) == "sleeper")
  }

  @Test(arguments: [1, 5])
  mutating func `a run of few launches can't tell`(launches: Int) throws {
    run.add("contended/sleeper/2", (0..<launches).map { _ in costs(10) })
    run.add("contended/mutex/2", (0..<launches).map { _ in costs(90) })
    let advice = try advice()
    #expect(advice.certainty == .unknown)
    #expect(advice.choice == nil)
    #expect(advice.usual?.costOverChoice == nil)
  }

  @Test mutating func `what has no interval, and what is invalid, is not advised`() throws {
    run.add("contended/sleeper/2", [1, 1])
    run.add("contended/queue/2", [costs(2).broken])
    add("contended/pthread-mutex/2", 30)
    add("contended/mutex/2", 60)
    let advice = try advice()
    #expect(name(advice.choice) == "pthread-mutex")
    #expect(advice.finding.best.map(\.summary.id.primitive) == ["pthread-mutex"])
  }

  @Test mutating func `the best of the few that have intervals is no advice`() throws {
    add("contended/queue/2", 50)
    run.add("contended/sleeper/2", [10, 10])
    run.add("contended/pthread-mutex/2", [20, 20])
    let advice = try advice()
    #expect(advice.certainty == .unknown)
    #expect(advice.choice == nil)
    #expect((advice.lacking, advice.considered) == (2, 3))
  }

  @Test mutating func `the waits of the same threads stand beside the choice`() throws {
    run.columns =
      [
        MetricColumn("wait_p99_ns", .lowerIsBetter, .latency(percentile: 99), workloads: ["waits"])
      ] + run.columns
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 30)
    run.add("waits/sleeper/2", (0..<8).map { _ in costs(10).waiting([50: 95, 700: 5]) })
    #expect(try advice().choice?.waits.map(\.percentile99.value) == [700])
  }

  // Blocks that one of two lacks tell nothing: their intervals do.
  @Test mutating func `intervals that don't touch are apart, however few blocks are shared`() throws
  {
    run.add("contended/sleeper/2", (0..<14).map { $0 < 7 ? costs(10) : nil })
    run.add("contended/mutex/2", (0..<14).map { $0 < 7 ? nil : costs(30) })
    #expect(try advice().finding.best.map(\.summary.id.primitive) == ["sleeper"])
  }

  @Test mutating func `the nearest threads and section are found, of each suite`() throws {
    for threads in [2, 8] { add("contended/sleeper/\(threads)", 10) }
    add("uncontended/sleeper", 5)
    let advices = Advisor(run.summary).advices()
    #expect(advices.nearest(threads: 3, inside: 200).map(\.threads) == [2])
    #expect(advices.nearest(threads: nil, inside: nil).count == 3)
    #expect(advices.nearest(threads: 1, inside: nil).map(\.threads) == [1])
  }
}
