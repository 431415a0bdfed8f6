import BenchmarkModel
import BenchmarkRunner
import Foundation
import TestSupport
import Testing

@Suite struct CgroupProbeTests {
  @Test func `the tightest quota of a group and its ancestors holds in version 2`() throws {
    let machine = try FixtureMachine.containerOfVersion2().probe()
    #expect(machine.cgroup.version == .v2)
    #expect(machine.cgroup.quota == .limited(cpus: 1.5))
    #expect(machine.cgroup.effectiveCPUs == CPUList(0...5))
    #expect(machine.usableCPUs == CPUList(0...3))
    #expect(machine.virtualization.container == .kubernetes)
  }

  @Test func `the tightest quota of a group and its ancestors holds in version 1`() throws {
    let machine = try FixtureMachine.containerOfVersion1().probe()
    #expect(machine.cgroup.version == .v1)
    #expect(machine.cgroup.quota == .limited(cpus: 1.5))
    #expect(machine.cgroup.effectiveCPUs == CPUList(2...3))
    #expect(machine.virtualization.container == .docker)
  }

  @Test func `without mountinfo the usual mount points are read`() throws {
    for machine in [try FixtureMachine.containerOfVersion2(), try .containerOfVersion1()] {
      try FileManager.default.removeItem(atPath: machine.tree.root + "/proc/self/mountinfo")
      #expect(machine.probe().cgroup.quota == .limited(cpus: 1.5))
    }
  }

  @Test func `a group outside the container's view has the quota of the topmost visible group`()
    throws
  {
    let machine = try FixtureMachine.probe([
      "/proc/self/cgroup": "0::/../../elsewhere", "/sys/fs/cgroup/cpu.max": "50000 100000",
    ])
    #expect(machine.cgroup.quota == .limited(cpus: 0.5))
  }

  @Test func `a hierarchy without the CPU controller leaves the quota unreported`() throws {
    let machine = try FixtureMachine.probe([
      "/proc/self/cgroup": "0::/", "/sys/fs/cgroup/cgroup.controllers": "memory pids",
    ])
    #expect(machine.cgroup.quota == .notReported)
  }
}
