import BenchmarkRunner
import Foundation
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct EnvironmentGapTests {
  @Test func `an empty root gives a description in which everything is absent`() throws {
    let machine = try FixtureMachine.empty().probe()
    #expect(
      machine
        == MachineEnvironment(
          software: MachineEnvironment.Software(swiftVersion: "6.3.1", buildMode: .release)))
  }

  @Test func `without sysfs the cores come from cpuinfo`() throws {
    let blocks = (0..<4).map {
      "processor: \($0)\nphysical id: \($0 % 2)\ncore id: 0\nmodel name: Some CPU\n"
    }
    let topology = try FixtureMachine.probe(
      ["/proc/cpuinfo": blocks.joined(separator: "\n")]
    ).topology
    #expect(topology.coreCount == 2)
    #expect(topology.siblings(of: 0) == [0, 2])
    #expect(topology.placementOrder(allowed: Array(0...3)) == [0, 1, 2, 3])
    #expect(topology.multithreading == .active)
  }

  @Test func `without sysfs and cpuinfo each allowed CPU counts as a core of its own`() throws {
    let topology = try FixtureMachine.probe([:], as: .fixture(allowed: CPUList([3, 5]))).topology
    #expect(topology.placementOrder(allowed: [3, 5]) == [3, 5])
    #expect(topology.socketCount == nil)
  }

  @Test func `a nohz_full file that reads (null) lists no CPU`() throws {
    let machine = try FixtureMachine.probe(["/sys/devices/system/cpu/nohz_full": "  (null)"])
    #expect(machine.scheduling.tickless == .empty)
  }

  @Test func `files that hold nonsense read as absent`() throws {
    let tree = try FixtureTree()
    try tree.cpuLists(present: "zero", online: "3-1", possible: "0-4294967295")
    try tree.files(
      "/proc",
      [
        "cpuinfo": "::::\nprocessor\n: 4\nprocessor: x", "meminfo": "MemTotal:", "loadavg": "a b c",
        "stat": "cpu", "pressure/cpu": "some", "self/cgroup": "nonsense\n0::/\n",
        "self/mountinfo": "- - -", "self/status": "CapEff:", "self/personality": "z",
      ])
    try tree.file("/sys/fs/cgroup/cpu.max", "100000 0")
    let machine = FixtureMachine(tree: tree, process: .fixture()).probe()
    #expect(machine.topology == CPUTopology())
    #expect(machine.load == MachineEnvironment.Load())
    #expect(machine.memory.totalBytes == nil)
    #expect(machine.cgroup.quota == .notReported)
    #expect(machine.privileges == MachineEnvironment.Privileges())
  }

  @Test func `a machine whose files hold numbers unfit for run.json is still written and read`()
    throws
  {
    let tree = try FixtureTree()
    try tree.files(
      "/proc",
      [
        "cpuinfo": "processor: -1\nprocessor: 99990\nprocessor: 1",
        "loadavg": "nan inf 1.0 1/82 5307",
        "pressure/cpu": "some avg10=inf avg60=0.61 avg300=1.16 total=1", "self/cgroup": "0::/a",
      ])
    try tree.file("/sys/fs/cgroup/a/cpu.max", "1e308 1e-308")
    // The folder of a CPU whose number no kernel supports.
    try tree.file("/sys/devices/system/cpu/cpu99990/topology/core_cpus_list", "0")
    let machine = FixtureMachine(tree: tree, process: .fixture()).probe()
    let bytes = try JSONEncoder().encode(machine)
    #expect(try JSONDecoder().decode(MachineEnvironment.self, from: bytes) == machine)
    #expect(machine.topology.cpus.map(\.id) == [1])
    #expect(machine.load.average == nil)
  }
}
