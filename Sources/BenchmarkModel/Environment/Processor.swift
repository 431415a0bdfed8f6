extension MachineEnvironment {
  /// What the processor is.
  public struct Processor: Codable, Sendable, Equatable {
    /// The marketing name, or the core designs of an arm64 part joined with " + ".
    public var model: String?
    /// Who designed it: `GenuineIntel`, `AuthenticAMD`, `Arm` or another.
    public var vendor: String?
    /// The instruction set as `uname -m` names it: `x86_64`, `aarch64`.
    public var architecture: String?
    /// The board, where firmware describes one in a device tree.
    public var board: String?
    /// The microcode's revision; nil where the kernel does not tell it, or a guest can't see it.
    public var microcode: String?

    /// Describes a processor.
    public init(
      model: String? = nil, vendor: String? = nil, architecture: String? = nil,
      board: String? = nil, microcode: String? = nil
    ) {
      self.model = model
      self.vendor = vendor
      self.architecture = architecture
      self.board = board
      self.microcode = microcode
    }
  }
}
