import Foundation
import TestSupport

@testable import BenchmarkModel
@testable import BenchmarkRunner

/// A machine made of files, and the facts of a process on it.
struct FixtureMachine {
  var tree: FixtureTree
  var process: ProcessFacts

  func probe() -> MachineEnvironment {
    EnvironmentProbe.probe(tree: SystemTree(root: tree.root), process: process)
  }
}

extension ProcessFacts {
  static func fixture(
    allowed: CPUList? = nil, architecture: String = "x86_64", release: String = "6.1.0-generic"
  ) -> ProcessFacts {
    ProcessFacts(
      allowedCPUs: allowed, pageBytes: 4096, architecture: architecture, kernelRelease: release,
      glibcVersion: "2.36", swiftVersion: "6.3.1",
      linkage: Linkage(swiftRuntime: .linkedIn, neededGlibc: "2.35"), buildMode: .release)
  }
}

extension FixtureMachine {
  /// The description of a machine that has only these files.
  static func probe(
    _ files: [String: String], as process: ProcessFacts = .fixture()
  ) throws -> MachineEnvironment {
    let tree = try FixtureTree()
    for (path, text) in files { try tree.file(path, text) }
    return FixtureMachine(tree: tree, process: process).probe()
  }
}

// MARK: - Parts of machines

extension FixtureTree {
  func cpuLists(present: String, online: String, offline: String = "", possible: String) throws {
    try files(
      "/sys/devices/system/cpu",
      ["present": present, "online": online, "offline": offline, "possible": possible])
  }

  func core(_ cpu: Int, siblings: String, package: Int, capacity: Int? = nil) throws {
    let folder = "/sys/devices/system/cpu/cpu\(cpu)"
    try file("\(folder)/topology/core_cpus_list", siblings)
    try file("\(folder)/topology/physical_package_id", "\(package)")
    if let capacity { try file("\(folder)/cpu_capacity", "\(capacity)") }
  }

  func cache(
    _ cpu: Int, index: Int, level: Int, _ type: String, _ size: String, sharedBy: String
  ) throws {
    try files(
      "/sys/devices/system/cpu/cpu\(cpu)/cache/index\(index)",
      [
        "level": "\(level)", "type": type, "size": size, "shared_cpu_list": sharedBy,
        "coherency_line_size": "64",
      ])
  }

  func clock(_ current: String, available: String) throws {
    try files(
      "/sys/devices/system/clocksource/clocksource0",
      ["current_clocksource": current, "available_clocksource": available])
  }

  func x86CPUInfo(count: Int, model: String, vendor: String, flags: String) throws {
    let blocks = (0..<count).map { cpu in
      """
      processor\t: \(cpu)
      vendor_id\t: \(vendor)
      model name\t: \(model)
      flags\t\t: \(flags)

      """
    }
    try file("/proc/cpuinfo", blocks.joined(separator: "\n"))
  }

  /// Writes the cluster of a CPU, which Linux lists since version 5.16.
  func cluster(_ cpu: Int, _ cpus: String) throws {
    try file("/sys/devices/system/cpu/cpu\(cpu)/topology/cluster_cpus_list", cpus)
  }

  func armCPUInfo(_ parts: [String]) throws {
    let blocks = parts.enumerated().map { cpu, part in
      """
      processor\t: \(cpu)
      BogoMIPS\t: 50.00
      Features\t: fp asimd evtstrm atomics
      CPU implementer\t: 0x41
      CPU architecture: 8
      CPU part\t: \(part)

      """
    }
    try file("/proc/cpuinfo", blocks.joined(separator: "\n"))
  }
}

// MARK: - Machines

extension FixtureMachine {
  /// A small guest in a container: two cores, control groups of both versions, no cpufreq policy.
  static func twoCoreGuest() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.x86CPUInfo(
      count: 2, model: "Intel(R) Xeon(R) Processor", vendor: "GenuineIntel",
      flags: "fpu ht hypervisor lahf_lm")
    try tree.cpuLists(present: "0-1", online: "0-1", possible: "0-1")
    try tree.files("/sys/devices/system/cpu/smt", ["control": "notsupported", "active": "0"])
    try tree.file("/sys/devices/system/cpu/isolated", "")
    for cpu in 0...1 {
      try tree.core(cpu, siblings: "\(cpu)", package: 0, capacity: 1024)
      try tree.cache(cpu, index: 0, level: 1, "Data", "48K", sharedBy: "\(cpu)")
      try tree.cache(cpu, index: 1, level: 1, "Instruction", "32K", sharedBy: "\(cpu)")
      try tree.cache(cpu, index: 2, level: 2, "Unified", "2048K", sharedBy: "\(cpu)")
      try tree.cache(cpu, index: 3, level: 3, "Unified", "266240K", sharedBy: "0-1")
    }
    try tree.file("/sys/devices/system/node/node0/cpulist", "0-1")
    try tree.clock("tsc", available: "tsc kvm-clock")
    try tree.file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
    try tree.guestProcFiles()
    try tree.files(
      "/sys/fs/cgroup",
      [
        "cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000",
        "cpuset/cpuset.effective_cpus": "0-1", "unified/cgroup.controllers": "",
      ])
    try tree.file(
      "/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"")
    try tree.file("/.dockerenv", "")
    return FixtureMachine(
      tree: tree, process: .fixture(allowed: CPUList(0...1), release: "6.18.44-generic"))
  }

