package import BenchmarkModel

extension CaseSelection {
  /// Whether a workload's cases are selected.
  fileprivate func takes(_ workload: Workload) -> Bool {
    workloads.isEmpty || workloads.contains(workload.name)
  }

  /// Whether a primitive's cases are selected, or are the reference of selected cases.
  fileprivate func takes(_ primitive: String, of workload: Workload) -> Bool {
    primitives.isEmpty || primitives.contains(primitive) || primitive == workload.referencePrimitive
  }

  /// Whether a workload or primitive is named in a list, or as a word of a filter.
  func names(_ name: String, in list: [String]) -> Bool {
    list.contains(name)
      || filters.contains { $0.split(separator: "/").contains(Substring(name)) }
  }
}

/// A case of the catalogue, with its workload and primitive.
package struct CatalogCase: Sendable {
  /// The case's name.
  package let id: CaseID
  private let source: Source

  /// The parts that the cases of a primitive in a workload share: to copy the parts into some
  /// thousand cases would take longer than all other work.
  fileprivate final class Source: Sendable {
    let workload: Workload
    let primitive: MeasuredPrimitive

    init(_ workload: Workload, _ primitive: MeasuredPrimitive) {
      self.workload = workload
      self.primitive = primitive
    }
  }

  fileprivate init(_ id: CaseID, from source: Source) {
    self.id = id
    self.source = source
  }

  /// The workload that has the case.
  package var workload: Workload { source.workload }
  /// The primitive that is measured.
  package var primitive: MeasuredPrimitive { source.primitive }

  /// The expected result of the case's check.
  package var expectation: Expectation { primitive.expectation(id) }

  /// The number of our threads.
  package var threadCount: Int {
    if case .pair = workload.threads { return 2 }
    return workload.threads.threadsParameter.flatMap { id[$0] } ?? 1
  }
}

