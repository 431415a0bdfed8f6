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

  /// Adds a case whose launches cost 0, 1 and 2 ns more than `cost` in turn, the first launch
  /// `shift` ns more.
  private mutating func add(_ name: String, _ cost: Double, shift: Int = 0) {
    run.add(name, (0..<8).map { costs(cost + Double(($0 + shift) % 3)) })
  }

  @Test
  mutating func `the best sleeping lock is advised, and the usual choice is compared with it`()
    throws
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

  @Test
  mutating func `a spinning lock is named as the best, and a dearer sleeping lock is advised`()
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

  @Test
  mutating func `the usual choice loses because of its traits that the advised lock lacks`() throws
  {
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 30)
    #expect(try advice().usual?.losses.map(\.cost) == [.handsOver, .sleepsAtOnce])
    self = AdvisorTests()
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 10, shift: 1)
    #expect(try advice().usual?.losses == [])
  }

  @Test
  mutating func `with one thread, the way of waiting is no reason for a lock's extra cost`()
    throws
  {
    add("uncontended/sleeper", 10)
    add("uncontended/mutex", 30)
    let advice = try advice()
    #expect(advice.threads == 1)
    #expect(advice.usual?.costOverChoice != nil)
    #expect(advice.usual?.losses == [])
  }

  @Test mutating func `among locks that are not told apart the usual choice is advised`() throws {
    add("contended/sleeper/2", 10)
    add("contended/pthread-mutex/2", 10.1, shift: 1)
    add("contended/queue/2", 10.2, shift: 2)
    let advice = try advice()
    #expect(advice.certainty == .tied)
    #expect(advice.finding.best.count == 3)
    #expect(name(advice.choice) == "pthread-mutex")
    #expect(advice.usual?.costOverChoice == nil)
  }

  @Test mutating func `a requirement is met, whatever it costs`() throws {
    add("contended/spinner/2", 10)
    add("contended/sleeper/2", 20)
    add("contended/queue/2", 500)
    #expect(name(try advice(AdviceRequirements(isFair: true)).choice) == "queue")
    #expect(name(try advice(AdviceRequirements(isBlocking: true)).choice) == "sleeper")
  }

  @Test(arguments: [1, 5])
  mutating func `a run of few launches gives no advice`(launches: Int) throws {
    run.add("contended/sleeper/2", (0..<launches).map { _ in costs(10) })
    run.add("contended/mutex/2", (0..<launches).map { _ in costs(90) })
    let advice = try advice()
    #expect(advice.certainty == .unknown)
    #expect(advice.choice == nil)
    #expect(advice.usual?.costOverChoice == nil)
  }

  @Test mutating func `a case without an interval, or an invalid case, is not advised`() throws {
    run.add("contended/sleeper/2", [1, 1])
    run.add("contended/queue/2", [costs(2).broken])
    add("contended/pthread-mutex/2", 30)
    add("contended/mutex/2", 60)
    let advice = try advice()
    #expect(name(advice.choice) == "pthread-mutex")
    #expect(advice.finding.best.map(\.summary.id.primitive) == ["pthread-mutex"])
  }

  @Test mutating func `there is no advice if too few cases have intervals`() throws {
    add("contended/queue/2", 50)
    run.add("contended/sleeper/2", [10, 10])
    run.add("contended/pthread-mutex/2", [20, 20])
    let advice = try advice()
    #expect(advice.certainty == .unknown)
    #expect(advice.choice == nil)
    #expect((advice.lacking, advice.considered) == (2, 3))
  }

  @Test mutating func `the waits of the advised lock are those at the advice's number of threads`()
    throws
  {
    run.columns =
      [
        MetricColumn("wait_p99_ns", .lowerIsBetter, .latency(percentile: 99), workloads: ["waits"])
      ] + run.columns
    add("contended/sleeper/2", 10)
    add("contended/mutex/2", 30)
    run.add("waits/sleeper/2", (0..<8).map { _ in costs(10).waiting([50: 95, 700: 5]) })
    #expect(try advice().choice?.waits.map(\.percentile99.value) == [700])
  }

  // Blocks that have only one of the two cases can't tell them apart, but the cases' intervals can.
  @Test mutating func `intervals that don't overlap tell cases apart, even if no block has both`()
    throws
  {
    run.add("contended/sleeper/2", (0..<14).map { $0 < 7 ? costs(10) : nil })
    run.add("contended/mutex/2", (0..<14).map { $0 < 7 ? nil : costs(30) })
    #expect(try advice().finding.best.map(\.summary.id.primitive) == ["sleeper"])
  }

  @Test mutating func `the advice with the nearest number of threads is found`() throws {
    for threads in [2, 8] { add("contended/sleeper/\(threads)", 10) }
    add("uncontended/sleeper", 5)
    let advices = Advisor(run.summary).advices()
    #expect(advices.nearest(threads: 3, inside: 200).map(\.threads) == [2])
    #expect(advices.nearest(threads: nil, inside: nil).count == 3)
    #expect(advices.nearest(threads: 1, inside: nil).map(\.threads) == [1])
  }
}
