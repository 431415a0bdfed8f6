/// Describes the processor: /proc/cpuinfo and the device tree.
struct ProcessorProbe {
  var tree: SystemTree
  var cpuInfo: CPUInfo
  var process: ProcessFacts

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
    // x86 and some arm kernels, then RISC-V, POWER and s390.
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
