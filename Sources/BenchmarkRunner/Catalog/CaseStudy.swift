package import BenchmarkModel

/// A case and the cases that explain its cost: the other primitives, the uncontended case and the
/// case that times waits.
package struct CaseStudy: Sendable {
  package let subject: CatalogCase
  /// The other primitives at the same parameters, without floors, controls, and cases that make no
  /// progress because there are more threads than CPUs.
  package private(set) var rivals: [CatalogCase]
  /// The loops around closures that do nothing, at the same parameters; empty unless the subject's
  /// operations call closures.
  package let floors: [CatalogCase]
  /// The case of the same primitive with one thread; nil if the subject's workload is
  /// single-threaded, or if there is no such case.
  package let uncontended: CatalogCase?
  /// The case of the same primitive and parameters that times waits, nil if there is none.
  package let waits: CatalogCase?

  /// Finds the cases that explain the cost of the case `id`.
  ///
  /// - Throws: ``CatalogError`` if there is no such case.
  package init(of id: CaseID, in catalog: CaseCatalog, cpus: Int) throws(CatalogError) {
    let subject = try catalog.find(id)
    self.subject = subject
    rivals = subject.workload.primitives.compactMap { primitive in
      guard primitive.name != id.primitive, primitive.yardstick == nil else { return nil }
      let rival = CaseID(
        suite: id.suite, workload: id.workload, primitive: primitive.name,
        parameters: id.parameters.filter { !primitive.unusedAxes.contains($0.key) })
      guard let found = try? catalog.find(rival), found.expectation == .valid,
        !Self.collapses(found, cpus: cpus)
      else { return nil }
      return found
    }
    floors = Self.floors(of: subject, in: catalog)
    uncontended = Self.alone(subject, in: catalog)
    waits = Self.ofSamePrimitive(subject, in: catalog) {
      $0.role == .timesWaits && $0.name != id.workload ? id.parameters : nil
    }
  }

  private static func floors(of subject: CatalogCase, in catalog: CaseCatalog) -> [CatalogCase] {
    guard subject.workload.role == .callsClosures else { return [] }
    let id = subject.id
    return catalog.suites.filter { $0.name == id.suite }.flatMap(\.workloads)
      .filter { $0.name == id.workload }.flatMap(\.primitives)
      .filter { $0.yardstick == .floor && $0.name != id.primitive }.map(\.name).uniqued()
      .compactMap { name in
        try? catalog.find(
          CaseID(
            suite: id.suite, workload: id.workload, primitive: name, parameters: id.parameters))
      }
  }

  /// Whether the case has more threads than CPUs, and its primitive is known to make no progress
  /// then: such a case can't be the fastest, and its launch takes seconds.
  private static func collapses(_ found: CatalogCase, cpus: Int) -> Bool {
    found.threadCount > cpus
      && found.primitive.traits.contains(Trait("survives_oversubscription", "no"))
  }

  /// The case of the subject's primitive in the single-threaded workload of the suite, else in the
  /// subject's workload with one thread.
  private static func alone(_ subject: CatalogCase, in catalog: CaseCatalog) -> CatalogCase? {
    if case .single = subject.workload.threads { return nil }
    let own = ofSamePrimitive(subject, in: catalog) { workload in
      guard case .single = workload.threads, workload.kernel != nil,
        subject.workload.role != .callsClosures || workload.name == subject.id.workload
      else { return nil }
      return workload.axes.map { Parameter($0.key, subject.id[$0.key] ?? 0) }
    }
    if let own { return own }
    guard case .own(let key) = subject.workload.threads, subject.threadCount > 1 else { return nil }
    return ofSamePrimitive(subject, in: catalog) { workload in
      guard workload.name == subject.id.workload else { return nil }
      return subject.id.parameters.map { Parameter($0.key, $0.key == key ? 1 : $0.value) }
    }
  }

  /// The case of the subject's primitive in the first workload for which `parameters` returns the
  /// parameters of a valid case.
  private static func ofSamePrimitive(
    _ subject: CatalogCase, in catalog: CaseCatalog,
    parameters: (Workload) -> [Parameter]?
  ) -> CatalogCase? {
    let suite = catalog.suites.first { $0.name == subject.id.suite }
    for workload in suite?.workloads ?? [] {
      guard let parameters = parameters(workload) else { continue }
      let id = CaseID(
        suite: subject.id.suite, workload: workload.name, primitive: subject.id.primitive,
        parameters: parameters)
      if let found = try? catalog.find(id), found.expectation == .valid { return found }
    }
    return nil
  }

  /// Keeps only the rivals whose declared traits pass a test, if the subject declares traits: a
  /// lock's rival must itself be a lock, not a counter without a lock.
  package mutating func keepRivals(_ isRival: (PrimitiveDescription) -> Bool) {
    guard !subject.primitive.traits.isEmpty else { return }
    rivals.removeAll { !isRival($0.primitive.description) }
  }

  /// All cases of the study, the subject first.
  package var cases: [CatalogCase] {
    [subject] + [uncontended, waits].compactMap { $0 } + rivals + floors
  }
}

extension Planner {
  /// The plan of a study: the subject is launched often, and is counted too; each other case is
  /// launched as often as the time allows, up to a few times.
  ///
  /// - Parameters:
  ///   - study: The subject and the cases that explain its cost.
  ///   - suites: The suites that the cases are of.
  ///   - seed: The seed of the launches' order and of cases' random numbers.
  ///   - counting: The events and passes of the counting; its launches, cases and sampling are
  ///     replaced, so that the subject alone is counted.
  ///   - othersNanoseconds: The time for the other cases together, in ns; each case gets at least
  ///     one launch.
  package func plan(
    _ study: CaseStudy, of suites: [Suite], seed: UInt64, counting: CountingPlan,
    othersNanoseconds: UInt64 = 2_500_000_000
  ) -> Plan {
    let whole = plan(study.cases, of: suites, profile: .quick, seed: seed, counting: counting)
    let others = whole.cases.dropFirst().reduce(0) { $0 + $1.expectedNanoseconds }
    // A closure and its floor are told apart by intervals, which need more launches.
    let most = study.floors.isEmpty ? Self.mostLaunchesOfOthers : Self.launchesOfSubject
    let launches = max(1, min(most, Int(othersNanoseconds / max(1, others))))
    let cases = whole.cases.enumerated().map { index, planned in
      planned.limited(to: index == 0 ? Self.launchesOfSubject : launches)
    }
    var counting = counting
    counting.launches = Self.countedLaunches
    counting.cases = [0]
    counting.sampling = Self.countedSampling
    return Plan(
      profile: "profile", seed: seed, blocks: Self.launchesOfSubject, cases: cases,
      tables: whole.tables,
      counting: counting,
      further: FurtherRounds(precision: Profile.precision, nanoseconds: 0, mostLaunches: 0))
  }

  private static let launchesOfSubject = 8
  private static let mostLaunchesOfOthers = 3
  private static let countedLaunches = 5
  private static let countedSampling = Sampling(
    warmups: 1, trials: 1, trialNanoseconds: 50_000_000)
}
