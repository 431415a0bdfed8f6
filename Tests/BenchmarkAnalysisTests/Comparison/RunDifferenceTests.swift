import BenchmarkAnalysis
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct RunDifferenceTests {
  private var pair = RunPair()

  init() {
    pair.add("contended/mutex/2", a: around(100), b: around(100))
    pair.add("uncontended/mutex", a: around(100), b: around(100))
  }

  private mutating func differences(
    _ change: @escaping (inout RunDocument) -> Void
  ) -> [String: [String?]] {
    pair.changeB = change
    return Dictionary(
      uniqueKeysWithValues: pair.comparison().differences.map { ($0.what, [$0.a, $0.b]) })
  }

  @Test mutating func `runs that differ only in their start times have no differences`() {
    #expect(differences { $0.startNanoseconds = 5 }.isEmpty)
  }

  @Test mutating func `another build of the tool is no difference, because builds are compared`() {
    #expect(
      differences {
        $0.tool = ToolVersion(version: "9", commit: "abc", executable: "y")
        $0.commandLine = ["syncbench", "run"]
      }.isEmpty)
  }

  @Test
  mutating func `each differing fact of machine, kernel, compiler and profile is one difference`() {
    let found = differences { document in
      document.host = "other"
      document.environment.kernel.release = "6.18.1"
      document.environment.software.swiftVersion = "7"
      document.environment.topology = CPUTopology(cpus: (0..<4).map { LogicalCPU(id: $0) })
      document.environment.cgroup.quota = .limited(cpus: 1.5)
      let plan = document.plan
      document.plan = Plan(
        profile: "quick", seed: 9, blocks: 20, cases: plan.cases, tables: plan.tables)
    }
    #expect(found["host"] == ["host", "other"])
    #expect(found["machine"]?.count == 2)
    #expect(found["kernel"] == [nil, "6.18.1"])
    #expect(found["Swift"] == ["6.3", "7"])
    #expect(found["CPUs"] == ["0 online of 1, 0 usable", "0-3 online of 4, 0-3 usable"])
    #expect(found["cores"] == ["1, 1 thread each", "4, 1 thread each"])
    #expect(found["CPU quota"] == [nil, "1.5 CPUs"])
    #expect(found["profile"] == ["test", "quick"])
    #expect(found["launches per case"] == ["8 at most", "20 at most"])
    #expect(found.count == 9)
  }

  @Test mutating func `facts of the moment, such as the load, are no differences`() {
    #expect(
      differences { document in
        document.environment.load.average = .init(oneMinute: 9, fiveMinutes: 9, fifteenMinutes: 9)
        document.environment.load.ticks = .init(total: 100, stolen: 50)
        document.environment.kernel.perfEventParanoid = 4
      }.isEmpty)
  }

  @Test
  mutating func `the fact 'machine' is left out if no host has a label, because it repeats 'host'`()
  {
    pair.changeB = { $0.environment.processor.model = "another" }
    let labelled = pair.comparison().differences.map(\.what)
    #expect(labelled == ["machine", "processor"])
    var (a, b) = (pair.a.run, pair.b.run)
    a.document.host = a.document.environment.hostLabel
    b.document.environment.processor.model = "another"
    b.document.host = b.document.environment.hostLabel
    let found = Comparison(Summarizer(a).summary(), Summarizer(b).summary(), resamples: 10)
    #expect(found.differences.map(\.what) == ["host", "processor"])
  }

  @Test mutating func `cases with the same change of placement share one difference`() throws {
    for name in ["contended/clh/2", "contended/clh/4"] {
      pair.a.add(name, cpus: [0, 1], around(100))
      pair.b.add(name, cpus: [0], around(100))
    }
    let found = try #require(pair.comparison().differences.first)
    #expect(pair.comparison().differences.count == 1)
    #expect(found.what == "it runs")
    #expect(
      found.a == "with each thread bound to one of CPU 0,1"
        && found.b == "with each thread bound to one of CPU 0")
    #expect(found.cases.map(\.primitive) == ["clh", "clh"])
  }

  // MARK: Cautions

  private mutating func cautions(
    _ change: @escaping (inout RunDocument) -> Void
  ) -> [String] {
    pair.changeB = change
    return pair.comparison().cautions.map {
      $0.sides.map(\.rawValue).joined() + ": " + $0.text
    }
  }

  @Test mutating func `a run that did not finish has a caution`() {
    #expect(
      cautions { $0.state = .interrupted } == [
        "A: it is not finished", "B: it was interrupted",
      ])
    #expect(
      cautions { $0.state = .budgetSpent }.last
        == "B: its budget ended it before all blocks were measured")
  }

  @Test mutating func `a run's warning is a caution about this run`() {
    #expect(
      cautions {
        $0.state = .complete
        $0.warnings = ["the load average is 3"]
      } == ["A: it is not finished", "B: the load average is 3"])
  }

  @Test mutating func `runs on one host at the same time have a caution`() {
    var (a, b) = (pair.a.run, pair.b.run)
    for (start, isTogether) in [(UInt64(50), true), (100, false)] {
      (a.document.startNanoseconds, a.document.endNanoseconds) = (0, 100)
      (b.document.startNanoseconds, b.document.endNanoseconds) = (start, 150)
      let found = Comparison(Summarizer(a).summary(), Summarizer(b).summary(), resamples: 10)
      #expect(
        found.cautions.contains { $0.text == "they ran at the same time, and disturbed each other" }
          == isTogether)
    }
  }
}
