import BenchmarkAnalysis

extension Claim {
  /// Makes a claim with what each verdict means for programmers beside it.
  init(
    id: String, topic: ClaimTopic, guide: String, statement: String, rule: ClaimRule,
    requirements: [ClaimRequirement] = [], supported: String, refuted: String, depends: String
  ) {
    self.init(
      id: id, topic: topic, statement: statement, guide: guide, rule: rule,
      requirements: requirements,
      meaning: ClaimMeaning(supported: supported, refuted: refuted, depends: depends))
  }
}

extension ClaimFigure {
  /// The share, 0 to 1, of an experiment's attempts that came as its summary says.
  static func held(_ experiment: String) -> ClaimFigure {
    .metric("behaviour/\(experiment)", "held_share")
  }
}

extension ClaimCondition {
  /// That an experiment's attempts come as its summary says: each of them, unless less is asked for.
  static func held(
    _ label: String, _ experiment: String, _ band: ClaimBand = .always
  ) -> ClaimCondition {
    ClaimCondition(label, .held(experiment), band)
  }

  /// That an experiment's launches all end in one of these ways.
  static func ended(
    _ label: String, _ experiment: String, _ endings: ClaimEnding...
  ) -> ClaimCondition {
    .ending(label, "behaviour/ends/\(experiment)", Set(endings))
  }

  /// That a case's launches end in one of these ways: all of them, unless less is asked for.
  static func ending(
    _ label: String, _ name: String, _ endings: Set<ClaimEnding>, _ band: ClaimBand = .always
  ) -> ClaimCondition {
    ClaimCondition(label, .share(of: name, ending: endings), band)
  }
}

extension ClaimRequirement {
  /// That items of a concurrent queue were seen together: what can't be is no proof of exclusion.
  static func concurrentQueue(otherwise reason: String) -> ClaimRequirement {
    .condition(
      .held("a concurrent queue", "queues/concurrent-queue-together"), otherwise: reason)
  }
}
