import Testing

@testable import BenchmarkModel

@Suite struct DisturbanceTests {
  private struct Finding: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout MachineEnvironment) -> Void
    let disturbances: [Disturbance]

    init(
      _ description: String, _ disturbances: [Disturbance],
      _ change: @escaping @Sendable (inout MachineEnvironment) -> Void
    ) {
      (testDescription, self.disturbances, self.change) = (description, disturbances, change)
    }
  }

  private static func cpus(
    _ count: Int, _ cpu: (Int) -> LogicalCPU = { LogicalCPU(id: $0, core: $0) }
  ) -> CPUTopology { CPUTopology(cpus: (0..<count).map(cpu)) }

  private static let findings = [
    Finding("a machine set up for measuring", []) { _ in },
    Finding("a debug build", [.debugBuild]) { $0.software.buildMode = .debug },
    Finding("one CPU of four", [.singleCPU, .narrowedCPUs(allowed: CPUList([3]), online: 4)]) {
      $0.scheduling.allowed = CPUList([3])
    },
    Finding(
      "two threads of one core", [.singleCore(cpus: 2), .multithreading(threadsPerCore: 2)]
    ) {
      $0.topology = cpus(2) { LogicalCPU(id: $0, core: 0) }
      $0.scheduling.allowed = CPUList(0...1)
    },
    Finding(
      "mixed cores", [.mixedCores(strongest: CPUList(2...3), others: CPUList(0...1))]
    ) {
      $0.topology = cpus(4) { LogicalCPU(id: $0, core: $0, capacity: $0 < 2 ? 500 : 1024) }
    },
    Finding("no stolen ticks", []) { $0.load.ticks = .init(total: 1000, stolen: 0) },
    Finding("stolen ticks not reported", []) { $0.load.ticks = .init(total: 1000) },
    Finding("ticks not reported", []) { $0.load.ticks = nil },
    Finding("offline CPUs", [.offlineCPUs(CPUList(4...5))]) {
      $0.topology = cpus(6) { LogicalCPU(id: $0, core: $0 < 4 ? $0 : nil, isOnline: $0 < 4) }
    },
    Finding("no randomisation", [.addressRandomization(.kernelOff)]) {
      $0.kernel.addressRandomization = .off
    },
    Finding("a heap that is not randomised", [.addressRandomization(.heapFixed)]) {
      $0.kernel.addressRandomization = .partial
    },
    Finding("a process without randomisation", [.addressRandomization(.processOff)]) {
      $0.kernel.processDisablesRandomization = true
    },
    Finding("huge pages always", [.hugePagesAlways]) { $0.memory.transparentHugePages = .always },
    Finding("huge pages never", []) { $0.memory.transparentHugePages = .never },
    Finding("a priority that can't be raised", [.cannotRaisePriority]) {
      $0.privileges.mayRaisePriority = false
    },
  ]

  @Test(arguments: findings)
  private func `each state of a machine has its disturbances`(finding: Finding) {
    #expect(found(finding.change) == finding.disturbances)
  }

  @Test func `governors other than 'performance' are found with their CPUs`() {
    let groups = [
      MachineEnvironment.FrequencyGroup(cpus: CPUList(0...1), governor: "schedutil"),
      MachineEnvironment.FrequencyGroup(cpus: CPUList([2]), governor: "powersave"),
      MachineEnvironment.FrequencyGroup(cpus: CPUList([3]), governor: "schedutil"),
    ]
    #expect(
      found { $0.frequency.groups = groups } == [
        .frequencyGovernor("powersave", cpus: CPUList([2])),
        .frequencyGovernor("schedutil", cpus: CPUList([0, 1, 3])),
      ])
  }

  @Test func `turbo is found if it is on, and the remedy names its switch`() {
    #expect(
      found { $0.frequency.turbo = .init(isOn: true, control: .boost) }
        == [.turbo(control: .boost)])
    #expect(found { $0.frequency.turbo = .init(isOn: false, control: .boost) }.isEmpty)
    #expect(Disturbance.turbo(control: .intelPstate).remedy.hasSuffix("intel_pstate/no_turbo"))
    #expect(Disturbance.turbo(control: .boost).remedy.hasPrefix("echo 0 "))
  }

  @Test func `a quota is found only if it is below the number of usable CPUs`() {
    #expect(found { $0.cgroup.quota = .limited(cpus: 1.5) } == [.quota(cpus: 1.5, available: 4)])
    #expect(found { $0.cgroup.quota = .limited(cpus: 4) }.isEmpty)
    #expect(found { $0.cgroup.quota = .notReported } == [.notReported(.quota)])
  }

  @Test func `a guest gives a note, and much stolen time a warning`() {
    let guest = found {
      $0.virtualization = .init(isGuest: true, hypervisor: "kvm")
      $0.load.ticks = .init(total: 1000, stolen: 25)
    }
    #expect(guest == [.stolenTime(share: 0.025), .virtualized(hypervisor: "kvm")])
    #expect(guest.map(\.severity) == [.warning, .note])
    #expect(guest[0].summary == "the hypervisor took 2.5 % of the CPU time since boot")
    #expect(Disturbance.stolenTime(share: 0.0001).severity == .note)
  }

  @Test func `the load is compared with the number of CPUs`() {
    func load(_ value: Double) -> MachineEnvironment.LoadAverage {
      .init(oneMinute: value, fiveMinutes: 0, fifteenMinutes: 0)
    }
    #expect(found { $0.load.average = load(0.6) } == [.loadAverage(0.6, cpus: 4)])
    #expect(found { $0.load.average = load(0.5) }.isEmpty)
    let large = CPUTopology(cpus: (0..<128).map { LogicalCPU(id: $0, core: $0) })
    let onLarge = found {
      $0.topology = large
      $0.scheduling.allowed = nil
      $0.load.average = load(12)
    }
    #expect(onLarge.isEmpty)
  }

  @Test func `pressure is a note from 1 percent on, and a warning from 10 percent on`() {
    func pressure(_ percent: Double) -> [Disturbance] {
      found { $0.load.pressure = .init(someOver10Seconds: percent) }
    }
    #expect(pressure(0.9).isEmpty)
    #expect(pressure(1) == [.pressure(percent: 1)])
    #expect(pressure(1).map(\.severity) == [.note])
    #expect(pressure(10).map(\.severity) == [.warning])
  }

  @Test func `a clock source that isn't the CPU's counter is found`() {
    #expect(found { $0.kernel.clockSource = "hpet" } == [.clockSource("hpet", better: nil)])
    let mendable = found {
      $0.kernel.clockSource = "kvm-clock"
      $0.kernel.availableClockSources = ["kvm-clock", "tsc"]
    }
    #expect(mendable == [.clockSource("kvm-clock", better: "tsc")])
    #expect(mendable.map(\.severity) == [.note])
    #expect(Disturbance.clockSource("hpet", better: nil).severity == .warning)
    #expect(found { $0.kernel.clockSource = "arch_sys_counter" }.isEmpty)
  }

  @Test func `restricted perf events are found unless the process may count anyway`() {
    #expect(found { $0.kernel.perfEventParanoid = 3 } == [.perfEventParanoid(level: 3)])
    let privileged = found {
      $0.kernel.perfEventParanoid = 3
      $0.privileges.mayCountKernelEvents = true
    }
    #expect(privileged.isEmpty)
    #expect(Disturbance.perfEventParanoid(level: 2).severity == .note)
    #expect(Disturbance.perfEventParanoid(level: 3).severity == .warning)
  }

  @Test func `six facts are found missing if a machine reports nothing`() {
    let nothing = MachineEnvironment(
      software: .init(swiftVersion: "6.3.1", buildMode: .release))
    #expect(
      disturbances(of: nothing) == [
        .notReported(.quota), .notReported(.cores), .notReported(.frequency), .notReported(.load),
        .notReported(.pressure), .notReported(.clockSource),
      ])
  }

  @Test func `warnings come before notes`() {
    let severities = found {
      $0.virtualization.isGuest = true
      $0.software.buildMode = .debug
      $0.memory.transparentHugePages = .always
      $0.kernel.addressRandomization = .off
    }.map(\.severity)
    #expect(severities == [.warning, .warning, .note, .note])
  }

  @Test(arguments: every)
  func `each disturbance has a summary and a remedy of one line each`(disturbance: Disturbance) {
    for text in [disturbance.summary, disturbance.remedy] {
      #expect(!text.isEmpty)
      #expect(!text.contains("\n"))
      #expect(text.count <= 100)
    }
  }

  @Test(arguments: [
    (1.5, "1.5"), (2, "2"), (0.25, "0.25"), (0.05, "0.05"), (0.001, "under 0.01"),
    (12.345, "12.35"),
  ])
  func `the figure in a summary is short`(load: Double, text: String) {
    #expect(
      Disturbance.loadAverage(load, cpus: 1).summary
        == "the load average is \(text) on 1 CPU: other work is running")
  }

  static let every: [Disturbance] = [
    .debugBuild, .singleCPU, .singleCore(cpus: 2),
    .frequencyGovernor("schedutil", cpus: CPUList(0...255)), .turbo(control: .intelPstate),
    .turbo(control: .boost), .turbo(control: .policyBoost), .multithreading(threadsPerCore: 2),
    .mixedCores(strongest: CPUList(4...7), others: CPUList(0...3)),
    .virtualized(hypervisor: "kvm"), .virtualized(hypervisor: nil), .stolenTime(share: 0.01),
    .quota(cpus: 1.5, available: 8), .narrowedCPUs(allowed: CPUList(0...1), online: 8),
    .offlineCPUs(CPUList([3])), .offlineCPUs(CPUList(3...4)), .loadAverage(3.2, cpus: 2),
    .pressure(percent: 12), .clockSource("hpet", better: nil),
    .clockSource("acpi_pm", better: "arch_sys_counter"), .addressRandomization(.kernelOff),
    .addressRandomization(.heapFixed), .addressRandomization(.processOff), .hugePagesAlways,
    .perfEventParanoid(level: 2), .perfEventParanoid(level: 4), .cannotRaisePriority,
    .notReported(.frequency), .notReported(.cores), .notReported(.quota), .notReported(.load),
    .notReported(.pressure), .notReported(.clockSource),
  ]
}

