public import BenchmarkModel

/// A published benchmark as cases of a suite, with the figures that its source published.
public struct Preset: Sendable {
  /// The benchmark's source, with the figures of that source.
  public let description: PresetDescription
  /// The workloads that repeat the benchmark.
  public let workloads: [String]
  /// The primitives that the benchmark compares.
  public let primitives: [String]
  /// The values of the parameters, by key.
  public let values: [String: [Int]]
  /// The combinations of values that the benchmark measures, by key; nil for all.
  public let combinations: [[String: Int]]?
  /// The largest number of launches of a case; nil for the profile's number.
  public let blocks: Int?
  /// The placement of the threads; nil for placement by cores.
  public let placement: PlacementMode?

  /// Makes a preset of its parts.
  public init(
    _ description: PresetDescription, workloads: [String], primitives: [String],
    values: [String: [Int]], combinations: [[String: Int]]? = nil, blocks: Int? = nil,
    placement: PlacementMode? = nil
  ) {
    self.description = description
    self.workloads = workloads
    self.primitives = primitives
    self.values = values
    self.combinations = combinations
    self.blocks = blocks
    self.placement = placement
  }

  /// The name on the command line.
  public var name: String { description.name }

  /// Returns the selection of the preset's cases, narrowed by the user's own selection.
  ///
  /// Suites, workloads and filters narrow the preset. Primitives and values replace the preset's:
  /// the user decides which locks a published benchmark measures.
  ///
  /// - Throws: ``CatalogError/outsidePreset(_:preset:has:)`` for a suite or workload that the
  ///   preset lacks.
  package func selection(narrowedBy own: CaseSelection = CaseSelection()) throws(CatalogError)
    -> CaseSelection
  {
    for suite in own.suites where suite != description.suite {
      throw .outsidePreset("suite '\(suite)'", preset: name, has: [description.suite])
    }
    for workload in own.workloads where !workloads.contains(workload) {
      throw .outsidePreset("workload '\(workload)'", preset: name, has: workloads)
    }
    var selection = own
    selection.suites = [description.suite]
    if own.workloads.isEmpty { selection.workloads = workloads }
    if own.primitives.isEmpty { selection.primitives = primitives }
    selection.defaults = values
    selection.defaultCombinations = combinations
    return selection
  }
}

extension Profile {
  /// The profile with the number of launches that a preset asks for, if it asks for one.
  package func adjusted(to preset: Preset) -> Profile {
    guard let blocks = preset.blocks else { return self }
    var profile = self
    profile.blocks = blocks
    profile.steadyLaunches = min(blocks, steadyLaunches)
    return profile
  }
}
