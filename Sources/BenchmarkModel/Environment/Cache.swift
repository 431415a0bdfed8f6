extension MachineEnvironment {
  /// One kind of cache and the CPUs that share each of its instances.
  package struct Cache: Codable, Sendable, Equatable {
    /// The level: 1 for the cache nearest to the core.
    package var level: Int
    /// The contents: data, instructions or both.
    package var type: CacheType
    /// The size of one instance in bytes.
    package var sizeBytes: Int?
    /// The size of one line in bytes.
    package var lineBytes: Int?
    /// The CPUs that share each instance, in the order of their lowest CPU.
    package var sharedBy: [CPUList]
  }

  /// The contents of a cache.
  package enum CacheType: String, Codable, Sendable, CaseIterable {
    /// Data alone.
    case data
    /// Instructions alone.
    case instruction
    /// Both.
    case unified
  }
}

extension SystemTree {
  /// Reads the caches: /sys/devices/system/cpu/cpu*/cache.
  package func caches(of cpus: CPUList) -> [MachineEnvironment.Cache] {
    var instances: [Kind: [CPUList]] = [:]
    var known: Set<Instance> = []
    for cpu in cpus.cpus {
      let folder = "/sys/devices/system/cpu/cpu\(cpu)/cache"
      for index in numberedEntries(folder, prefix: "index") {
        guard let kind = kind("\(folder)/index\(index)") else { continue }
        let sharers = cpuList("\(folder)/index\(index)/shared_cpu_list") ?? CPUList([cpu])
        // Each CPU lists the caches that it shares, so an instance is listed once for each sharer.
        if known.insert(Instance(kind: kind, sharers: sharers)).inserted {
          instances[kind, default: []].append(sharers)
        }
      }
    }
    return instances.sorted { $0.key.order < $1.key.order }.map { kind, sharedBy in
      MachineEnvironment.Cache(
        level: kind.level, type: kind.type, sizeBytes: kind.sizeBytes, lineBytes: kind.lineBytes,
        sharedBy: sharedBy)
    }
  }

  private struct Kind: Hashable {
    var level: Int
    var type: MachineEnvironment.CacheType
    var sizeBytes: Int?
    var lineBytes: Int?

    var order: (Int, String, Int) { (level, type.rawValue, -(sizeBytes ?? 0)) }
  }

  private struct Instance: Hashable {
    var kind: Kind
    var sharers: CPUList
  }

  private func kind(_ folder: String) -> Kind? {
    guard let level = integer("\(folder)/level"),
      let type = text("\(folder)/type")
        .flatMap({ MachineEnvironment.CacheType(rawValue: $0.lowercased()) })
    else { return nil }
    return Kind(
      level: level, type: type, sizeBytes: text("\(folder)/size").flatMap(Self.bytes),
      lineBytes: integer("\(folder)/coherency_line_size"))
  }

  /// Reads the kernel's sizes: `48K`, `32M`.
  private static func bytes(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    guard let unit = text.last, let shift = shifts[unit] else { return Int(text) }
    return Int(text.dropLast()).map { $0 << shift }
  }
}
