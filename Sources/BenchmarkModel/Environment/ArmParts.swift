/// The names of arm64 cores, which cpuinfo gives as numbers only.
///
/// The numbers are those of the kernel's arch/arm64/include/asm/cputype.h and of util-linux's
/// lscpu-arm.c.
enum ArmParts {
  static func vendor(implementer: Int) -> String? { vendors[implementer] }

  /// The name of a core; its vendor and part number if the table lacks the core.
  static func name(implementer: Int, part: Int) -> String {
    if let name = parts[implementer]?[part] { return name }
    let vendor = vendors[implementer] ?? "implementer 0x\(String(implementer, radix: 16))"
    return "\(vendor) part 0x\(String(part, radix: 16))"
  }

  private static let vendors = [
    0x41: "Arm", 0x42: "Broadcom", 0x43: "Cavium", 0x46: "Fujitsu", 0x48: "HiSilicon",
    0x4e: "NVIDIA", 0x50: "APM", 0x51: "Qualcomm", 0x61: "Apple", 0x6d: "Microsoft",
    0x70: "Phytium", 0xc0: "Ampere",
  ]

  private static let parts: [Int: [Int: String]] = [
    0x41: [
      0xd03: "Cortex-A53", 0xd04: "Cortex-A35", 0xd05: "Cortex-A55", 0xd07: "Cortex-A57",
      0xd08: "Cortex-A72", 0xd09: "Cortex-A73", 0xd0a: "Cortex-A75", 0xd0b: "Cortex-A76",
      0xd0c: "Neoverse N1", 0xd0d: "Cortex-A77", 0xd40: "Neoverse V1", 0xd41: "Cortex-A78",
      0xd44: "Cortex-X1", 0xd46: "Cortex-A510", 0xd47: "Cortex-A710", 0xd48: "Cortex-X2",
      0xd49: "Neoverse N2", 0xd4a: "Neoverse E1", 0xd4b: "Cortex-A78C", 0xd4c: "Cortex-X1C",
      0xd4d: "Cortex-A715", 0xd4e: "Cortex-X3", 0xd4f: "Neoverse V2", 0xd80: "Cortex-A520",
      0xd81: "Cortex-A720", 0xd82: "Cortex-X4", 0xd84: "Neoverse V3", 0xd85: "Cortex-X925",
      0xd87: "Cortex-A725", 0xd8e: "Neoverse N3",
    ],
    0x43: [0x0a1: "ThunderX", 0x0af: "ThunderX2"],
    0x46: [0x001: "A64FX"],
    0x48: [0xd01: "Kunpeng 920", 0xd02: "Kunpeng 930"],
    0x4e: [0x004: "Carmel"],
    0x51: [0x001: "Oryon", 0xc00: "Falkor"],
    0x61: [
      0x022: "Apple M1 Icestorm", 0x023: "Apple M1 Firestorm", 0x024: "Apple M1 Pro Icestorm",
      0x025: "Apple M1 Pro Firestorm", 0x028: "Apple M1 Max Icestorm",
      0x029: "Apple M1 Max Firestorm", 0x032: "Apple M2 Blizzard", 0x033: "Apple M2 Avalanche",
      0x034: "Apple M2 Pro Blizzard", 0x035: "Apple M2 Pro Avalanche",
      0x038: "Apple M2 Max Blizzard", 0x039: "Apple M2 Max Avalanche",
    ],
    0x6d: [0xd49: "Azure Cobalt 100"],
    0xc0: [0xac3: "Ampere-1", 0xac4: "Ampere-1a"],
  ]
}
