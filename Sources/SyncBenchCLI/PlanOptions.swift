import ArgumentParser
import BenchmarkModel
import BenchmarkRunner

/// The options that a run's plan follows from.
struct PlanOptions: ParsableArguments {
  @OptionGroup var cases: SelectionOptions
  @OptionGroup var counting: CountingOptions

  @Option(
    name: .long, help: "smoke (10 s), quick (60 s, the default), standard (15 min) or thorough.")
  var profile: ProfileArgument?

  @Option(name: .long, help: "cores (one thread a core first, the default), siblings, or unpinned.")
  var placement: PlacementArgument?

  @Option(
    name: .long, parsing: .unconditional, help: "The longest it may take, such as 30s or 10m.")
  var budget: DurationArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The interval to aim at, such as 5%: more launches, within --budget where there is one.")
  var precision: PrecisionArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The seed of the order; drawn when left out, and recorded.")
  var seed: UInt64?

  /// Whether nothing is asked for.
  var isEmpty: Bool {
    get throws {
      try cases.isEmpty && counting.isEmpty && profile == nil && placement == nil && seed == nil
        && budget == nil && precision == nil
    }
  }

  /// The budget in ns; nil for none.
  var budgetNanoseconds: UInt64? {
    get throws { try budget?.budgetNanoseconds }
  }

  /// Which CPUs threads are bound to.
  var placementMode: PlacementMode {
    get throws {
      let preset = try cases.chosenPreset
      return placement?.mode ?? preset?.placement ?? .cores
    }
  }

  /// The plan for a machine of these CPUs.
  ///
  /// - Parameters:
  ///   - cpuOrder: The CPUs in the order in which threads are bound to them.
  ///   - seed: The seed where none is asked for; nil to draw one.
  func plan(cpuOrder: [Int], seed: UInt64? = nil) throws -> Plan {
    let preset = try cases.chosenPreset
    let profile = profile(for: preset)
    let found = Session.catalog.withCompanions(
      try Session.catalog.cases(
        tier: profile.tier, cpus: cpuOrder.count, selection: try cases.selection))
    return Planner(cpuOrder: cpuOrder, isPinned: try placementMode != .unpinned)
      .plan(
        found, of: Session.catalog.suites, profile: profile,
        seed: self.seed ?? seed ?? UInt64.random(in: 0...(1 << 53)),
        budgetNanoseconds: try budgetNanoseconds, precision: precision?.share,
        preset: preset?.description, counting: try counting.selection)
  }

  /// The profile that was asked for; else the quick one, as the preset would have it.
  private func profile(for preset: Preset?) -> Profile {
    if let profile { return profile.profile }
    let usual = ProfileArgument.standardChoice.profile
    return preset.map { usual.adjusted(to: $0) } ?? usual
  }

  /// The same options as a command line has them, with a seed: for who runs the same plan elsewhere.
  func arguments(seed: UInt64) -> [String] {
    func each(_ option: String, _ values: [String]) -> [String] {
      values.flatMap { [option, $0] }
    }
    var words = cases.suites + each("--filter", cases.filter)
    words += each("--workload", cases.workload) + each("--primitive", cases.primitive)
    words += cases.valueArguments + each("--preset", [cases.preset].compactMap { $0 })
    words += (counting.counters ? ["--counters"] : []) + each("--event", counting.event)
    words += each("--profile", [profile?.profile.name].compactMap { $0 })
    words += each("--placement", [placement?.mode.rawValue].compactMap { $0 })
    if let budget { words += ["--budget", "\(budget.nanoseconds(bareUnit: 1e9))ns"] }
    if let precision { words += ["--precision", "\(precision.share)"] }
    return words + ["--seed", "\(self.seed ?? seed)"]
  }
}

extension SelectionOptions {
  /// The values of parameters, as a command line has them.
  var valueArguments: [String] {
    let threads = threads.map { ["--threads", $0.values.map(String.init).joined(separator: ",")] }
    return (threads ?? []) + Self.words("--inside", inside) + Self.words("--outside", outside)
  }

  private static func words(_ option: String, _ list: ListArgument<DurationArgument>?) -> [String] {
    guard let list else { return [] }
    let values = list.values.map { "\($0.nanoseconds(bareUnit: 1))ns" }
    return [option, values.joined(separator: ",")]
  }
}
