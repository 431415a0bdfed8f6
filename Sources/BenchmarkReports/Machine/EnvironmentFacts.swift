import BenchmarkDocument
import BenchmarkModel

/// A machine's facts as names and values; a value that the machine does not report is nil.
struct EnvironmentFacts {
  private let environment: MachineEnvironment

  init(_ environment: MachineEnvironment) { self.environment = environment }

  var rows: [(name: String, value: String?)] { hardware + limits + software }

  private var hardware: [(name: String, value: String?)] {
    let topology = environment.topology
    return [
      ("host label", environment.hostLabel),
      ("processor", environment.processor.model ?? environment.processor.board),
      ("architecture", environment.processor.architecture),
      (
        "CPUs",
        "\(topology.online) online of \(topology.cpus.count), \(environment.usableCPUs) usable"
      ),
      ("cores", "\(topology.coreCount), \(topology.threadsPerCore ?? 1) threads each"),
      ("sockets", topology.socketCount.map { "\($0)" }),
      (
        "NUMA nodes",
        topology.nodes.isEmpty
          ? nil : topology.nodes.map { "\($0.id): \($0.cpus)" }.joined(separator: "; ")
      ),
      ("caches", caches),
      ("frequency", frequency),
      ("turbo", environment.frequency.turbo.map { $0.isOn ? "on" : "off" }),
      ("memory", environment.memory.totalBytes.map { "\($0 >> 20) MiB" }),
    ]
  }

  private var caches: String? {
    guard !environment.caches.isEmpty else { return nil }
    return environment.caches.map { cache in
      let size = cache.sizeBytes.map { "\($0 >> 10) KiB" } ?? "?"
      return "L\(cache.level) \(cache.type) \(size)"
    }.joined(separator: ", ")
  }

  private var frequency: String? {
    let groups = environment.frequency.groups
    guard !groups.isEmpty else { return nil }
    return groups.map { group in
      let low = group.minimumKilohertz.map { "\($0 / 1000)" } ?? "?"
      let high = group.maximumKilohertz.map { "\($0 / 1000)" } ?? "?"
      return "\(group.cpus): \(low) to \(high) MHz, \(group.governor ?? "no governor")"
    }.joined(separator: "; ")
  }

  private var limits: [(name: String, value: String?)] {
    let load = environment.load
    return [
      ("virtualisation", virtualisation),
      ("steal since boot", load.ticks?.stolenShare.map { Quantity.number.text($0 * 100) + " %" }),
      ("CPU quota", quota),
      ("cpuset", environment.cgroup.effectiveCPUs?.description),
      ("load average", load.average.map { Quantity.number.text($0.oneMinute) }),
      (
        "CPU pressure",
        load.pressure.map { Quantity.number.text($0.someOver10Seconds) + " % of 10 s" }
      ),
      (
        "isolated CPUs",
        environment.scheduling.isolated.map { $0.isEmpty ? "none" : $0.description }
      ),
    ]
  }

  private var virtualisation: String? {
    environment.virtualization.isGuest.map {
      $0 ? "guest of \(environment.virtualization.hypervisor ?? "an unnamed hypervisor")" : "none"
    }
  }

  private var quota: String? {
    switch environment.cgroup.quota {
    case .limited(let cpus): "\(cpus) CPUs"
    case .unlimited: "none"
    case .notReported: nil
    }
  }

  private var software: [(name: String, value: String?)] {
    let kernel = environment.kernel
    return [
      ("kernel", kernel.release),
      ("system", environment.software.osName),
      ("glibc", environment.software.glibcVersion),
      ("Swift", environment.software.swiftVersion),
      ("build", environment.software.buildMode.rawValue),
      ("clock source", kernel.clockSource),
      ("address layout", kernel.addressRandomization.map { "\($0) randomisation" }),
      ("huge pages", environment.memory.transparentHugePages.map { "\($0)" }),
      ("perf paranoid", kernel.perfEventParanoid.map { "\($0)" }),
    ]
  }
}
