import BenchmarkModel

/// What guides say of primitives, with the experiment that tests it here.
///
/// The cases are the suites' own: a claim says which it needs, what their results must be, and what each
/// verdict means for programmers.
public struct Claim: Sendable {
  /// The name, in kebab case.
  package let id: String
  /// What it is about.
  package let topic: ClaimTopic
  /// What is claimed, in our own words: a sentence.
  package let statement: String
  /// The kind of guide that makes it.
  package let guide: String
  /// What must be so.
  package let rule: ClaimRule
  /// What must be given for the rule to say anything: privileges, CPUs.
  package let requirements: [ClaimRequirement]
  /// What each verdict means.
  package let meaning: ClaimMeaning

  package init(
    id: String, topic: ClaimTopic, statement: String, guide: String, rule: ClaimRule,
    requirements: [ClaimRequirement] = [], meaning: ClaimMeaning
  ) {
    self.id = id
    self.topic = topic
    self.statement = statement
    self.guide = guide
    self.rule = rule
    self.requirements = requirements
    self.meaning = meaning
  }

  /// The names of the cases that it needs, each once, in the order of its rule.
  package var cases: [String] {
    (rule.conditions.map(\.figure) + requirements.compactMap(\.figure)).flatMap(\.cases).uniqued()
  }
}

/// What claims are about, in the order in which they are shown.
package enum ClaimTopic: String, CaseIterable, Sendable {
  /// What a call costs that nobody waits for.
  case costs
  /// What locks and semaphores promise.
  case locks
  /// What queues promise.
  case queues
  /// Readers together, writers alone.
  case barriers
  /// `concurrentPerform`.
  case loops
  /// How many threads there are.
  case pools
  /// Quality of service.
  case qos
  /// Work items, groups, timers.
  case items
  /// `Operation` and `OperationQueue`.
  case operations
  /// Data races, and actors.
  case races
}

/// What each verdict means for a programmer: a sentence or two each.
package struct ClaimMeaning: Equatable, Sendable {
  /// Where the claim holds.
  package let supported: String
  /// Where it does not.
  package let refuted: String
  /// Where it holds in part.
  package let depends: String

  package init(supported: String, refuted: String, depends: String) {
    self.supported = supported
    self.refuted = refuted
    self.depends = depends
  }
}

/// What must be given for a claim to be judged at all.
package enum ClaimRequirement: Sendable {
  /// So many CPUs that the run might use.
  case cpus(Int)
  /// A condition on what was measured, with the reason where it is not met: a sentence without its point.
  case condition(ClaimCondition, otherwise: String)

  var figure: ClaimFigure? {
    if case .condition(let condition, _) = self { condition.figure } else { nil }
  }
}
