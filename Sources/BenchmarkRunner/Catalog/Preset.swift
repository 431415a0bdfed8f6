public import BenchmarkModel

/// A published benchmark as cases of a suite, with the figures that its source published.
public struct Preset: Sendable {
  /// Its source and the source's figures.
  public let description: PresetDescription
  /// The workloads that repeat it.
  public let workloads: [String]
  /// The primitives that it compares.
  public let primitives: [String]
  /// The values of its parameters, by key.
  public let values: [String: [Int]]
  /// The most launches of a case, if the profile's number does not suit the preset.
  public let blocks: Int?
  /// The placement of its threads, if it is not by cores.
  public let placement: PlacementMode?

  /// Makes a preset of its parts.
  public init(
    _ description: PresetDescription, workloads: [String], primitives: [String],
    values: [String: [Int]], blocks: Int? = nil, placement: PlacementMode? = nil
  ) {
    self.description = description
    self.workloads = workloads
    self.primitives = primitives
    self.values = values
    self.blocks = blocks
    self.placement = placement
  }

  /// The name on the command line.
  public var name: String { description.name }

  /// The preset's cases, as far as the user's own selection leaves them.
  ///
  /// Suites, workloads and filters narrow the preset. Primitives and values replace its own: the user
  /// decides whose lock is put through a published benchmark.
  ///
  /// - Throws: ``CatalogError/outsidePreset(_:preset:has:)`` for a suite or workload that it does not
  ///   have.
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
    return selection
  }
}

extension Profile {
  /// The profile with as many launches as a preset asks for.
  package func adjusted(to preset: Preset) -> Profile {
    guard let blocks = preset.blocks else { return self }
    var profile = self
    profile.blocks = blocks
    profile.steadyLaunches = min(blocks, steadyLaunches)
    return profile
  }
}
