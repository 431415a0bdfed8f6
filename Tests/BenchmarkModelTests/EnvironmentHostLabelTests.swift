import Testing

@testable import BenchmarkModel

@Suite struct EnvironmentHostLabelTests {
  @Test func `the label of a machine never changes between versions of this program`() {
    #expect(machine().hostLabel == "host-83cc6583")
  }

  @Test func `a few megabytes more memory after a boot do not change the label`() {
    #expect(machine { $0.memory.totalBytes = 16 << 30 + 9 << 20 }.hostLabel == machine().hostLabel)
  }

  @Test func `the label depends on the kernel's minor version, not on its patch version`() {
    #expect(machine { $0.kernel.release = "6.1.99-else" }.hostLabel == machine().hostLabel)
    #expect(machine { $0.kernel.release = "6.2.0-generic" }.hostLabel != machine().hostLabel)
  }

  @Test func `load, limits and the build don't change the label`() {
    let busy = machine {
      $0.load.average = .init(oneMinute: 9, fiveMinutes: 9, fifteenMinutes: 9)
      $0.cgroup.quota = .limited(cpus: 1)
      $0.scheduling.allowed = CPUList([0])
      $0.software.buildMode = .debug
    }
    #expect(busy.hostLabel == machine().hostLabel)
  }

  @Test func `another processor, CPU count, layout or memory changes the label`() {
    let labels = [
      machine(),
      machine { $0.processor.model = "Other" },
      machine { $0.topology = CPUTopology(cpus: (0..<8).map { LogicalCPU(id: $0, core: $0) }) },
      machine { $0.topology = CPUTopology(cpus: (0..<4).map { LogicalCPU(id: $0, core: $0 / 2) }) },
      machine { $0.memory.totalBytes = 32 << 30 },
      MachineEnvironment(software: machine().software),
    ].map(\.hostLabel)
    #expect(Set(labels).count == labels.count)
  }

  @Test(arguments: [
    ("6.18.44-fc", "6.18"), ("5.4", "5.4"), ("6.1-rc3", "6.1"), ("linux", nil), ("6.x", nil),
  ])
  func `the first two numbers of a kernel's release are found`(release: String, expected: String?) {
    #expect(MachineEnvironment.Kernel(release: release).majorMinor == expected)
  }
}

private func machine(
  _ change: (inout MachineEnvironment) -> Void = { _ in }
) -> MachineEnvironment {
  var machine = MachineEnvironment(
    processor: .init(model: "Some CPU"),
    topology: CPUTopology(cpus: (0..<4).map { LogicalCPU(id: $0, core: $0) }),
    memory: .init(totalBytes: 16 << 30),
    kernel: .init(release: "6.1.0-generic"),
    software: .init(swiftVersion: "6.3.1", buildMode: .release))
  change(&machine)
  return machine
}
