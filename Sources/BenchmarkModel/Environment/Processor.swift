extension MachineEnvironment {
  package struct Processor: Codable, Sendable, Equatable {
    /// The marketing name, or the core designs of an arm64 part joined with " + ".
    package var model: String?
    /// The designer: `GenuineIntel`, `AuthenticAMD`, `Arm` or another.
    package var vendor: String?
    /// The instruction set as `uname -m` names it: `x86_64`, `aarch64`.
    package var architecture: String?
    /// The board, if firmware describes one in a device tree.
    package var board: String?
    /// The microcode's revision; nil if the kernel does not tell it, or a guest can't see it.
    package var microcode: String?
  }
}