  /// Two sockets of 64 cores with two threads each, four memory nodes, bare metal.
  static func twoSocketServer() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.x86CPUInfo(
      count: 256, model: "AMD EPYC 7763 64-Core Processor", vendor: "AuthenticAMD",
      flags: "fpu ht svm")
    try tree.cpuLists(present: "0-255", online: "0-255", possible: "0-255")
    try tree.file("/sys/devices/system/cpu/smt/control", "on")
    for cpu in 0..<256 { try tree.serverCPU(cpu) }
    try tree.file("/sys/devices/system/cpu/cpufreq/boost", "1")
    for node in 0..<4 {
      let first = node * 32
      try tree.file(
        "/sys/devices/system/node/node\(node)/cpulist",
        "\(first)-\(first + 31),\(first + 128)-\(first + 159)")
    }
    try tree.file("/sys/devices/system/cpu/isolated", "120-127")
    try tree.file("/sys/devices/system/cpu/nohz_full", "120-127")
    try tree.clock("hpet", available: "hpet acpi_pm")
    try tree.file("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never")
    try tree.files(
      "/proc",
      [
        "meminfo": "MemTotal:       527988236 kB", "loadavg": "31.50 12.00 4.00 33/2000 1",
        "sys/kernel/perf_event_paranoid": "3", "sys/kernel/randomize_va_space": "0",
        "self/cgroup": "0::/user.slice/session-1.scope",
        "self/status": "CapEff:\t0000000000000000",
        "self/limits": "Max nice priority         0                    0                    ",
        "self/mountinfo": "30 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate",
      ])
    try tree.files(
      "/sys/fs/cgroup",
      [
        "cgroup.controllers": "cpuset cpu io memory", "cpuset.cpus.effective": "0-255",
        "user.slice/session-1.scope/cgroup.procs": "1",
      ])
    try tree.files(
      "/sys/class/dmi/id",
      ["sys_vendor": "Dell Inc.", "product_name": "PowerEdge R7525", "bios_vendor": "Dell Inc."])
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(0...255)))
  }

  /// A board with four small and four big arm64 cores; the small cores have the lower numbers.
  static func bigLittleBoard() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.armCPUInfo(
      [String](repeating: "0xd05", count: 4) + [String](repeating: "0xd0b", count: 4))
    try tree.cpuLists(present: "0-7", online: "0-7", possible: "0-7")
    try tree.file("/sys/devices/system/cpu/smt/control", "notimplemented")
    for cpu in 0..<8 {
      try tree.core(cpu, siblings: "\(cpu)", package: 0, capacity: cpu < 4 ? 530 : 1024)
      try tree.cluster(cpu, cpu < 4 ? "0-3" : "4-7")
    }
    for (policy, cpus, top) in [(0, "0 1 2 3", 1_800_000), (4, "4 5 6 7", 2_400_000)] {
      try tree.files(
        "/sys/devices/system/cpu/cpufreq/policy\(policy)",
        [
          "affected_cpus": cpus, "cpuinfo_min_freq": "408000", "cpuinfo_max_freq": "\(top)",
          "scaling_governor": "schedutil", "scaling_driver": "cpufreq-dt",
        ])
    }
    try tree.data("/sys/firmware/devicetree/base/model", Data("Radxa ROCK 5B\0".utf8))
    try tree.clock("arch_sys_counter", available: "arch_sys_counter")
    try tree.file("/proc/meminfo", "MemTotal:        8043212 kB")
    return FixtureMachine(
      tree: tree, process: .fixture(allowed: CPUList(0...7), architecture: "aarch64"))
  }

  /// A container that may use 1.5 of 8 CPUs, by a quota of a control group of version 2.
  static func containerOfVersion2() throws -> FixtureMachine {
    let tree = try eightCores()
    try tree.file("/proc/self/cgroup", "0::/kubepods.slice/pod1/app")
    try tree.file(
      "/proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw")
    try tree.files(
      "/sys/fs/cgroup",
      [
        "cgroup.controllers": "cpuset cpu memory",
        "cpuset.cpus.effective": "0-7",
        "kubepods.slice/cpu.max": "400000 100000",
        "kubepods.slice/cpuset.cpus.effective": "0-5",
        "kubepods.slice/pod1/cpu.max": "75000 50000",
        "kubepods.slice/pod1/app/cpu.max": "max 100000",
      ])
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(0...3)))
  }

  /// A container that may use 1.5 of 8 CPUs, by a quota of a control group of version 1, and
  /// that sees only its own groups.
  static func containerOfVersion1() throws -> FixtureMachine {
    let tree = try eightCores()
    try tree.file(
      "/proc/self/cgroup",
      "5:cpuset:/docker/3f9a\n4:cpu,cpuacct:/docker/3f9a/app\n1:name=systemd:/docker/3f9a")
    try tree.file(
      "/proc/self/mountinfo",
      """
      40 30 0:40 /docker/3f9a /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct
      41 30 0:41 /docker/3f9a /sys/fs/cgroup/cpuset ro - cgroup cgroup rw,cpuset
      """)
    try tree.files(
      "/sys/fs/cgroup",
      [
        "cpu,cpuacct/cpu.cfs_quota_us": "150000", "cpu,cpuacct/cpu.cfs_period_us": "100000",
        "cpu,cpuacct/app/cpu.cfs_quota_us": "-1", "cpu,cpuacct/app/cpu.cfs_period_us": "100000",
        "cpuset/cpuset.effective_cpus": "2-3",
      ])
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(2...3)))
  }

  /// Five CPUs online, three offline, and room for 24 that were never plugged in.
  static func offlineCPUs() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.cpuLists(present: "0-7", online: "0-3,6", offline: "4-5,7-31", possible: "0-31")
    try tree.file("/sys/devices/system/cpu/smt/control", "off")
    for cpu in [0, 1, 2, 3, 6] { try tree.core(cpu, siblings: "\(cpu)", package: 0) }
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(0...7)))
  }

  /// More CPUs than a `cpu_set_t` has bits: 2048, two threads a core, eight sockets.
  static func hugeMachine() throws -> FixtureMachine {
    let tree = try FixtureTree()
    try tree.cpuLists(present: "0-2047", online: "0-2047", possible: "0-2047")
    for cpu in 0..<2048 {
      let core = cpu % 1024
      try tree.core(cpu, siblings: "\(core),\(core + 1024)", package: core / 128)
    }
    return FixtureMachine(tree: tree, process: .fixture(allowed: CPUList(0...2047)))
  }

  /// An empty root, and a process that knows only its build.
  static func empty() throws -> FixtureMachine {
    FixtureMachine(
      tree: try FixtureTree(),
      process: ProcessFacts(swiftVersion: "6.3.1", buildMode: .release))
  }

  private static func eightCores() throws -> FixtureTree {
    let tree = try FixtureTree()
    try tree.cpuLists(present: "0-7", online: "0-7", possible: "0-7")
    for cpu in 0..<8 { try tree.core(cpu, siblings: "\(cpu)", package: 0) }
    return tree
  }
}

