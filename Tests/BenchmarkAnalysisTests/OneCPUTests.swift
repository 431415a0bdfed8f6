import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

/// Threads and tasks that were to contend, and had one CPU among them.
@Suite struct OneCPUTests {
  private var run = MadeRun()

  init() { run.onlineCPUs = 2 }

  /// A launch with so much of a CPU's time, and threads that ended on these CPUs.
  private func launch(
    _ used: Double, endedOn cpus: [Int] = [], sleeps: UInt64 = 0, cost: Double = 10
  ) -> LaunchRecord {
    costs(cost, cost).with { record in
      record.threads = cpus.enumerated().map { ThreadRow(thread: $0, cpu: $1, operations: 1) }
      for trial in record.trials.indices {
        let elapsed = Double(record.trials[trial].elapsedNanoseconds)
        record.trials[trial].userNanoseconds = UInt64(used * elapsed)
        record.trials[trial].voluntarySwitches = sleeps
      }
    }
  }

  @Test mutating func `a case that mostly had one CPU is not ranked, and says why`() throws {
    run.add(
      "contended/actor/2", cpus: [],
      [launch(1, endedOn: [0, 0]), launch(1, endedOn: [1, 1]), launch(1.9, endedOn: [0, 1])])
    run.add("contended/mutex/2", Array(repeating: 50, count: 3))
    let actor = try #require(run.summary("contended/actor/2"))
    #expect(actor.status == .valid && actor.isUncontended)
    #expect(
      actor.reason
        == "its threads had one CPU among them in 2 of 3 launches, so they did not contend")
    #expect(actor.metrics["ns_per_op"] != nil)
    let ranking = run.suiteSummary.rankings()[0]
    #expect(ranking.ranked.map(\.summary.id.primitive) == ["mutex"])
    #expect(ranking.unranked.map(\.id.primitive) == ["actor"])
    #expect(run.findings.fastest.isEmpty)
  }

  @Test mutating func `one launch of several is a note beside a figure that is ranked`() throws {
    run.add(
      "contended/actor/2", cpus: [],
      [launch(1, endedOn: [0, 0]), launch(1.9, endedOn: [0, 1]), launch(1.9, endedOn: [0, 1])])
    let actor = try #require(run.summary("contended/actor/2"))
    #expect(actor.notes == ["its threads had one CPU among them in 1 of 3 launches"])
    #expect(actor.reason.isEmpty && !actor.isUncontended)
    #expect(run.suiteSummary.rankings()[0].ranked.count == 1)
  }

  @Test mutating func `such a case is not compared with another run's`() {
    run.add("contended/actor/2", cpus: [], [launch(1, endedOn: [0, 0])])
    let comparison = Comparison(run.summary, run.summary)
    #expect(comparison.tables.isEmpty)
    #expect(comparison.uncompared.map(\.reason).first?.hasPrefix("not ranked in A: ") == true)
  }

  @Test(arguments: [
    // More than one CPU's time: threads that wait for a pool's say nothing by where they end.
    (1.2, [0, 0], 0, 0), (1.0, [0, 0], 0, 1),
    // As much as one CPU gives, and no sleep: they took turns wherever they ended.
    (1.0, [0, 1], 0, 1), (1.0, [0, 1], 500, 0),
    // Less: they slept, each on its own CPU or together on one.
    (0.5, [0, 1], 0, 0), (0.5, [1, 1], 500, 1),
  ])
  mutating func `the time that was used tells where threads were not bound`(
    used: Double, cpus: [Int], sleeps: Int, count: Int
  ) {
    run.add("contended/a/2", cpus: [], [launch(used, endedOn: cpus, sleeps: UInt64(sleeps))])
    #expect(run.summary("contended/a/2")?.onOneCPU == count)
  }

  @Test mutating func `threads that are bound share a CPU where they ended on one`() {
    run.add("contended/a/2", [launch(0.5, endedOn: [0, 0])])
    run.add("contended/b/2", [launch(1, endedOn: [0, 1])])
    run.add("contended/c/4", [launch(1, endedOn: [0, 1, 0, 1])])
    #expect(run.suiteSummary.cases.map(\.onOneCPU) == [1, 0, 0])
  }

  @Test mutating func `more threads than there are CPUs share them by right`() {
    run.add("contended/a/4", cpus: [], [launch(1, endedOn: [0, 0, 0, 0])])
    #expect(run.summary("contended/a/4")?.onOneCPU == 0)
  }

  @Test mutating func `tasks that took turns on one CPU are told of, where there were more`() {
    let name = "counter/actor/tasks=2"
    run.add(name, cpus: [], [launch(1), launch(1.9), launch(1.05), launch(0.5), launch(1.9)])
    #expect(run.summary(name)?.onOneCPU == 2)
    run.onlineCPUs = 1
    #expect(run.summary(name)?.onOneCPU == 0)
  }
}
