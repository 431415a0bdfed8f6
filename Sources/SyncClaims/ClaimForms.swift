import BenchmarkAnalysis

extension Claim {
  /// Makes a claim, with the meaning of each of its verdicts for programmers.
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
  /// The share, 0 to 1, of an experiment's attempts in which the sentence that sums up the
  /// experiment is true.
  static func held(_ experiment: String) -> ClaimFigure {
    .metric("behaviour/\(experiment)", "held_share")
  }
}

extension ClaimCondition {
  /// The condition that the sentence that sums up an experiment is true in all attempts, or in a
  /// share of the attempts within `band`.
  static func held(
    _ label: String, _ experiment: String, _ band: ClaimBand = .always
  ) -> ClaimCondition {
    ClaimCondition(label, .held(experiment), band)
  }

  /// The condition that all launches of an experiment end in one of the ways `endings`.
  static func ended(
    _ label: String, _ experiment: String, _ endings: ClaimEnding...
  ) -> ClaimCondition {
    .ending(label, "behaviour/ends/\(experiment)", Set(endings))
  }

  /// The condition that all launches of a case, or a share of them within `band`, end in one of the
  /// ways `endings`.
  static func ending(
    _ label: String, _ name: String, _ endings: Set<ClaimEnding>, _ band: ClaimBand = .always
  ) -> ClaimCondition {
    ClaimCondition(label, .share(of: name, ending: endings), band)
  }
}

extension ClaimRequirement {
  /// The requirement that items of a concurrent queue ran together: if they can't run together on a
  /// machine, exclusion proves nothing.
  static func concurrentQueue(otherwise reason: String) -> ClaimRequirement {
    .condition(
      .held("a concurrent queue", "queues/concurrent-queue-together"), otherwise: reason)
  }
}
