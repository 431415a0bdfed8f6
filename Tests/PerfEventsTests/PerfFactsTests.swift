import PerfEvents
import TestSupport
import Testing

struct PerfFactsTests {
  @Test func `a process's facts are read from the kernel's files`() throws {
    let tree = try FixtureTree()
    try tree.file(
      "/proc/self/status",
      "Name:\tx\nUid:\t1000\t0\t0\t0\nSeccomp:\t2\nSeccomp_filters:\t1\nCapEff:\t0000004000000000")
    try tree.file("/proc/sys/kernel/perf_event_paranoid", "-1")
    try tree.file("/sys/bus/event_source/devices/cpu/type", "4")
    let facts = probe(tree)
    #expect(facts.isRoot)
    #expect(facts.seccompMode == 2)
    #expect(facts.capabilities == 1 << 38)
    #expect(facts.mayCountKernel == true)
    #expect(facts.paranoid == -1)
    #expect(facts.processorUnit == "cpu")
    #expect(facts.tracefs == .unsupported)
    #expect(facts.softwareEvent != .opened)
    #expect(facts.userOnlyEvent == .opened)
  }

  @Test func `a fact without a file is unknown, and not a number`() throws {
    let facts = probe(try FixtureTree())
    #expect(facts.paranoid == nil)
    #expect(facts.capabilities == nil)
    #expect(facts.seccompMode == nil)
    #expect(facts.mayCountKernel == nil)
    #expect(!facts.isRoot)
  }

  private func probe(_ tree: FixtureTree) -> PerfFacts {
    let encoder = EventEncoder(
      tracefs: Tracefs(root: tree.root), units: SysfsUnits(root: tree.root))
    let kernel = FakeKernel { event, _ in event.excludesKernel ? nil : 13 }
    return PerfFacts.probe(
      root: tree.root, encoder: encoder, kernel: kernel, containerTool: nil)
  }
}
