public import BenchmarkModel
import CSyncShims

/// What an executable was linked with.
public struct Linkage: Equatable, Sendable {
  /// Where it has the Swift runtime from.
  public var swiftRuntime: MachineEnvironment.SwiftRuntime
  /// The oldest glibc that it starts with, such as `2.35`; nil where it asks for no version.
  ///
  /// Shared libraries of the Swift runtime may need a newer one.
  public var neededGlibc: String?

  /// Makes it of its parts.
  public init(swiftRuntime: MachineEnvironment.SwiftRuntime, neededGlibc: String?) {
    self.swiftRuntime = swiftRuntime
    self.neededGlibc = neededGlibc
  }

  /// The running executable's, as the loader knows it.
  public static var current: Linkage {
    let glibc = sync_needed_glibc()
    return Linkage(
      swiftRuntime: sync_has_loaded("libswiftCore.so") == 0 ? .linkedIn : .shared,
      neededGlibc: glibc == 0 ? nil : "\(glibc >> 16).\(glibc & 0xffff)")
  }
}
