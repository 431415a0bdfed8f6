import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

struct DriftTableTests {
  /// A run of one case with a launch for each trial; a trial has its start in s and its cost in ns.
  private func run(
    _ trials: [(start: Double, cost: Double)], steal: UInt64? = nil, failed: [Int] = []
  ) -> Run {
    var run = ReportFixture.run
    run.records = [:]
    for (block, trial) in trials.enumerated() {
      run.records[Launch(caseIndex: 0, block: block)] =
        failed.contains(block)
        ? failure("killed by SIGSEGV")
        : costs(trial.cost).with {
          $0.trials[0].startNanoseconds = Int64(trial.start * 1e9)
          $0.trials[0].stealNanoseconds = steal
        }
    }
    return run
  }

  @Test
  func `each trial has its start, and the ratio of its cost to the median cost of its case`() throws
  {
    let table = TableRows(DriftTable.render(run([(1, 10), (2, 12), (3, 9)])))
    let trials = table.having("kind", "trial")
    #expect(trials.map { $0["time_s"] } == ["1", "2", "3"])
    #expect(trials.map { $0["ratio"] } == ["1", "1.2", "0.9"])
    #expect(table.having("kind", "axis").map { $0["count"] } == ["3"])
  }

  @Test func `a trial far from the median is counted beyond the axis, with its ratio`() {
    let trials = (0..<400).map { (start: Double($0), cost: $0 == 200 ? 900.0 : 10) }
    let table = TableRows(DriftTable.render(run(trials)))
    #expect(table.having("kind", "trial").count == 399)
    let above = table.having("kind", "above")
    #expect(above.count == 1 && above.first?["ratio"] == "90" && above.first?["count"] == "1")
    #expect(table.having("kind", "below").isEmpty)
  }

  @Test
  func `each of very many trials is counted in a cell of time and ratio, or beyond the axis`() {
    let trials = (0..<9000).map { (start: Double($0), cost: 10 + Double($0 % 7)) }
    let table = TableRows(DriftTable.render(run(trials)))
    #expect(table.having("kind", "trial").isEmpty)
    let counted = table.rows.filter { ["cell", "above", "below"].contains($0["kind"]) }
      .compactMap { Int($0["count"] ?? "") }
    #expect(counted.reduce(0, +) == 9000)
    #expect(table.rows.count <= 5500)
  }

  @Test func `the rolling median follows a machine that slows down half way`() throws {
    let trials = (0..<1000).map { (start: Double($0), cost: $0 < 500 ? 10.0 : 12) }
    let stretches = TableRows(DriftTable.render(run(trials))).having("kind", "stretch")
    let medians = stretches.compactMap { Double($0["ratio"] ?? "") }
    let (first, last) = (try #require(medians.first), try #require(medians.last))
    #expect(abs(last / first - 1.2) < 0.001)
  }

  @Test
  func `stolen time is a share of all CPUs' time, and empty if the kernel does not report it`() {
    var stolen = run((0..<40).map { (Double($0), 10) }, steal: 5000)
    stolen.document.environment.topology = CPUTopology(cpus: (0..<2).map { LogicalCPU(id: $0) })
    let known = TableRows(DriftTable.render(stolen)).figures("steal_percent")
    #expect(!known.isEmpty && known.allSatisfy { $0 == 25 })
    let unknown = TableRows(DriftTable.render(run((0..<40).map { (Double($0), 10) })))
    #expect(unknown.figures("steal_percent").isEmpty)
  }

  @Test func `a failed launch has the time at which the last trial before it began`() {
    let run = run([(1, 10), (2, 10), (3, 10), (4, 10)], failed: [2])
    let schedule = (0..<4).map { Launch(caseIndex: 0, block: $0) }
    let failures = TableRows(DriftTable.render(run, schedule: schedule)).having("kind", "failure")
    #expect(failures.map { $0["time_s"] } == ["2"])
    #expect(failures.map { $0["reason"] } == ["killed by SIGSEGV"])
    #expect(failures.map { $0["primitive"] } == ["ticket"])
  }

  @Test func `trials without a cost are counted and left out`() {
    var run = run([(1, 10), (2, 10), (3, 10)])
    let broken = Launch(caseIndex: 0, block: 1)
    run.records[broken]?.trials[0].isVerified = false
    let idle = Launch(caseIndex: 0, block: 2)
    run.records[idle]?.trials[0].operations = 0
    let table = TableRows(DriftTable.render(run))
    #expect(table.having("kind", "trial").count == 1)
    #expect(table.having("kind", "left-out").map { $0["count"] } == ["2"])
  }

  @Test func `the table of a run without trials counts 0 trials and has no row of a trial`() {
    let table = TableRows(DriftTable.render(run([])))
    #expect(table.having("kind", "axis").map { $0["count"] } == ["0"])
    #expect(table.having("kind", "trial").isEmpty)
  }

  @Test func `each stretch of time has the shares of its places, the most frequent first`() {
    var run = run((0..<8).map { (start: Double($0), cost: 10) })
    for block in 0..<8 {
      let place = PlaceReading(distanceNanoseconds: 30, sharing: block % 4 == 0 ? 1.3 : 1)
      run.records[Launch(caseIndex: 0, block: block)]?.change { $0 = $0.measured(in: place) }
    }
    let places = TableRows(DriftTable.render(run)).having("kind", "place")
    #expect(places.map { $0["reason"] } == ["own-cores 30 ns", "siblings 30 ns"])
    #expect(places.map { $0["count"] } == ["6", "2"])
    #expect(places.map { $0["ratio_low"] } == ["0", "0.75"])
    #expect(places.map { $0["ratio_high"] } == ["0.75", "1"])
    #expect(Set(places.map { $0["time_s"] }).count == 1)
  }
}
