package import BenchmarkModel

/// The energy of the processor's packages, as the kernel's powercap reports it (RAPL).
///
/// A package is a whole socket: its energy includes that of other processes.
package struct EnergyMeter: Sendable {
  /// The counters of all packages and of their parts at one moment, in uJ.
  package struct Sample: Equatable, Sendable {
    fileprivate var counters: [String: UInt64]
  }

  /// The reason why the energy can't be read.
  package enum Absence: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kernel has no powercap with packages.
    case noMeter
    /// The counters exist, but this user may not read them.
    case denied(path: String)

    /// One line, with the remedy if there is one.
    package var description: String {
      switch self {
      case .noMeter:
        "/sys/class/powercap has no RAPL package (virtual machines and most arm64 have none)"
      case .denied(let path):
        "'\(path)' can't be read: as root, chmod a+r it"
      }
    }
  }

  /// The energy of a part of the machine between two samples.
  package struct Draw: Equatable, Sendable {
    /// The part: `package-0`, or `package-0-dram` for a part of a package.
    package let domain: String
    /// The energy in uJ; nil if the counter went back and its range is not known.
    package let microjoules: UInt64?
  }

  private static let folder = "/sys/class/powercap"
  private let tree: SystemTree
  private let domains: [Domain]

  private struct Domain {
    var name: String
    var path: String
    /// Whether the domain is a whole package, and not a part of a package.
    var isPackage: Bool
    /// The value after which the counter starts anew; nil if unknown.
    var range: UInt64?
  }

  /// Finds the packages and their parts.
  ///
  /// - Throws: ``Absence`` if there is no package, or if a counter can't be read.
  package init(tree: SystemTree = SystemTree()) throws(Absence) {
    self.tree = tree
    domains = Self.domains(in: tree)
    guard !domains.isEmpty else { throw .noMeter }
    _ = try sample()
  }

  /// Lists each package, such as `intel-rapl:0`, and its parts, such as `intel-rapl:0:1`.
  ///
  /// A package's figure includes the energy of its cores and its uncore, but not that of the memory
  /// (`dram`).
  ///
  /// The memory-mapped interface, `intel-rapl-mmio:0`, is left out, because it counts the same
  /// package again.
  private static func domains(in tree: SystemTree) -> [Domain] {
    var packages: [String: String] = [:]
    // The names are sorted, so a package comes before its parts.
    return tree.names(folder).compactMap { zone in
      let words = zone.split(separator: ":")
      guard words.first == "intel-rapl", let name = tree.text("\(folder)/\(zone)/name"),
        !name.isEmpty
      else { return nil }
      if words.count == 2, name.hasPrefix("package") {
        packages[zone] = name
        return domain(zone, name: name, isPackage: true, in: tree)
      }
      guard words.count == 3, let package = packages["intel-rapl:\(words[1])"] else { return nil }
      return domain(zone, name: "\(package)-\(name)", isPackage: false, in: tree)
    }
  }

  private static func domain(
    _ zone: String, name: String, isPackage: Bool, in tree: SystemTree
  ) -> Domain {
    Domain(
      name: name, path: "\(folder)/\(zone)/energy_uj", isPackage: isPackage,
      range: tree.text("\(folder)/\(zone)/max_energy_range_uj").flatMap { UInt64($0) })
  }

  /// The number of packages.
  package var packageCount: Int { domains.count { $0.isPackage } }

  /// Reads every counter.
  ///
  /// - Throws: ``Absence/denied(path:)``.
  package func sample() throws(Absence) -> Sample {
    var counters: [String: UInt64] = [:]
    for domain in domains {
      guard let value = tree.text(domain.path).flatMap({ UInt64($0) }) else {
        throw .denied(path: domain.path)
      }
      counters[domain.path] = value
    }
    return Sample(counters: counters)
  }

  /// The energy of each package, and of each part of a package, between two samples.
  ///
  /// A counter is assumed to start anew at most once between the samples; at full load, it does so
  /// after some minutes.
  package func draws(from start: Sample, to end: Sample) -> [Draw] {
    domains.map { Draw(domain: $0.name, microjoules: Self.microjoules($0, start, end)) }
  }

  /// The energy of all packages between two samples, in uJ; nil if a counter went back and its
  /// range is not known.
  package func microjoules(from start: Sample, to end: Sample) -> UInt64? {
    var sum: UInt64 = 0
    for package in domains where package.isPackage {
      guard let drawn = Self.microjoules(package, start, end) else { return nil }
      sum += drawn
    }
    return sum
  }

  private static func microjoules(_ domain: Domain, _ start: Sample, _ end: Sample) -> UInt64? {
    guard let first = start.counters[domain.path], let last = end.counters[domain.path] else {
      return nil
    }
    if last >= first { return last - first }
    guard let range = domain.range, range >= first else { return nil }
    return range - first + last
  }
}
