import CSyncShims

/// The runtime and the C library that an executable was linked with.
package struct Linkage: Codable, Equatable, Sendable {
  /// The origin of the Swift runtime.
  package var swiftRuntime: MachineEnvironment.SwiftRuntime
  /// The oldest glibc with which the executable starts, such as `2.35`; nil if it asks for no
  /// version.
  ///
  /// Shared libraries of the Swift runtime may need a newer glibc.
  package var neededGlibc: String?

  /// The linkage of the running executable, from the loader.
  package static var current: Linkage {
    let glibc = sync_needed_glibc()
    return Linkage(
      swiftRuntime: sync_has_loaded("libswiftCore.so") == 0 ? .linkedIn : .shared,
      neededGlibc: glibc == 0 ? nil : "\(glibc >> 16).\(glibc & 0xffff)")
  }
}
