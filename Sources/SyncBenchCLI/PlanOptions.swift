import ArgumentParser
import BenchmarkModel
import BenchmarkRunner

/// The options that determine a run's plan.
struct PlanOptions: ParsableArguments {
  @OptionGroup var cases: SelectionOptions
  @OptionGroup var counting: CountingOptions

  @Option(
    name: .long, help: "smoke (10 s), quick (60 s, the default), standard (15 min) or thorough.")
  var profile: ProfileArgument?

  @Option(
    name: .long,
    help: """
      cores (one thread per core first, the default), siblings, spread (across nodes first) or unpinned; \
      several, such as siblings,cores,spread, measure contended cases in each.
      """)
  var placement: ListArgument<NameArgument<PlacementMode>>?

  @Option(
    name: .long,
    help:
      "The node of the threads' shared memory: first (the first thread's), other (another), or first,other."
  )
  var memory: ListArgument<NameArgument<MemoryNode>>?

  @Option(
    name: .long, parsing: .unconditional, help: "The longest time of the run, such as 30s or 10m.")
  var budget: DurationArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help:
      "Adds launches, within --budget if given, until the intervals' half width is at most this, such as 5%."
  )
  var precision: PrecisionArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The seed of the order; drawn when left out, and recorded.",
    transform: UInt64.seed)
  var seed: UInt64?

  /// Whether no option is given.
  var isEmpty: Bool { words.isEmpty && seed == nil }

  /// The placement of threads on CPUs; the first if several are given.
  var placementMode: PlacementMode {
    get throws {
      let preset = try cases.chosenPreset
      return placement?.values.first?.value ?? preset?.placement ?? .cores
    }
  }

  /// The given profile, or else `quick`, adjusted to the preset.
  var chosenProfile: Profile {
    get throws {
      if let profile { return profile.profile }
      let usual = ProfileArgument.standardChoice.profile
      return try cases.chosenPreset.map { usual.adjusted(to: $0) } ?? usual
    }
  }

  /// The plan of a profile, and the reasons why other selected cases are left out.
  ///
  /// - Parameters:
  ///   - planner: The planner for the machine's CPUs.
  ///   - cpus: The number of CPUs of the planner.
  ///   - seed: The seed if the options give none; nil to draw one.
  ///   - repeats: The repeated runs; nil for a single run.
  func plan(
    by planner: Planner, cpus: Int, of profile: Profile, seed: UInt64? = nil,
    repeats: RepeatedRuns? = nil
  ) throws -> (plan: Plan, leftOut: [String]) {
    let (found, leftOut) = try cases(for: planner, cpus: cpus, of: profile)
    let plan = planner.plan(
      found, of: Session.catalog.suites, profile: profile,
      seed: self.seed ?? seed ?? UInt64.random(in: 0...(1 << 53)),
      budgetNanoseconds: try budget?.budgetNanoseconds, precision: precision?.share,
      preset: try cases.chosenPreset?.description, counting: try counting.selection,
      repeats: repeats)
    return (plan, leftOut)
  }

  /// The selected cases for which the machine has CPUs and memory, and the reasons why other
  /// selected cases are left out.
  private func cases(
    for planner: Planner, cpus: Int, of profile: Profile
  ) throws -> (cases: [CatalogCase], leftOut: [String]) {
    var selection = try cases.selection
    if let placement, placement.values.count > 1 {
      selection.overrides["placement"] = placement.values.compactMap { $0.value.parameterValue }
    }
    if let memory {
      selection.overrides["memory"] = memory.values.compactMap { $0.value.parameterValue }
    }
    let found = planner.fitting(
      Session.catalog.withCompanions(
        try Session.catalog.cases(tier: profile.tier, cpus: cpus, selection: selection)))
    guard found.cases.isEmpty else { return found }
    throw CommandFailure.usage("no case is left: \(found.leftOut.joined(separator: "; "))")
  }

  /// The options in command-line form with a seed, so that another machine measures the same plan.
  func arguments(seed: UInt64) -> [String] { words + ["--seed", "\(self.seed ?? seed)"] }

  /// The given options except the seed, in command-line form.
  private var words: [String] {
    var words = cases.words + counting.words
    if let profile { words += ["--profile", profile.profile.name] }
    words += placement?.words("--placement", \.value.rawValue) ?? []
    words += memory?.words("--memory", \.value.rawValue) ?? []
    if let budget { words += ["--budget", "\(budget.nanoseconds(bareUnit: 1e9))ns"] }
    if let precision { words += ["--precision", "\(precision.share)"] }
    return words
  }
}
