extension MachineEnvironment {
  /// The kernel and its settings.
  package struct Kernel: Codable, Sendable, Equatable {
    /// The full version, such as `6.18.44-generic`.
    package var release: String?
    /// The clock that time is read from: `tsc`, `arch_sys_counter`, `kvm-clock` or another.
    package var clockSource: String?
    /// The clocks that could be chosen instead.
    package var availableClockSources: [String] = []
    /// The extent to which the kernel randomises address spaces.
    package var addressRandomization: AddressRandomization?
    /// Whether this process was started with randomisation off, as `setarch -R` does.
    package var processDisablesRandomization: Bool?
    /// Which users may open perf events: -1 everyone, 2 only own user-space events, 3 nobody.
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
    /// Not at all.
    case off
    /// Stack, mappings and vdso, but not the heap.
    case partial
    /// The heap too.
    case full
  }
}
