import BenchmarkModel

/// A statement that guides make about primitives, with the experiment that tests the statement.
///
/// A claim names cases of the suites, the results that they must have, and the meaning of each
/// verdict for programmers.
public struct Claim: Sendable {
  /// The name, in kebab case.
  package let id: String
  package let topic: ClaimTopic
  /// The claim, in our own words: a sentence.
  package let statement: String
  /// The kind of guide that makes the claim.
  package let guide: String
  /// The rule that must hold.
  package let rule: ClaimRule
  /// The conditions under which the rule says anything: privileges, CPUs.
  package let requirements: [ClaimRequirement]
  /// The meaning of each verdict.
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

  /// The names of the cases of the claim, each once: first the rule's cases, then the requirements'
  /// cases.
  package var cases: [String] {
    (rule.conditions.map(\.figure) + requirements.compactMap(\.figure)).flatMap(\.cases).uniqued()
  }
}

/// The topics of claims, in the order in which they are shown.
package enum ClaimTopic: String, CaseIterable, Sendable {
  /// The cost of a call without contention.
  case costs
  /// The promises of locks and semaphores.
  case locks
  /// The promises of queues.
  case queues
  /// Barriers, which let readers in together and writers alone.
  case barriers
  /// `concurrentPerform`.
  case loops
  /// Thread pools: the number of their threads, and the cost of a thread.
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

/// The meaning of each verdict for a programmer: a sentence or two each.
package struct ClaimMeaning: Equatable, Sendable {
  /// The meaning if the claim holds.
  package let supported: String
  /// The meaning if the claim does not hold.
  package let refuted: String
  /// The meaning if the claim holds in part.
  package let depends: String

  package init(supported: String, refuted: String, depends: String) {
    self.supported = supported
    self.refuted = refuted
    self.depends = depends
  }
}

/// A condition for judging a claim at all.
package enum ClaimRequirement: Sendable {
  /// The run could use at least this many CPUs.
  case cpus(Int)
  /// A condition on a figure, with the reason to give if the condition is not met: a sentence
  /// without its period.
  case condition(ClaimCondition, otherwise: String)

  var figure: ClaimFigure? {
    if case .condition(let condition, _) = self { condition.figure } else { nil }
  }
}
