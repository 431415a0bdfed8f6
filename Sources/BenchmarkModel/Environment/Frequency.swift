extension MachineEnvironment {
  /// The limits and governors of clock rates.
  package struct Frequency: Codable, Sendable, Equatable {
    /// The CPUs, grouped by equal settings; empty if the kernel governs no clock, as in most
    /// guests.
    package var groups: [FrequencyGroup] = []
    /// The state of turbo; nil if no switch is reported.
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
    /// The kernel's rule for the rate: `performance`, `powersave`, `schedutil` or another.
    package var governor: String?
    /// The kernel's driver: `intel_pstate`, `amd-pstate-epp`, `cpufreq-dt` or another.
    package var driver: String?
  }

  /// The state of turbo, with which cores exceed their base clock.
  package struct Turbo: Codable, Sendable, Equatable {
    package var isOn: Bool
    /// The switch that was read, and that turns turbo off.
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

extension MachineReader {
  private static let cpuRoot = "/sys/devices/system/cpu"
  private static let policyRoot = "\(cpuRoot)/cpufreq"

  /// Reads the limits and governors of clock rates: /sys/devices/system/cpu/cpufreq and
  /// intel_pstate.
  func frequency() -> MachineEnvironment.Frequency {
    MachineEnvironment.Frequency(groups: groups(), turbo: turbo())
  }

  /// The CPUs, grouped by equal settings.
  ///
  /// The kernel has a folder `policy<N>` for the CPUs that share a clock. On many servers each CPU
  /// has a folder, and all folders have the same settings.
  private func groups() -> [MachineEnvironment.FrequencyGroup] {
    var groups: [MachineEnvironment.FrequencyGroup] = []
    for policy in policies {
      guard let group = group("\(Self.policyRoot)/policy\(policy)") else { continue }
      if let index = groups.firstIndex(where: { $0.hasSettings(of: group) }) {
        groups[index].cpus = CPUList(groups[index].cpus.cpus + group.cpus.cpus)
      } else {
        groups.append(group)
      }
    }
    return groups
  }

  private var policies: [Int] { tree.numberedEntries(Self.policyRoot, prefix: "policy") }

  private func group(_ folder: String) -> MachineEnvironment.FrequencyGroup? {
    // Unlike other lists of CPUs, this list is separated by spaces.
    let cpus = (tree.text("\(folder)/affected_cpus") ?? "").words.compactMap { Int($0) }
    // A policy whose CPUs are all offline governs nothing.
    guard !cpus.isEmpty else { return nil }
    return MachineEnvironment.FrequencyGroup(
      cpus: CPUList(cpus),
      minimumKilohertz: tree.integer("\(folder)/cpuinfo_min_freq"),
      maximumKilohertz: tree.integer("\(folder)/cpuinfo_max_freq"),
      lowerLimitKilohertz: tree.integer("\(folder)/scaling_min_freq"),
      upperLimitKilohertz: tree.integer("\(folder)/scaling_max_freq"),
      governor: tree.filledText("\(folder)/scaling_governor"),
      driver: tree.filledText("\(folder)/scaling_driver"))
  }

  private func turbo() -> MachineEnvironment.Turbo? {
    if let disabled = tree.integer("\(Self.cpuRoot)/intel_pstate/no_turbo") {
      return MachineEnvironment.Turbo(isOn: disabled == 0, control: .intelPstate)
    }
    if let boost = tree.integer("\(Self.policyRoot)/boost") {
      return MachineEnvironment.Turbo(isOn: boost != 0, control: .boost)
    }
    let boosts = policies.compactMap { tree.integer("\(Self.policyRoot)/policy\($0)/boost") }
    guard !boosts.isEmpty else { return nil }
    return MachineEnvironment.Turbo(isOn: boosts.contains { $0 != 0 }, control: .policyBoost)
  }
}

extension MachineEnvironment.FrequencyGroup {
  fileprivate func hasSettings(of other: Self) -> Bool {
    var other = other
    other.cpus = cpus
    return other == self
  }
}
