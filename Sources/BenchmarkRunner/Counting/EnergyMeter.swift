/// What the processor's packages draw, as the kernel's powercap keeps it (RAPL).
///
/// A package is a whole socket: what other processes do is in it too.
public struct EnergyMeter: Sendable {
  /// The counters of all packages at one moment, in uJ.
  public struct Sample: Equatable, Sendable {
    fileprivate var counters: [String: UInt64]
  }

  /// What kept the energy from being read.
  public enum Absence: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kernel has no powercap with packages.
    case noMeter
    /// The counters are there, and closed to this user.
    case denied(path: String)

    /// One line, with the remedy where there is one.
    public var description: String {
      switch self {
      case .noMeter:
        "/sys/class/powercap has no RAPL package (virtual machines and most arm64 have none)"
      case .denied(let path):
        "'\(path)' can't be read: as root, chmod a+r it"
      }
    }
  }

  private static let folder = "/sys/class/powercap"
  private let tree: SystemTree
  private let packages: [Package]

  private struct Package {
    var path: String
    /// The counter starts anew after this value.
    var range: UInt64?
  }

  /// Finds the packages.
  ///
  /// - Throws: ``Absence`` when there is none, or one can't be read.
  public init(tree: SystemTree = SystemTree()) throws(Absence) {
    self.tree = tree
    packages = Self.packages(in: tree)
    guard !packages.isEmpty else { throw .noMeter }
    _ = try sample()
  }

  /// A package is `intel-rapl:0`; its parts, `intel-rapl:0:1`, are in its figure already.
  ///
  /// The memory-mapped twin, `intel-rapl-mmio:0`, counts the same package again.
  private static func packages(in tree: SystemTree) -> [Package] {
    tree.names(folder).compactMap { name in
      let words = name.split(separator: ":")
      guard words.count == 2, words[0] == "intel-rapl",
        tree.text("\(folder)/\(name)/name")?.hasPrefix("package") == true
      else { return nil }
      let range = tree.text("\(folder)/\(name)/max_energy_range_uj").flatMap { UInt64($0) }
      return Package(path: "\(folder)/\(name)/energy_uj", range: range)
    }
  }

  /// How many packages are read.
  public var packageCount: Int { packages.count }

  /// Reads every package's counter.
  ///
  /// - Throws: ``Absence/denied(path:)``.
  public func sample() throws(Absence) -> Sample {
    var counters: [String: UInt64] = [:]
    for package in packages {
      guard let value = tree.text(package.path).flatMap({ UInt64($0) }) else {
        throw .denied(path: package.path)
      }
      counters[package.path] = value
    }
    return Sample(counters: counters)
  }

  /// The energy between two samples, in uJ; nil where a counter went back and its range is not known.
  ///
  /// A counter that started anew is taken to have done so once: that is some minutes at full load.
  public func microjoules(from start: Sample, to end: Sample) -> UInt64? {
    var sum: UInt64 = 0
    for package in packages {
      guard let first = start.counters[package.path], let last = end.counters[package.path] else {
        return nil
      }
      if last >= first {
        sum += last - first
      } else if let range = package.range, range >= first {
        sum += range - first + last
      } else {
        return nil
      }
    }
    return sum
  }
}
