/// A fact of a machine as a text.
package struct MachineFact: Equatable, Sendable {
  /// The reports that show a fact, and whether two runs are compared by it.
  package enum Use: Sendable {
    /// A fact of the machine: shown wherever the machine is described, and compared.
    case machine
    /// A detail of the machine: shown on the report's page, and compared.
    case detail
    /// A fact of the moment or of the rights to count events: shown wherever the machine is
    /// described, and not compared.
    case moment
    /// A detail of the moment or of the rights to count events: shown on the report's page, and not
    /// compared.
    case momentDetail
  }

  /// The name, such as `kernel`.
  package let name: String
  /// The value on this machine; nil if the machine does not report it.
  package let value: String?
  private let use: Use

  init(_ name: String, _ value: String?, _ use: Use = .machine) {
    self.name = name
    self.value = value
    self.use = use
  }

  /// Whether a short description of the machine leaves the fact out.
  package var isDetail: Bool { use == .detail || use == .momentDetail }

  /// Whether two runs are compared by the fact: if they differ in it, they are not comparable.
  package var isCompared: Bool { use == .machine || use == .detail }
}

extension MachineEnvironment {
  /// The facts of a machine, in the order in which all reports show them.
  package var facts: [MachineFact] { hardware + memoryFacts + limits + loads + system + rights }

  private var hardware: [MachineFact] {
    [
      MachineFact("machine", hostLabel),
      MachineFact("processor", processor.model ?? processor.board),
      MachineFact("vendor", processor.vendor, .detail),
      MachineFact("microcode", processor.microcode, .detail),
      MachineFact("architecture", processor.architecture),
      MachineFact(
        "CPUs", "\(topology.online) online of \(topology.cpus.count), \(usableCPUs) usable"),
      MachineFact("offline CPUs", listed(topology.offline), .detail),
      MachineFact("cores", "\(topology.coreCount), \(topology.threadsOfCores)"),
      MachineFact("multithreading", topology.multithreading?.rawValue, .detail),
      MachineFact("sockets", topology.socketCount.map { "\($0)" }),
      MachineFact("NUMA nodes", joined(topology.nodes.map { "\($0.id): \($0.cpus)" }, by: "; ")),
      MachineFact("frequency", joined(frequency.groups.map(\.words), by: "; ")),
      MachineFact("turbo", frequency.turbo.map { $0.isOn ? "on" : "off" }),
    ]
  }

  private var memoryFacts: [MachineFact] {
    let lines = Set(caches.compactMap(\.lineBytes)).sorted()
    return [
      MachineFact(
        "caches",
        joined(caches.map { "\($0.name) \($0.sizeBytes.map { "\($0 >> 10) KiB" } ?? "?")" })),
      MachineFact("cache lines", joined(lines.map { "\($0) bytes" }), .detail),
      MachineFact("caches shared by", joined(caches.compactMap(\.sharing)), .detail),
      // Memory is rounded, because the kernel's share varies by megabytes between boots.
      MachineFact("memory", memory.roundedGibibytes.map { "\($0) GiB" }),
      MachineFact("page size", memory.pageBytes.map { "\($0) bytes" }, .detail),
      MachineFact("huge pages", memory.transparentHugePages?.rawValue),
    ]
  }

  private var limits: [MachineFact] {
    [
      MachineFact(
        "virtualisation",
        virtualization.isGuest.map {
          $0 ? "guest of \(virtualization.hypervisor ?? "an unnamed hypervisor")" : "none"
        }),
      MachineFact("product", virtualization.product, .detail),
      MachineFact("container", virtualization.container?.rawValue ?? "none", .detail),
      MachineFact("CPU quota", cgroup.quota.words),
      MachineFact("cpuset", cgroup.effectiveCPUs?.description),
      MachineFact("cgroup", cgroup.version?.rawValue, .detail),
      MachineFact("allowed CPUs", scheduling.allowed?.description, .detail),
      MachineFact("isolated CPUs", scheduling.isolated.map(listed)),
    ]
  }

