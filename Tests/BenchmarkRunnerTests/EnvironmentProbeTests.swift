import BenchmarkRunner
import Foundation
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct EnvironmentProbeTests {
  @Test func `a two-core guest is described`() throws {
    let machine = try FixtureMachine.twoCoreGuest().probe()

    #expect(
      machine.processor
        == MachineEnvironment.Processor(
          model: "Intel(R) Xeon(R) Processor", vendor: "GenuineIntel", architecture: "x86_64"))
    #expect(machine.topology.online == CPUList(0...1))
    #expect(machine.topology.offline.isEmpty)
    #expect(machine.topology.possible == CPUList(0...1))
    #expect(machine.topology.coreCount == 2)
    #expect(machine.topology.socketCount == 1)
    #expect(machine.topology.threadsPerCore == 1)
    #expect(machine.topology.multithreading == .notSupported)
    #expect(machine.topology.nodes == [NUMANode(id: 0, cpus: CPUList(0...1))])
    #expect(!machine.topology.hasMixedCores)
    #expect(machine.topology.placementOrder(allowed: [0, 1]) == [0, 1])
    #expect(machine.frequency == MachineEnvironment.Frequency())
    #expect(
      machine.memory
        == MachineEnvironment.Memory(
          totalBytes: 24_684_084 * 1024, pageBytes: 4096, transparentHugePages: .madvise))
    #expect(
      machine.virtualization
        == MachineEnvironment.Virtualization(isGuest: true, hypervisor: "kvm", container: .docker))
    #expect(
      machine.cgroup
        == MachineEnvironment.Cgroup(
          version: .hybrid, quota: .unlimited, effectiveCPUs: CPUList(0...1)))
    #expect(
      machine.scheduling
        == MachineEnvironment.Scheduling(allowed: CPUList(0...1), isolated: .empty))
  }

  @Test
  func `a guest's caches of one level and type are one entry, with the CPUs of each cache`() throws
  {
    let caches = try FixtureMachine.twoCoreGuest().probe().caches
    let apart = [CPUList([0]), CPUList([1])]
    #expect(
      caches == [
        MachineEnvironment.Cache(
          level: 1, type: .data, sizeBytes: 48 << 10, lineBytes: 64, sharedBy: apart),
        MachineEnvironment.Cache(
          level: 1, type: .instruction, sizeBytes: 32 << 10, lineBytes: 64, sharedBy: apart),
        MachineEnvironment.Cache(
          level: 2, type: .unified, sizeBytes: 2 << 20, lineBytes: 64, sharedBy: apart),
        MachineEnvironment.Cache(
          level: 3, type: .unified, sizeBytes: 260 << 20, lineBytes: 64,
          sharedBy: [CPUList(0...1)]),
      ])
  }

  @Test func `the load, kernel, privileges and software of a guest are described`() throws {
    let machine = try FixtureMachine.twoCoreGuest().probe()
    #expect(
      machine.load
        == MachineEnvironment.Load(
          average: MachineEnvironment.LoadAverage(
            oneMinute: 0.06, fiveMinutes: 0.14, fifteenMinutes: 0.05),
          pressure: MachineEnvironment.CPUPressure(
            someOver10Seconds: 0.25, someOver60Seconds: 0.61),
          ticks: MachineEnvironment.CPUTicks(total: 169_063, stolen: 32)))
    #expect(
      machine.kernel
        == MachineEnvironment.Kernel(
          release: "6.18.44-generic", clockSource: "tsc",
          availableClockSources: ["tsc", "kvm-clock"], addressRandomization: .full,
          processDisablesRandomization: false, perfEventParanoid: 2))
    #expect(
      machine.privileges
        == MachineEnvironment.Privileges(mayCountKernelEvents: true, mayRaisePriority: true))
    #expect(
      machine.software
        == MachineEnvironment.Software(
          osName: "Debian GNU/Linux 12 (bookworm)", glibcVersion: "2.36", swiftVersion: "6.3.1",
          swiftRuntime: .linkedIn, buildMode: .release))
  }

  @Test
  func `the facts tell a linked-in runtime from shared libraries, and omit an unknown runtime`()
    throws
  {
    var machine = try FixtureMachine.twoCoreGuest().probe()
    var shown: String? { machine.facts.first { $0.name == "Swift runtime" }?.value }
    #expect(shown == "linked in (6.3.1)")
    machine.software.swiftRuntime = .shared
    #expect(shown == "shared libraries")
    machine.software.swiftRuntime = nil
    #expect(shown == nil)
    let text = String(decoding: try JSONEncoder().encode(machine), as: UTF8.self)
    #expect(!text.contains("swiftRuntime"))
  }

  @Test func `an executable knows what it was linked with`() throws {
    let linkage = Linkage.current
    // SwiftPM links tests with the shared runtime.
    #expect(linkage.swiftRuntime == .shared)
    let glibc = try #require(linkage.neededGlibc)
    #expect(try #/2\.\d+/#.wholeMatch(in: glibc) != nil)
    let system = try #require(ProcessFacts.current().glibcVersion)
    // The executable runs here, so the system's glibc is no older than the one that it needs.
    #expect(glibc.compare(system, options: .numeric) != .orderedDescending)
  }

  @Test func `a server of two sockets has 128 cores, 4 nodes and 16 third-level caches`() throws {
    let machine = try FixtureMachine.twoSocketServer().probe()
    #expect(machine.topology.cpus.count == 256)
    #expect(machine.topology.coreCount == 128)
    #expect(machine.topology.socketCount == 2)
    #expect(machine.topology.threadsPerCore == 2)
    #expect(machine.topology.multithreading == .active)
    #expect(machine.topology.siblings(of: 200) == [72, 200])
    #expect(machine.topology.nodes.map(\.id) == [0, 1, 2, 3])
    #expect(machine.topology.nodes[1].cpus == CPUList(Array(32...63) + Array(160...191)))
    #expect(machine.caches.map(\.sharedBy.count) == [128, 16])
    #expect(machine.caches[1].sizeBytes == 32 << 20)
    #expect(machine.virtualization.isGuest == false)
    #expect(machine.virtualization.hypervisor == nil)
    #expect(machine.virtualization.product == "PowerEdge R7525")
    #expect(machine.virtualization.container == nil)
    #expect(machine.scheduling.isolated == CPUList(120...127))
    #expect(machine.scheduling.tickless == CPUList(120...127))
    #expect(machine.load.pressure == nil)
    #expect(machine.load.ticks == nil)
    #expect(machine.kernel.addressRandomization == .off)
    #expect(machine.kernel.perfEventParanoid == 3)
    #expect(machine.memory.transparentHugePages == .always)
    #expect(machine.privileges.mayCountKernelEvents == false)
    #expect(machine.privileges.mayRaisePriority == false)
    #expect(
      machine.cgroup
        == MachineEnvironment.Cgroup(
          version: .v2, quota: .unlimited, effectiveCPUs: CPUList(0...255)))
  }

  @Test func `each core of a server gets a thread, socket by socket, before any sibling does`()
    throws
  {
    let topology = try FixtureMachine.twoSocketServer().probe().topology
    #expect(topology.placementOrder(allowed: Array(0...255)) == Array(0...255))
    let some = [255, 3, 131, 64, 127, 192]
    #expect(topology.placementOrder(allowed: some) == [3, 64, 127, 131, 192, 255])
    #expect(topology.physicalCoreCount(allowed: some) == 3)
  }

  @Test func `frequency policies with equal settings are joined`() throws {
    let frequency = try FixtureMachine.twoSocketServer().probe().frequency
    #expect(frequency.groups.map(\.governor) == ["schedutil", "performance"])
    #expect(frequency.groups[0].cpus == CPUList(0...255).subtracting(CPUList([7])))
    #expect(frequency.groups[1].cpus == CPUList([7]))
    #expect(frequency.groups[0].minimumKilohertz == 1_500_000)
    #expect(frequency.groups[0].maximumKilohertz == 3_529_000)
    #expect(frequency.groups[0].lowerLimitKilohertz == 1_500_000)
    #expect(frequency.groups[0].upperLimitKilohertz == 2_450_000)
    #expect(frequency.groups[0].driver == "acpi-cpufreq")
    #expect(frequency.turbo == MachineEnvironment.Turbo(isOn: true, control: .boost))
  }

  @Test func `an arm64 processor is named after its kinds of core, and big cores are placed first`()
    throws
  {
    let machine = try FixtureMachine.bigLittleBoard().probe()
    #expect(
      machine.processor
        == MachineEnvironment.Processor(
          model: "Cortex-A55 + Cortex-A76", vendor: "Arm", architecture: "aarch64",
          board: "Radxa ROCK 5B"))
    #expect(machine.topology.hasMixedCores)
    #expect(machine.topology.strongestCPUs == CPUList(4...7))
    #expect(machine.topology.placementOrder(allowed: Array(0...7)) == [4, 5, 6, 7, 0, 1, 2, 3])
    #expect(machine.topology.placementOrder(allowed: [0, 1, 6]) == [6, 0, 1])
    #expect(machine.topology.multithreading == nil)
    #expect(machine.topology.nodes.isEmpty)
    #expect(machine.frequency.groups.map(\.maximumKilohertz) == [1_800_000, 2_400_000])
    #expect(machine.frequency.groups.map(\.cpus) == [CPUList(0...3), CPUList(4...7)])
    #expect(machine.frequency.turbo == nil)
    #expect(machine.virtualization.isGuest == nil)
    #expect(machine.kernel.clockSource == "arch_sys_counter")
  }

  @Test func `an Arm processor that isn't in the table of names is named by its numbers`() throws {
    let machine = try FixtureMachine.probe(
      ["/proc/cpuinfo": "processor: 0\nCPU implementer: 0x99\nCPU part: 0xabc"],
      as: .fixture(architecture: "aarch64"))
    #expect(machine.processor.model == "implementer 0x99 part 0xabc")
    #expect(machine.processor.vendor == nil)
  }

  @Test func `CPUs that are off are distinguished from CPUs that were never plugged in`() throws {
    let topology = try FixtureMachine.offlineCPUs().probe().topology
    #expect(topology.online == CPUList([0, 1, 2, 3, 6]))
    #expect(topology.offline == CPUList([4, 5, 7]))
    #expect(topology.possible == CPUList(0...31))
    #expect(topology.multithreading == .off)
    #expect(topology.placementOrder(allowed: Array(0...7)) == [0, 1, 2, 3, 6])
  }

  @Test func `2048 CPUs are all placed, one CPU of each core before any sibling`() throws {
    let machine = try FixtureMachine.hugeMachine().probe()
    #expect(machine.topology.cpus.count == 2048)
    #expect(machine.topology.coreCount == 1024)
    #expect(machine.topology.socketCount == 8)
    #expect(machine.topology.placementOrder(allowed: Array(0..<2048)) == Array(0..<2048))
  }

  @Test func `on a hybrid processor, fast cores are placed first, then slow cores, then siblings`()
    throws
  {
    let tree = try FixtureTree()
    try tree.cpuLists(present: "0-5", online: "0-5", possible: "0-5")
    for (cpu, siblings) in ["0-1", "0-1", "2-3", "2-3", "4", "5"].enumerated() {
      try tree.core(cpu, siblings: siblings, package: 0)
    }
    try tree.file("/sys/devices/cpu_core/cpus", "0-3")
    try tree.file("/sys/devices/cpu_atom/cpus", "4-5")
    let topology = FixtureMachine(tree: tree, process: .fixture()).probe().topology
    #expect(topology.strongestCPUs == CPUList(0...3))
    #expect(topology.placementOrder(allowed: Array(0...5)) == [0, 2, 4, 5, 1, 3])
  }

  @Test(arguments: [
    ("intel_pstate/no_turbo", "0", true, MachineEnvironment.TurboControl.intelPstate),
    ("intel_pstate/no_turbo", "1", false, .intelPstate),
    ("cpufreq/boost", "0", false, .boost),
    ("cpufreq/policy0/boost", "1", true, .policyBoost),
  ])
  func `each turbo switch is read with its own meaning of 0 and 1`(
    path: String, value: String, isOn: Bool, control: MachineEnvironment.TurboControl
  ) throws {
    let machine = try FixtureMachine.probe(["/sys/devices/system/cpu/\(path)": value])
    #expect(machine.frequency.turbo == MachineEnvironment.Turbo(isOn: isOn, control: control))
  }

  @Test(arguments: [
    ("Amazon EC2", "c7g.large", "nitro"), ("Amazon EC2", "c7g.metal", nil),
    ("QEMU", "Standard PC", "qemu"), ("VMware, Inc.", "VMware Virtual Platform", "vmware"),
    ("Microsoft Corporation", "Virtual Machine", "hyperv"), ("Dell Inc.", "R750", nil),
  ])
  func `firmware names the hypervisor`(
    vendor: String, product: String, hypervisor: String?
  ) throws {
    let folder = "/sys/class/dmi/id"
    let found = try FixtureMachine.probe(
      ["\(folder)/sys_vendor": vendor, "\(folder)/product_name": product]
    ).virtualization
    #expect(found.hypervisor == hypervisor)
    #expect(found.isGuest == (hypervisor == nil ? nil : true))
  }

  @Test(arguments: [
    ("/run/.containerenv", "", MachineEnvironment.Container.podman),
    ("/var/run/secrets/kubernetes.io/namespace", "", .kubernetes),
    ("/run/systemd/container", "systemd-nspawn", .nspawn),
    ("/run/systemd/container", "rkt", .other),
    ("/proc/self/cgroup", "0::/lxc.payload.web", .lxc),
  ])
  func `each kind of container is recognised by its files`(
    path: String, text: String, container: MachineEnvironment.Container
  ) throws {
    let machine = try FixtureMachine.probe([path: text])
    #expect(machine.virtualization.container == container)
  }

  @Test func `a process's personality and its priority limit are read`() throws {
    let machine = try FixtureMachine.probe([
      "/proc/self/personality": "00040000", "/proc/self/status": "CapEff:\t0000000000000000",
      // A limit of 22 allows the nice value -2, which Dispatch asks for.
      "/proc/self/limits": "Max nice priority         22                   40      ",
    ])
    #expect(machine.kernel.processDisablesRandomization == true)
    #expect(machine.privileges.mayRaisePriority == true)
  }

  @Test func `the written description of the live machine holds no path`() throws {
    let text = String(
      decoding: try JSONEncoder().encode(EnvironmentProbe.probe()), as: UTF8.self)
    #expect(!text.contains("\\/home") && !text.contains("\\/root") && !text.contains("\\/sys"))
  }

  @Test func `the live machine has a CPU, a glibc version and a Swift version`() {
    let machine = EnvironmentProbe.probe()
    #expect(!machine.usableCPUs.isEmpty)
    #expect(machine.topology.physicalCoreCount(allowed: machine.usableCPUs.cpus) >= 1)
    #expect(machine.kernel.majorMinor != nil)
    #expect(machine.software.glibcVersion != nil)
    #expect(machine.software.swiftVersion.hasPrefix("6."))
    #expect((machine.memory.pageBytes ?? 0) >= 4096)
  }
}
