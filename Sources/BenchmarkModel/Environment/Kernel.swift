extension MachineEnvironment {
  /// The kernel and its settings.
  package struct Kernel: Codable, Sendable, Equatable {
    /// The full version, such as `6.18.44-generic`.
    package var release: String?
    /// The clock that time is read from: `tsc`, `arch_sys_counter`, `kvm-clock` or another.
    package var clockSource: String?
    /// The clocks that the kernel can read time from, ``clockSource`` included.
    package var availableClockSources: [String] = []
    /// The extent to which the kernel randomises address spaces.
    package var addressRandomization: AddressRandomization?
    /// Whether the personality of this process turns randomisation off; `setarch -R` sets it so.
    package var processDisablesRandomization: Bool?
    /// The restriction of perf events for unprivileged users: -1 allows all events, 2 only their
    /// own user-space events, 3 no events.
    package var perfEventParanoid: Int?

    /// The version's first two numbers, such as `6.18`; nil if the release has none.
    package var majorMinor: String? {
      let numbers = (release ?? "").split(separator: ".", omittingEmptySubsequences: false)
      guard numbers.count >= 2, Int(numbers[0]) != nil else { return nil }
      let minor = numbers[1].prefix { $0.isNumber }
      return minor.isEmpty ? nil : "\(numbers[0]).\(minor)"
    }
  }

  /// The extent to which the kernel randomises address spaces (`randomize_va_space`).
  package enum AddressRandomization: String, Codable, Sendable {
    /// Nothing is randomised.
    case off
    /// The stack, the mappings and the vDSO are randomised, but the heap is not.
    case partial
    /// The heap is randomised too.
    case full
  }
}

extension MachineReader {
  private static let clock = "/sys/devices/system/clocksource/clocksource0"

  /// Reads the kernel and its settings: uname, /proc/sys/kernel, the clock source, this process's
  /// personality.
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