  private var loads: [MachineFact] {
    let pressure = load.pressure
    return [
      MachineFact("load average", load.average.map { hundredths($0.oneMinute) }, .moment),
      MachineFact(
        "load, 5 and 15 min",
        load.average.map { "\(hundredths($0.fiveMinutes)), \(hundredths($0.fifteenMinutes))" },
        .momentDetail),
      MachineFact(
        "CPU pressure", pressure.map { hundredths($0.someOver10Seconds) + " % of 10 s" }, .moment),
      MachineFact(
        "CPU pressure, 60 s", pressure?.someOver60Seconds.map { hundredths($0) + " %" },
        .momentDetail),
      MachineFact(
        "steal since boot", load.ticks?.stolenShare.map { hundredths($0 * 100) + " %" }, .moment),
    ]
  }

  private var system: [MachineFact] {
    let kernel = kernel
    return [
      MachineFact("kernel", kernel.release),
      MachineFact("system", software.osName),
      MachineFact("glibc", software.glibcVersion),
      MachineFact("Swift", software.swiftVersion),
      MachineFact("Swift runtime", software.runtimeWords),
      MachineFact("build", software.buildMode.rawValue),
      MachineFact("clock source", kernel.clockSource),
      MachineFact("clock sources", joined(kernel.availableClockSources), .detail),
      MachineFact(
        "address layout",
        kernel.processDisablesRandomization == true
          ? "fixed for the process"
          : kernel.addressRandomization.map { "\($0.rawValue) randomisation" }),
    ]
  }

  private var rights: [MachineFact] {
    [
      MachineFact("perf paranoid", kernel.perfEventParanoid.map { "\($0)" }, .moment),
      MachineFact(
        "may count kernel events", yesOrNo(privileges.mayCountKernelEvents), .momentDetail),
      MachineFact("may raise priority", yesOrNo(privileges.mayRaisePriority), .detail),
    ]
  }

  // MARK: Words

  private func joined(_ parts: [String], by separator: String = ", ") -> String? {
    parts.isEmpty ? nil : parts.joined(separator: separator)
  }

  private func listed(_ cpus: CPUList) -> String { cpus.isEmpty ? "none" : cpus.description }

  private func yesOrNo(_ answer: Bool?) -> String? { answer.map { $0 ? "yes" : "no" } }

  private func hundredths(_ value: Double) -> String {
    FigureText.significant((value * 100).rounded() / 100)
  }
}

extension MachineEnvironment.Software {
  fileprivate var runtimeWords: String? {
    switch swiftRuntime {
    case .linkedIn: "linked in (\(swiftVersion))"
    case .shared: "shared libraries"
    case nil: nil
    }
  }
}

extension MachineEnvironment.Cache {
  fileprivate var name: String { "L\(level) \(type)" }

  fileprivate var sharing: String? {
    sharedBy.isEmpty ? nil : "\(name) " + sharedBy.map { "[\($0)]" }.joined(separator: " ")
  }
}

extension MachineEnvironment.FrequencyGroup {
  fileprivate var words: String {
    let low = minimumKilohertz.map { "\($0 / 1000)" } ?? "?"
    let high = maximumKilohertz.map { "\($0 / 1000)" } ?? "?"
    return "\(cpus): \(low) to \(high) MHz, \(governor ?? "no governor")"
  }
}

extension MachineEnvironment.CPUQuota {
  fileprivate var words: String? {
    switch self {
    case .limited(let cpus): "\(FigureText.significant(cpus)) CPUs"
    case .unlimited: "none"
    case .notReported: nil
    }
  }
}

extension CPUTopology {
  /// The number of threads of each core, as in `2 threads each`; if cores differ, the number of
  /// cores with each number of threads, as in `4 with 2 threads, 8 with 1 thread`.
  fileprivate var threadsOfCores: String {
    let counts = siblingSets.map(\.count)
    let words = { (threads: Int) in "\(threads) thread\(threads == 1 ? "" : "s")" }
    guard Set(counts).count > 1 else { return words(threadsPerCore ?? 1) + " each" }
    return Set(counts).sorted(by: >).map { threads in
      "\(counts.count { $0 == threads }) with \(words(threads))"
    }.joined(separator: ", ")
  }
}
