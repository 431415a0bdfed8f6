import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

/// Threads and tasks that should contend, but had one CPU among them.
@Suite struct OneCPUTests {
  private var run = MadeRun()

  init() { run.onlineCPUs = 2 }

  /// A launch whose CPU time is `used` times its elapsed time, and whose threads ended on `cpus`.
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

  @Test mutating func `a case that had one CPU in most launches is not ranked, with the reason`()
    throws
  {
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

  @Test mutating func `an advice sets a case that had one CPU apart from the cases it compares`()
    throws
  {
    run.add(
      "contended/actor/2", cpus: [], Array(repeating: launch(1, endedOn: [0, 0]), count: 6))
    run.add("contended/mutex/2", Array(repeating: 50, count: 6))
    let advice = try #require(Advisor(run.summary).advices().first)
    #expect(advice.setApart.map(\.id.primitive) == ["actor"])
  }

  @Test mutating func `a case that had one CPU in one launch of several is ranked, with a note`()
    throws
  {
    run.add(
      "contended/actor/2", cpus: [],
      [launch(1, endedOn: [0, 0]), launch(1.9, endedOn: [0, 1]), launch(1.9, endedOn: [0, 1])])
    let actor = try #require(run.summary("contended/actor/2"))
    #expect(actor.notes == ["its threads had one CPU among them in 1 of 3 launches"])
    #expect(actor.reason.isEmpty && !actor.isUncontended)
    #expect(run.suiteSummary.rankings()[0].ranked.count == 1)
  }

  @Test
  mutating func `a case that had one CPU in most launches is not compared with another run`() {
    run.add("contended/actor/2", cpus: [], [launch(1, endedOn: [0, 0])])
    let comparison = Comparison(run.summary, run.summary)
    #expect(comparison.tables.isEmpty)
    #expect(comparison.uncompared.map(\.reason).first?.hasPrefix("not ranked in A: ") == true)
  }

  // A row has the CPU time over the elapsed time, the CPUs on which the threads ended, the number
  // of sleeps, and the expected number of launches on one CPU.
  @Test(arguments: [
    // Threads with more CPU time than elapsed time had two CPUs, even if both ended on one CPU: the
    // work may have run on a pool's threads.
    (1.2, [0, 0], 0, 0), (1.0, [0, 0], 0, 1),
    // Threads that used one CPU's time and did not sleep had one CPU, on whichever CPUs the threads
    // ended.
    (1.0, [0, 1], 0, 1), (1.0, [0, 1], 500, 0),
    // If threads used less than one CPU's time, the CPUs on which they ended decide, and the sleeps
    // do not.
    (0.5, [0, 1], 0, 0), (0.5, [1, 1], 500, 1),
  ])
  mutating func `CPU time, sleeps and the CPUs at the end tell whether unbound threads had one CPU`(
    used: Double, cpus: [Int], sleeps: Int, count: Int
  ) {
    run.add("contended/a/2", cpus: [], [launch(used, endedOn: cpus, sleeps: UInt64(sleeps))])
    #expect(run.summary("contended/a/2")?.onOneCPU == count)
  }

  @Test mutating func `bound threads had one CPU if they all ended on the same CPU`() {
    run.add("contended/a/2", [launch(0.5, endedOn: [0, 0])])
    run.add("contended/b/2", [launch(1, endedOn: [0, 1])])
    run.add("contended/c/4", [launch(1, endedOn: [0, 1, 0, 1])])
    #expect(run.suiteSummary.cases.map(\.onOneCPU) == [1, 0, 0])
  }

  @Test mutating func `threads that outnumber the CPUs do not count as having had one CPU`() {
    run.add("contended/a/4", cpus: [], [launch(1, endedOn: [0, 0, 0, 0])])
    #expect(run.summary("contended/a/4")?.onOneCPU == 0)
  }

  @Test
  mutating func `launches whose tasks took turns on one CPU are counted if there are more CPUs`() {
    let name = "counter/actor/tasks=2"
    run.add(name, cpus: [], [launch(1), launch(1.9), launch(1.05), launch(0.5), launch(1.9)])
    #expect(run.summary(name)?.onOneCPU == 2)
    run.onlineCPUs = 1
    #expect(run.summary(name)?.onOneCPU == 0)
  }
}
