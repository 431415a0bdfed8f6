extension MachineEnvironment {
  /// The limits and governors of clock rates.
  package struct Frequency: Codable, Sendable, Equatable {
    /// The CPUs by equal settings; empty if the kernel governs no clock, as in most guests.
    package var groups: [FrequencyGroup] = []
    /// Whether cores may exceed their base clock; nil if no switch is reported.
    package var turbo: Turbo?
  }

  /// CPUs whose clocks are governed alike.
  package struct FrequencyGroup: Codable, Sendable, Equatable {
    /// The CPUs of the group.
    package var cpus: CPUList
    /// The lowest rate of the hardware in kHz.
    package var minimumKilohertz: Int?
    /// The highest rate of the hardware in kHz.
    package var maximumKilohertz: Int?
    /// The lowest rate that the settings allow, in kHz.
    package var lowerLimitKilohertz: Int?
    /// The highest rate that the settings allow, in kHz.
    package var upperLimitKilohertz: Int?
    /// The kernel's policy: `performance`, `powersave`, `schedutil` or another.
    package var governor: String?
    /// The kernel's driver: `intel_pstate`, `amd-pstate-epp`, `cpufreq-dt` or another.
    package var driver: String?
  }

  /// Whether cores may exceed their base clock, and which switch says so.
  package struct Turbo: Codable, Sendable, Equatable {
    package var isOn: Bool
    /// The switch that was read, and that turns it off.
    package var control: TurboControl
  }

  /// The kernel's three turbo switches.
  package enum TurboControl: String, Codable, Sendable {
    /// `intel_pstate/no_turbo`.
    case intelPstate
    /// `cpufreq/boost`, for the whole machine.
    case boost
    /// `cpufreq/policy*/boost`.
    case policyBoost
  }
}
