import BenchmarkModel
import BenchmarkRunner
import TestSupport
import Testing

struct EnergyMeterTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree() }

  private func rapl(_ name: String, called: String = "package-0", _ energy: String) throws {
    try tree.files(
      "/sys/class/powercap/\(name)",
      ["name": called, "energy_uj": energy, "max_energy_range_uj": "1000"])
  }

  private var live: SystemTree { SystemTree(root: tree.root) }

  @Test func `the energy of all packages is added up`() throws {
    try rapl("intel-rapl:0", "100")
    try rapl("intel-rapl:1", called: "package-1", "200")
    let meter = try EnergyMeter(tree: live)
    let start = try meter.sample()
    try rapl("intel-rapl:0", "150")
    try rapl("intel-rapl:1", called: "package-1", "203")
    #expect(meter.packageCount == 2)
    #expect(meter.microjoules(from: start, to: try meter.sample()) == 53)
  }

  @Test func `a counter that started anew is mended by its range`() throws {
    try rapl("intel-rapl:0", "990")
    let meter = try EnergyMeter(tree: live)
    let start = try meter.sample()
    try rapl("intel-rapl:0", "5")
    #expect(meter.microjoules(from: start, to: try meter.sample()) == 15)
  }

  @Test func `without a range a counter that started anew gives no figure`() throws {
    try tree.files("/sys/class/powercap/intel-rapl:0", ["name": "package-0", "energy_uj": "990"])
    let meter = try EnergyMeter(tree: live)
    let start = try meter.sample()
    try tree.file("/sys/class/powercap/intel-rapl:0/energy_uj", "5")
    #expect(meter.microjoules(from: start, to: try meter.sample()) == nil)
  }

  @Test func `parts of a package, its twin and the whole board are not added to it`() throws {
    try rapl("intel-rapl:0", "100")
    try rapl("intel-rapl:0:0", called: "core", "40")
    try rapl("intel-rapl-mmio:0", "100")
    try rapl("intel-rapl:1", called: "psys", "500")
    #expect(try EnergyMeter(tree: live).packageCount == 1)
  }

  @Test func `a machine without packages says so`() {
    #expect(throws: EnergyMeter.Absence.noMeter) { try EnergyMeter(tree: live) }
  }

  @Test func `a counter that can't be read is named`() throws {
    try tree.file("/sys/class/powercap/intel-rapl:0/name", "package-0")
    let path = "/sys/class/powercap/intel-rapl:0/energy_uj"
    #expect(throws: EnergyMeter.Absence.denied(path: path)) { try EnergyMeter(tree: live) }
  }
}
