import CPfm
import Glibc

/// A performance monitoring unit that libpfm4 knows and found on this machine.
package struct PerfMonitoringUnit: Equatable, Sendable {
  /// The unit's short name, such as `perf` or `amd64_fam19h_zen4`.
  package let name: String
  /// The first of the unit's events in libpfm4's numbering.
  let firstEvent: Int32
}

/// libpfm4, with the names that it gives to events on this machine.
///
/// An event that can be encoded may still be refused by the kernel.
package struct PerfEventLibrary: Sendable {
  /// The version, such as `4.13.0`; only the major number if the library is linked statically.
  package let version: String
  /// The units that libpfm4 found on this machine.
  package let units: [PerfMonitoringUnit]

  /// Initialises libpfm4, which takes some milliseconds, and reads its units.
  ///
  /// - Throws: ``PerfEventError`` if libpfm4 can't be initialised.
  package init() throws(PerfEventError) {
    let status = pfm_initialize()
    guard status == PFM_SUCCESS else {
      throw .libraryRefused(String(cString: pfm_strerror(status)))
    }
    let packed = pfm_get_version()
    version = Self.versionOfLoadedFile() ?? "\(packed >> 16) (linked in)"
    units = (0..<PFM_PMU_MAX.rawValue).compactMap { Self.unit(pfm_pmu_t(rawValue: $0)) }
  }

  /// The version in the name of the loaded file, `libpfm.so.4.13.0`.
  ///
  /// The library itself has reported 4.0 since its first release, whatever its tables hold.
  private static func versionOfLoadedFile() -> String? {
    guard let maps = fopen("/proc/self/maps", "re") else { return nil }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let text = line {
      if let version = version(inMapping: String(cString: text)) { return version }
    }
    return nil
  }

  /// The part after `libpfm.so.` in a line of /proc/self/maps.
  static func version(inMapping line: String) -> String? {
    let name = line.split(separator: "/" as Character).last ?? ""
    guard name.hasPrefix("libpfm.so.") else { return nil }
    let version = name.dropFirst("libpfm.so.".count).prefix { $0.isNumber || $0 == "." }
    return version.contains(".") ? String(version) : nil
  }

  private static func unit(_ pmu: pfm_pmu_t) -> PerfMonitoringUnit? {
    var info = pfm_pmu_info_t()
    info.size = MemoryLayout<pfm_pmu_info_t>.size
    guard pfm_get_pmu_info(pmu, &info) == PFM_SUCCESS, info.is_present != 0,
      let name = info.name
    else { return nil }
    return PerfMonitoringUnit(name: String(cString: name), firstEvent: info.first_event)
  }
}

/// The errors of perf events.
package enum PerfEventError: Error, Equatable, CustomStringConvertible {
  /// libpfm4 did not start, for this reason.
  case libraryRefused(String)

  /// The error in one line.
  package var description: String {
    switch self {
    case .libraryRefused(let detail): "libpfm4 can't be initialised: \(detail)"
    }
  }
}
