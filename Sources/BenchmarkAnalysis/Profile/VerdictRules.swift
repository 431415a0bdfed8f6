extension VerdictRule {
  /// What the rule finds; nil where it does not fire.
  func finding(_ facts: VerdictFacts) -> VerdictFinding? { nil }
}
extension VerdictFacts {
  var nextSteps: [String] { [] }
  var notes: [String] { [] }
}