/// A machine of four cores on bare metal, without any disturbance.
private func quiet() -> MachineEnvironment {
  MachineEnvironment(
    topology: CPUTopology(cpus: (0..<4).map { LogicalCPU(id: $0, core: $0, package: 0) }),
    frequency: .init(groups: [.init(cpus: CPUList(0...3), governor: "performance")]),
    memory: .init(transparentHugePages: .madvise),
    virtualization: .init(isGuest: false),
    cgroup: .init(version: .v2, quota: .unlimited),
    scheduling: .init(allowed: CPUList(0...3)),
    load: .init(
      average: .init(oneMinute: 0.1, fiveMinutes: 0.1, fifteenMinutes: 0.1),
      pressure: .init(someOver10Seconds: 0), ticks: .init(total: 1000, stolen: 0)),
    kernel: .init(
      release: "6.1.0", clockSource: "tsc", addressRandomization: .full,
      processDisablesRandomization: false, perfEventParanoid: 1),
    privileges: .init(mayCountKernelEvents: false, mayRaisePriority: true),
    software: .init(swiftVersion: "6.3.1", buildMode: .release))
}

private func found(_ change: (inout MachineEnvironment) -> Void) -> [Disturbance] {
  var machine = quiet()
  change(&machine)
  return disturbances(of: machine)
}
