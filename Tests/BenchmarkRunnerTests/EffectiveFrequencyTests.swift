import BenchmarkModel
import BenchmarkRunner
import TestSupport
import Testing

struct EffectiveFrequencyTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree() }

  private func probe(_ cpus: [Int]) -> EffectiveFrequency {
    EffectiveFrequency.probe(cpus: cpus, tree: SystemTree(root: tree.root))
  }

  @Test func `aperf and mperf are counted as events of the msr PMU`() throws {
    try tree.files(
      "/sys/bus/event_source/devices/msr/events", ["aperf": "event=0x01", "mperf": "event=0x02"])
    #expect(probe([0]) == .countedBy(events: ["msr/aperf/", "msr/mperf/"]))
  }

  @Test func `without aperf or without mperf, cpufreq reports the used CPUs' frequency`() throws {
    try tree.file("/sys/bus/event_source/devices/msr/events/aperf", "event=0x01")
    for (cpu, rate) in [(0, "1000000"), (2, "3000000"), (3, "800000")] {
      try tree.file("/sys/devices/system/cpu/cpu\(cpu)/cpufreq/scaling_cur_freq", rate)
    }
    #expect(probe([2, 0]) == .reported(kilohertz: [3_000_000, 1_000_000]))
    #expect(probe([0, 1]) == .unavailable(reason: "cpufreq reports only 1 of 2 CPUs"))
  }
}
