extension MachineEnvironment {
  package struct Processor: Codable, Sendable, Equatable {
    /// The marketing name, or the core designs of an arm64 processor joined with " + ".
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

extension MachineReader {
  /// Describes the processor: /proc/cpuinfo and the device tree.
  func processor() -> MachineEnvironment.Processor {
    MachineEnvironment.Processor(
      model: namedModel ?? armModel,
      vendor: cpuInfo.fields["vendor_id"] ?? armVendor,
      architecture: process.architecture,
      board: tree.filledText("/sys/firmware/devicetree/base/model")
        ?? tree.filledText("/proc/device-tree/model"),
      microcode: cpuInfo.fields["microcode"])
  }

  private var namedModel: String? {
    // The fields of x86 and some arm kernels, then of RISC-V, POWER and MIPS.
    for field in ["model name", "uarch", "cpu", "cpu model"] {
      if let name = cpuInfo.fields[field], !name.isEmpty { return name }
    }
    return nil
  }

  private var armModel: String? {
    var names: [String] = []
    for processor in cpuInfo.processors {
      guard let implementer = processor.armImplementer, let part = processor.armPart else {
        continue
      }
      let name = ArmParts.name(implementer: implementer, part: part)
      if !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : names.joined(separator: " + ")
  }

  private var armVendor: String? {
    cpuInfo.processors.lazy.compactMap(\.armImplementer).first
      .flatMap { ArmParts.vendor(implementer: $0) }
  }
}
