import CSyncShims
import Glibc

/// Facts of the machine, the process and its build that this process knows without reading a file.
package struct ProcessFacts: Sendable, Equatable {
  /// The CPUs of the affinity mask; nil when the kernel doesn't say.
  package var allowedCPUs: CPUList?
  /// The size of a base page in bytes.
  package var pageBytes: Int?
  /// The instruction set, as `uname -m` prints it.
  package var architecture: String?
  /// The kernel's version, as `uname -r` prints it.
  package var kernelRelease: String?
  /// The C library's version.
  package var glibcVersion: String?
  /// The compiler's version.
  package var swiftVersion: String
  /// The linkage of this program; nil if it was not read.
  package var linkage: Linkage?
  /// The build mode of this program.
  package var buildMode: MachineEnvironment.BuildMode

  /// The facts of this process on the live machine.
  ///
  /// The affinity mask is the calling thread's.
  package static func current() -> ProcessFacts {
    let system = systemName()
    return ProcessFacts(
      allowedCPUs: affinity(),
      pageBytes: pageSize(),
      architecture: system?.architecture,
      kernelRelease: system?.release,
      glibcVersion: libraryVersion(),
      swiftVersion: compilerVersion,
      linkage: .current,
      buildMode: compiledMode)
  }

  /// The CPUs that the calling thread may run on.
  package static func affinity() -> CPUList? {
    var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
    let count = sync_affinity_get(&cpus, cpus.count)
    return count > 0 ? CPUList(cpus.prefix(Int(count)).lazy.map(Int.init)) : nil
  }

  private static func pageSize() -> Int? {
    let size = sysconf(Int32(_SC_PAGESIZE))
    return size > 0 ? size : nil
  }

  private static func systemName() -> (release: String, architecture: String)? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return (text(of: name.release), text(of: name.machine))
  }

  private static func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func libraryVersion() -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let size = bytes.withUnsafeMutableBytes { buffer in
      confstr(Int32(_CS_GNU_LIBC_VERSION), buffer.baseAddress, buffer.count)
    }
    guard size > 1, size <= bytes.count else { return nil }
    let words = String(decoding: bytes.prefix(size - 1), as: UTF8.self).words
    return words.last
  }

  private static var compiledMode: MachineEnvironment.BuildMode {
    #if DEBUG
      .debug
    #else
      .release
    #endif
  }
}