extension FixtureTree {
  fileprivate func guestProcFiles() throws {
    try files(
      "/proc",
      [
        "meminfo": "MemTotal:       24684084 kB\nMemFree:        24100936 kB",
        "loadavg": "0.06 0.14 0.05 1/82 5307",
        "stat": "cpu  8818 0 1902 157479 807 0 25 32 0 0\ncpu0 3941 0 825 79715 30 0 2 11 0 0",
        "pressure/cpu": """
        some avg10=0.25 avg60=0.61 avg300=1.16 total=8769631
        full avg10=0.00 avg60=0.00 avg300=0.00 total=0
        """,
        "sys/kernel/perf_event_paranoid": "2",
        "sys/kernel/randomize_va_space": "2",
        "self/personality": "00000000",
        "self/status": "Name:\tsyncbench\nCapEff:\t000001fffeffffff",
        "self/cgroup": """
        9:name=systemd:/
        4:memory:/group/a
        3:cpuset:/
        2:cpuacct:/
        1:cpu:/
        0::/
        """,
        "self/mountinfo": """
        31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
        32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
        34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime shared:4 - cgroup cgroup rw,cpuset
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        """,
      ])
  }

  /// Writes a CPU's files: CPU 7 alone has the governor `performance`; eight cores share an L3
  /// cache.
  fileprivate func serverCPU(_ cpu: Int) throws {
    let number = cpu % 128
    let siblings = "\(number),\(number + 128)"
    try core(cpu, siblings: siblings, package: number / 64)
    try cache(cpu, index: 0, level: 1, "Data", "32K", sharedBy: siblings)
    let first = number / 8 * 8
    try cache(
      cpu, index: 3, level: 3, "Unified", "32M",
      sharedBy: "\(first)-\(first + 7),\(first + 128)-\(first + 135)")
    try files(
      "/sys/devices/system/cpu/cpufreq/policy\(cpu)",
      [
        "affected_cpus": "\(cpu)", "cpuinfo_min_freq": "1500000", "cpuinfo_max_freq": "3529000",
        "scaling_min_freq": "1500000", "scaling_max_freq": "2450000",
        "scaling_governor": cpu == 7 ? "performance" : "schedutil",
        "scaling_driver": "acpi-cpufreq",
      ])
  }
}
