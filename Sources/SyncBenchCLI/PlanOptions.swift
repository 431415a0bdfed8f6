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

  @Option(
    name: .long,
    help: """
      cores (one thread a core first, the default), siblings, spread (across nodes first) or unpinned; \
      several, such as siblings,cores,spread, measure contended cases in each.
      """)
  var placement: ListArgument<PlacementArgument>?

  @Option(
    name: .long,
    help:
      "Where the threads' shared memory is: first (the first thread's node), other (another), or first,other."
  )
  var memory: ListArgument<MemoryArgument>?

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
      try cases.isEmpty && counting.isEmpty && profile == nil && placement == nil && memory == nil
        && seed == nil && budget == nil && precision == nil
    }
  }

  /// The budget in ns; nil for none.
  var budgetNanoseconds: UInt64? {
    get throws { try budget?.budgetNanoseconds }
  }

  /// Which CPUs threads are bound to, the first where a run has several placements.
  var placementMode: PlacementMode {
    get throws {
      let preset = try cases.chosenPreset
      return placement?.values.first?.mode ?? preset?.placement ?? .cores
    }
  }

  /// The profile that was asked for; else the quick one, as the preset would have it.
  var chosenProfile: Profile {
    get throws {
      if let profile { return profile.profile }
      let usual = ProfileArgument.standardChoice.profile
      return try cases.chosenPreset.map { usual.adjusted(to: $0) } ?? usual
    }
  }

  /// The plan of a profile, and what the machine lacks for the rest of the selection.
  ///
  /// - Parameters:
  ///   - planner: Has the machine's CPUs.
  ///   - cpus: How many they are.
  ///   - seed: The seed where none is asked for; nil to draw one.
  func plan(
    by planner: Planner, cpus: Int, of profile: Profile, seed: UInt64? = nil
  ) throws -> (plan: Plan, leftOut: [String]) {
    let (found, leftOut) = try cases(for: planner, cpus: cpus, of: profile)
    let plan = planner.plan(
      found, of: Session.catalog.suites, profile: profile,
      seed: self.seed ?? seed ?? UInt64.random(in: 0...(1 << 53)),
      budgetNanoseconds: try budgetNanoseconds, precision: precision?.share,
      preset: try cases.chosenPreset?.description, counting: try counting.selection)
    return (plan, leftOut)
  }

  /// The selected cases that the machine has CPUs and memory for, and why others are left out.
  private func cases(
    for planner: Planner, cpus: Int, of profile: Profile
  ) throws -> (cases: [CatalogCase], leftOut: [String]) {
    var selection = try cases.selection
    if let placement, placement.values.count > 1 {
      selection.overrides["placement"] = placement.values.compactMap { $0.mode.parameterValue }
    }
    if let memory {
      selection.overrides["memory"] = memory.values.compactMap { $0.place.parameterValue }
    }
    let found = planner.fitting(
      Session.catalog.withCompanions(
        try Session.catalog.cases(tier: profile.tier, cpus: cpus, selection: selection)))
    guard found.cases.isEmpty else { return found }
    throw CommandFailure(
      message: "no case is left: \(found.leftOut.joined(separator: "; "))", status: .usage)
  }

  /// The same options as a command line has them, with a seed, so that another machine measures the same plan.
  func arguments(seed: UInt64) -> [String] {
    func each(_ option: String, _ values: [String]) -> [String] {
      values.flatMap { [option, $0] }
    }
    var words = cases.suites + each("--filter", cases.filter)
    words += each("--workload", cases.workload) + each("--primitive", cases.primitive)
    words += cases.valueArguments + each("--preset", [cases.preset].compactMap { $0 })
    words += (counting.counters ? ["--counters"] : []) + each("--event", counting.event)
    if let profile { words += ["--profile", profile.profile.name] }
    words += each("--placement", Self.listed(placement) { $0.mode.rawValue })
    words += each("--memory", Self.listed(memory) { $0.place.rawValue })
    if let budget { words += ["--budget", "\(budget.nanoseconds(bareUnit: 1e9))ns"] }
    if let precision { words += ["--precision", "\(precision.share)"] }
    return words + ["--seed", "\(self.seed ?? seed)"]
  }

  /// The word that a list was read from; none where there is no list.
  static func listed<Element>(
    _ list: ListArgument<Element>?, _ word: (Element) -> String
  ) -> [String] {
    guard let list else { return [] }
    return [list.values.map(word).joined(separator: ",")]
  }
}

extension SelectionOptions {
  /// The values of parameters, as a command line has them.
  var valueArguments: [String] {
    let threads = PlanOptions.listed(threads) { "\($0.value)" }
    return threads.flatMap { ["--threads", $0] } + Self.words("--inside", inside)
      + Self.words("--outside", outside)
  }

  private static func words(_ option: String, _ list: ListArgument<DurationArgument>?) -> [String] {
    guard let list else { return [] }
    let values = list.values.map { "\($0.nanoseconds(bareUnit: 1))ns" }
    return [option, values.joined(separator: ",")]
  }
}