/// All cases that suites can make.
package struct CaseCatalog: Sendable {
  package let suites: [Suite]
  /// The presets: those of the suites, then further presets.
  package let presets: [Preset]

  /// Makes the catalogue of suites, and of presets beside the suites' own.
  package init(suites: [Suite], presets: [Preset] = []) {
    self.suites = suites
    self.presets = suites.flatMap(\.presets) + presets
  }

  /// The preset of that name.
  ///
  /// - Throws: ``CatalogError/unknownPreset(_:known:)``.
  package func preset(named name: String) throws(CatalogError) -> Preset {
    guard let preset = presets.first(where: { $0.name == name }) else {
      throw .unknownPreset(name, known: presets.map(\.name))
    }
    return preset
  }

  /// The cases of a tier on a machine of `cpus` CPUs, as selected, in the catalogue's order.
  ///
  /// - Throws: ``CatalogError`` for the first word of the selection that can't be met.
  package func cases(tier: Tier, cpus: Int, selection: CaseSelection = CaseSelection())
    throws(CatalogError) -> [CatalogCase]
  {
    let chosen = try chosenSuites(selection)
    try checkWorkloads(selection, in: chosen)
    try checkPrimitives(selection, in: chosen)
    try checkOverrides(selection, in: chosen)
    var cases: [CatalogCase] = []
    for suite in chosen {
      for workload in suite.workloads where selection.takes(workload) {
        cases += expand(suite, workload, tier: tier, cpus: cpus, selection: selection)
      }
    }
    for filter in selection.filters
    where !cases.contains(where: { globMatches(filter, $0.id.description) }) {
      throw .nothingMatches(filter, near: nearest(to: filter, among: cases))
    }
    if !selection.filters.isEmpty {
      cases.removeAll { found in
        !selection.filters.contains { globMatches($0, found.id.description) }
      }
    }
    guard !cases.isEmpty else {
      if cpus < 2, let pairs = chosen.first(where: \.isOfPairs) { throw .needsTwoCPUs(pairs.name) }
      throw .emptySelection
    }
    return cases
  }

  /// The cases that a glob would match with other values, the nearest first, three at most.
  private func nearest(to glob: String, among cases: [CatalogCase]) -> [String] {
    func parts(_ name: String) -> (name: String, values: [Int]) {
      var values: [Int] = []
      let words = name.split(separator: "/", omittingEmptySubsequences: false).map { word in
        let sides = word.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, let value = Int(sides[1]) else { return String(word) }
        values.append(value)
        return "\(sides[0])=*"
      }
      return (words.joined(separator: "/"), values)
    }
    let wanted = parts(glob)
    guard !wanted.values.isEmpty else { return [] }
    let found = cases.lazy.map(\.id.description).filter { globMatches(wanted.name, $0) }.map {
      name in
      let distances = zip(parts(name).values, wanted.values).map { abs(Double($0) - Double($1)) }
      return (name: name, distance: distances.reduce(0, +))
    }
    return found.sorted { $0.distance < $1.distance }.prefix(3).map(\.name)
  }

  /// The parameter of that key in the selected workloads.
  ///
  /// - Throws: ``CatalogError/unusedOverride(_:known:)``.
  package func axis(
    _ key: String, selection: CaseSelection = CaseSelection()
  ) throws(CatalogError) -> Axis {
    let axes = try axes(selection, in: chosenSuites(selection))
    guard let axis = axes.first(where: { $0.key == key }) else {
      throw .unusedOverride(key, known: axes.map(\.key).uniqued())
    }
    return axis
  }

  private func axes(_ selection: CaseSelection, in chosen: [Suite]) -> [Axis] {
    chosen.flatMap(\.workloads).filter(selection.takes).flatMap { $0.axes + $0.askedAxes }
  }

  /// Finds a case by its name; a parameter may have any value in its range, even a value that no
  /// tier measures.
  package func find(_ id: CaseID) throws(CatalogError) -> CatalogCase {
    let workloads =
      suites.first { $0.name == id.suite }?.workloads
      .filter { $0.name == id.workload } ?? []
    guard let first = workloads.first else { throw .unknownCase(id.description) }
    // If several workloads have the name, the name means the workload with this primitive and these
    // parameters.
    let found = workloads.flatMap { workload in
      workload.primitives.filter { $0.name == id.primitive }.map { (workload, $0) }
    }
    guard let nearest = found.first else {
      let names = workloads.flatMap(\.primitives).map(\.name)
      let near = NearNames.near(id.primitive, among: names).map {
        CaseID(
          suite: id.suite, workload: first.name, primitive: $0, parameters: id.parameters
        )
        .description
      }
      throw .unknownCase(id.description, near: near)
    }
    let (workload, primitive) =
      found.first { parameterAxes(of: id, $0, $1).map(\.key) == id.parameters.map(\.key) }
      ?? nearest
    let axes = parameterAxes(of: id, workload, primitive)
    guard axes.map(\.key) == id.parameters.map(\.key) else {
      let near = CaseID(
        suite: id.suite, workload: id.workload, primitive: id.primitive,
        parameters: axes.map { .init($0.key, id[$0.key] ?? $0.kind.range.lowerBound) })
      throw .unknownCase(id.description, near: [near.description])
    }
    for (axis, parameter) in zip(axes, id.parameters) {
      guard axis.kind.range.contains(parameter.value) else {
        throw .outOfRange(
          key: axis.key, value: parameter.value, range: axis.kind.range, unit: axis.kind.unit)
      }
    }
    return CatalogCase(id, from: CatalogCase.Source(workload, primitive))
  }

  /// The parameters of a case of a primitive in a workload, in the order of the case's name.
  private func parameterAxes(
    of id: CaseID, _ workload: Workload, _ primitive: MeasuredPrimitive
  ) -> [Axis] {
    workload.axes.filter { !primitive.unusedAxes.contains($0.key) }
      + workload.askedAxes.filter { id[$0.key] != nil }
  }

  /// Returns the cases, followed by their companions: cases that check unproven primitives further.
  ///
  /// A gate leaves companions out, because it checks both executables in every trial, and a
  /// companion has no cost to compare.
  package func withCompanions(_ found: [CatalogCase]) -> [CatalogCase] {
    let known = Set(found.map(\.id))
    return found
      + found.compactMap(\.primitive.companion).uniqued().filter { !known.contains($0) }
      .compactMap { try? find($0) }
  }

  /// The promises of a primitive, by its name; nil if no primitive of that name has a proof.
  package func proof(of name: String) -> PrimitiveProof? {
    suites.lazy.flatMap(\.workloads).flatMap(\.primitives)
      .filter { $0.name == name }.compactMap(\.proof).first.map { $0() }
  }

  private func chosenSuites(_ selection: CaseSelection) throws(CatalogError) -> [Suite] {
    for name in selection.suites where !suites.contains(where: { $0.name == name }) {
      throw .unknownSuite(name, known: suites.map(\.name))
    }
    return selection.suites.isEmpty
      ? suites : suites.filter { selection.suites.contains($0.name) }
  }

  private func checkWorkloads(
    _ selection: CaseSelection, in chosen: [Suite]
  ) throws(CatalogError) {
    let names = chosen.flatMap(\.workloads).map(\.name)
    for name in selection.workloads where !names.contains(name) {
      throw .unknownWorkload(name, known: names)
    }
  }

  private func checkPrimitives(
    _ selection: CaseSelection, in chosen: [Suite]
  ) throws(CatalogError) {
    if selection.primitives.isEmpty { return }
    let names = Set(chosen.flatMap { $0.workloads.flatMap { $0.primitives.map(\.name) } })
    for name in selection.primitives where !names.contains(name) {
      throw .unknownPrimitive(name, near: NearNames.near(name, among: names))
    }
  }

  private func checkOverrides(_ selection: CaseSelection, in chosen: [Suite]) throws(CatalogError) {
    for key in selection.overrides.keys.sorted() {
      let axis = try axis(key, selection: selection)
      for value in selection.overrides[key] ?? [] where !axis.kind.range.contains(value) {
        throw .outOfRange(key: key, value: value, range: axis.kind.range, unit: axis.kind.unit)
      }
    }
  }

  /// The names of the primitives that have a case in a tier, by suite.
  ///
  /// The names are those of `cases(tier:cpus:selection:)`; the cases are made only if the selection
  /// has filters.
  package func primitiveNames(
    tier: Tier, cpus: Int, selection: CaseSelection
  ) throws(CatalogError) -> [String: Set<String>] {
    // Whether a glob matches depends on the whole name of a case.
    guard selection.filters.isEmpty else {
      return try cases(tier: tier, cpus: cpus, selection: selection)
        .reduce(into: [:]) { $0[$1.id.suite, default: []].insert($1.id.primitive) }
    }
    var names: [String: Set<String>] = [:]
    for suite in try chosenSuites(selection) {
      for workload in suite.workloads where selection.takes(workload) {
        let own = tiers(of: workload, tier, selection)
        let found = Set(own.compactMap { $0 })
          .filter { hasCombination(workload, $0, cpus, selection) }
        for (primitive, taken) in zip(workload.primitives, own)
        where (taken.map(found.contains) ?? false)
          && selection.takes(primitive.name, of: workload)
        {
          names[suite.name, default: []].insert(primitive.name)
        }
      }
    }
    return names
  }

  /// Returns a workload's cases.
  ///
  /// A primitive whose tier is above ``Tier/headline`` takes the values of a tier below `tier`,
  /// unless the selection names the primitive or its `sweepsAtOnce` is set.
  private func expand(
    _ suite: Suite, _ workload: Workload, tier: Tier, cpus: Int, selection: CaseSelection
  ) -> [CatalogCase] {
    let tiers = tiers(of: workload, tier, selection)
    let sources = workload.primitives.map { CatalogCase.Source(workload, $0) }
    var seen: Set<CaseID> = []
    var cases: [CatalogCase] = []
    // The outer loop is over values, so that cases to compare are next to each other.
    for parameters in combinations(workload, Set(tiers.compactMap { $0 }), cpus, selection) {
      for (source, own) in zip(sources, tiers)
      where (own.map(parameters.tiers.contains) ?? false)
        && selection.takes(source.primitive.name, of: workload)
      {
        let id = CaseID(
          suite: suite.name, workload: workload.name, primitive: source.primitive.name,
          parameters: parameters.values.filter { !source.primitive.unusedAxes.contains($0.key) })
        if seen.insert(id).inserted { cases.append(CatalogCase(id, from: source)) }
      }
    }
    return cases
  }

  /// The tier whose values each primitive of a workload takes; nil for a primitive that has no case
  /// in `tier`.
  private func tiers(of workload: Workload, _ tier: Tier, _ selection: CaseSelection) -> [Tier?] {
    // A reference is selected with the cases that are compared with it, and never alone.
    guard
      selection.primitives.isEmpty
        || workload.primitives.contains(where: { selection.primitives.contains($0.name) })
    else { return workload.primitives.map { _ in nil } }
    let workloadTier: Tier =
      selection.names(workload.name, in: selection.workloads) ? .headline : workload.tier
    return workload.primitives.map { primitive in
      let isNamed = selection.names(primitive.name, in: selection.primitives)
      let sweeps = primitive.sweepsAtOnce && primitive.tier <= tier
      return tier.left(for: workloadTier, isNamed || sweeps ? .headline : primitive.tier)
    }
  }

  /// Every combination of the workload's values at any of the tiers, with the tiers that have the
  /// combination.
  private func combinations(
    _ workload: Workload, _ tiers: Set<Tier>, _ cpus: Int, _ selection: CaseSelection
  ) -> [(values: [Parameter], tiers: Set<Tier>)] {
    var found: [(values: [Parameter], tiers: Set<Tier>)] = []
    var indices: [[Parameter]: Int] = [:]
    for tier in tiers.sorted(by: >) {
      for values in combinations(workload, tier, cpus, selection) {
        if let index = indices[values] {
          found[index].tiers.insert(tier)
        } else {
          indices[values] = found.count
          found.append((values, [tier]))
        }
      }
    }
    return found
  }

  private func combinations(
    _ workload: Workload, _ tier: Tier, _ cpus: Int, _ selection: CaseSelection
  ) -> [[Parameter]] {
    var combinations: [[Parameter]] = [[]]
    for axis in workload.axes {
      combinations = combinations.flatMap { earlier in
        values(of: axis, tier, cpus, selection, after: earlier)
          .map { earlier + [Parameter(axis.key, $0)] }
      }
    }
    for axis in workload.askedAxes {
      guard let asked = selection.overrides[axis.key] ?? selection.defaults[axis.key] else {
        continue
      }
      combinations = combinations.flatMap { earlier in
        // A single thread is on the same CPU in every placement.
        let isAlone =
          axis.key == Axis.placement.key
          && earlier.contains { $0.key == workload.threads.threadsParameter && $0.value == 1 }
        return isAlone ? [earlier] : asked.map { earlier + [Parameter(axis.key, $0)] }
      }
    }
    return combinations.filter(selection.isCombined)
  }

  /// Whether a workload has, at a tier, a combination of values that begins with `earlier`.
  private func hasCombination(
    _ workload: Workload, _ tier: Tier, _ cpus: Int, _ selection: CaseSelection,
    after earlier: [Parameter] = []
  ) -> Bool {
    guard earlier.count < workload.axes.count else { return selection.isCombined(earlier) }
    let axis = workload.axes[earlier.count]
    return values(of: axis, tier, cpus, selection, after: earlier).contains {
      hasCombination(
        workload, tier, cpus, selection, after: earlier + [Parameter(axis.key, $0)])
    }
  }

  private func values(
    of axis: Axis, _ tier: Tier, _ cpus: Int, _ selection: CaseSelection,
    after earlier: [Parameter]
  ) -> [Int] {
    selection.overrides[axis.key] ?? selection.defaults[axis.key]
      ?? axis.values(
        tier, cpus, Dictionary(uniqueKeysWithValues: earlier.map { ($0.key, $0.value) }))
  }
}
