/// The kernel and its settings: uname, /proc/sys/kernel, the clock source, the own personality.
struct KernelProbe {
  var tree: SystemTree
  var process: ProcessFacts

  private static let clock = "/sys/devices/system/clocksource/clocksource0"

  func kernel() -> MachineEnvironment.Kernel {
    MachineEnvironment.Kernel(
      release: process.kernelRelease,
      clockSource: tree.filledText("\(Self.clock)/current_clocksource"),
      availableClockSources: (tree.text("\(Self.clock)/available_clocksource") ?? "").words,
      addressRandomization: addressRandomization,
      processDisablesRandomization: processDisablesRandomization,
      perfEventParanoid: tree.integer("/proc/sys/kernel/perf_event_paranoid"))
  }

  private var addressRandomization: MachineEnvironment.AddressRandomization? {
    switch tree.integer("/proc/sys/kernel/randomize_va_space") {
    case 0: .off
    case 1: .partial
    case 2: .full
    default: nil
    }
  }

  private var processDisablesRandomization: Bool? {
    // ADDR_NO_RANDOMIZE of <sys/personality.h>; the file is hexadecimal.
    let noRandomize = 0x004_0000
    return tree.text("/proc/self/personality").flatMap { Int($0, radix: 16) }
      .map { $0 & noRandomize != 0 }
  }
}
