import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkRunner

/// The rows of energy and frequency, read from fixture trees in place of a machine's files.
struct EnergySourceTests {
  private let tree: FixtureTree
  private var live: SystemTree { SystemTree(root: tree.root) }

  init() throws { tree = try FixtureTree() }

  /// The only row of a source after one trial.
  private func row(of source: some CountingSource) throws -> EventResult {
    source.begin()
    source.end()
    let results = source.results()
    #expect(results.count == 1)
    return try #require(results.first)
  }

  // MARK: Energy

  private func zone(_ zone: String, _ name: String, _ energy: String) throws {
    try tree.files(
      "/sys/class/powercap/\(zone)",
      ["name": name, "energy_uj": energy, "max_energy_range_uj": "1000"])
  }

  @Test func `each package and each of its parts has a row, and all packages have a total`() throws
  {
    try zone("intel-rapl:0", "package-0", "100")
    try zone("intel-rapl:0:0", "core", "40")
    try zone("intel-rapl:1", "package-1", "990")
    let source = EnergySource(tree: live)
    source.begin()
    try zone("intel-rapl:0", "package-0", "150")
    try zone("intel-rapl:0:0", "core", "61")
    try zone("intel-rapl:1", "package-1", "5")
    source.end()
    // Energy between two trials does not count.
    try zone("intel-rapl:0", "package-0", "400")
    source.begin()
    try zone("intel-rapl:0", "package-0", "401")
    source.end()
    #expect(
      source.results() == [
        .counted("energy-uj", 66), .counted("energy-package-0-uj", 51),
        .counted("energy-package-0-core-uj", 21), .counted("energy-package-1-uj", 15),
      ])
  }

  @Test func `a machine without RAPL has one row, with the reason`() throws {
    let reason = EnergyMeter.Absence.noMeter.description
    #expect(try row(of: EnergySource(tree: live)) == .unavailable("energy-uj", reason))
  }

  @Test func `an unreadable counter has no value, and the reason says how to make it readable`()
    throws
  {
    try tree.file("/sys/class/powercap/intel-rapl:0/name", "package-0")
    let row = try row(of: EnergySource(tree: live))
    #expect(row.status == .unavailable)
    #expect(row.value == nil)
    #expect(row.reason.contains("as root, chmod a+r it"))
    let path = "/sys/class/powercap/intel-rapl:0/energy_uj"
    #expect(throws: EnergyMeter.Absence.denied(path: path)) { try EnergyMeter(tree: live) }
  }

  @Test func `a package's parts, its MMIO twin and the whole board do not count as packages`()
    throws
  {
    try zone("intel-rapl:0", "package-0", "100")
    try zone("intel-rapl:0:0", "core", "40")
    try zone("intel-rapl-mmio:0", "package-0", "100")
    try zone("intel-rapl:1", "psys", "500")
    #expect(try EnergyMeter(tree: live).packageCount == 1)
  }

  @Test
  func `a counter that wraps at an unknown value makes its package and the total unavailable`()
    throws
  {
    try zone("intel-rapl:0", "package-0", "10")
    try tree.files("/sys/class/powercap/intel-rapl:1", ["name": "package-1", "energy_uj": "9"])
    let source = EnergySource(tree: live)
    source.begin()
    try zone("intel-rapl:0", "package-0", "12")
    try tree.file("/sys/class/powercap/intel-rapl:1/energy_uj", "3")
    source.end()
    #expect(source.results().map(\.status) == [.unavailable, .counted, .unavailable])
    #expect(source.results().map(\.value) == [nil, 2, nil])
  }

  // MARK: Frequency

  private func rate(_ cpu: Int, _ kilohertz: String) throws {
    try tree.file("/sys/devices/system/cpu/cpu\(cpu)/cpufreq/scaling_cur_freq", kilohertz)
  }

  @Test func `cpufreq is read as each trial ends, and averaged over CPUs and trials`() throws {
    try rate(1, "1000000")
    try rate(2, "2000000")
    let source = FrequencySource(cpus: [1, 2], tree: live)
    source.begin()
    source.end()
    try rate(2, "4000000")
    source.begin()
    source.end()
    let row = try #require(source.results().first)
    #expect(row.event == "frequency-khz")
    #expect(row.status == .counted)
    #expect(row.value == 2_000_000)
    #expect(row.reason == "by cpufreq, as each trial ended")
  }

  @Test func `a machine that reports no frequency has one row, with the reason`() throws {
    let row = try row(of: FrequencySource(cpus: [0], tree: live))
    #expect(row.status == .unavailable)
    #expect(row.value == nil)
    #expect(row.reason.contains("neither aperf and mperf nor cpufreq"))
  }

  @Test(arguments: [
    (aperf: EventResult.counted("msr/aperf/", 7_000_000), kilohertz: 3_500_000.0),
    (.unavailable("msr/aperf/", "denied"), 1_000_000),
  ])
  func `the frequency is aperf divided by the CPU time, or cpufreq's if aperf is unavailable`(
    aperf: EventResult, kilohertz: Double
  ) throws {
    try rate(0, "1000000")
    let perf = ScriptedSource("perf", given: [.counted("task-clock", 2_000_000), aperf])
    let row = try row(of: FrequencySource(cpus: [0], counting: perf, tree: live))
    #expect(row.value == kilohertz)
  }

  @Test func `the frequency has one column, which is not per operation`() {
    let columns = CountingPlan(events: []).columns
    let own = columns.filter { $0.name.contains("frequency") }
    #expect(own.map(\.name) == ["frequency_khz"])
    #expect(own.map(\.source) == [.countedValue(event: "frequency-khz")])
    #expect(own.allSatisfy { $0.isCounted })
  }
}
