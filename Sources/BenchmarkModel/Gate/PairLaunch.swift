/// A side of a gate's pairs, with the role of the pairs: gated or sham.
///
/// A run without a gate launches one executable, so it has no arms.
package struct Arm: Hashable, Sendable {
  /// The purpose of the launch; a sham has the baseline's executable on both sides.
  package let role: GateRole
  /// The side of the pair.
  package let side: PairSide

  package init(_ role: GateRole, _ side: PairSide) {
    self.role = role
    self.side = side
  }

  /// All arms, in the order of their numbers.
  static let all = [
    Arm(.gated, .baseline), Arm(.gated, .candidate), Arm(.sham, .baseline), Arm(.sham, .candidate),
  ]

  /// The side whose executable is launched.
  package var executable: PairSide { role == .sham ? .baseline : side }

  /// The name in a table: `a`, `b`, `sham-a` or `sham-b`.
  package var name: String { (role == .sham ? "sham-" : "") + side.rawValue }
}

/// One launch of a gate's pair.
///
/// In a ``Launch`` of the case, the number ``block`` stands for the arm, the pair and the attempt.
package struct PairLaunch: Hashable, Sendable {
  package let arm: Arm
  /// The pair's number in its case and role, from 0.
  package let pair: Int
  /// The number of times that the pair was measured before: 0 unless this launch is of a repeat.
  package let attempt: Int

  /// The largest number of launches with one pair number in a case: gated and sham, both sides, the
  /// first try and all repeats.
  static let launchesOfPair = Arm.all.count * (RepeatRule.mostRepeats + 1)

  package init(_ arm: Arm, pair: Int, attempt: Int = 0) {
    self.arm = arm
    self.pair = pair
    self.attempt = attempt
  }

  /// Makes the launch with the number `block`, which is not negative, among the launches of its
  /// case.
  package init(block: Int) {
    arm = Arm.all[block % Arm.all.count]
    pair = block / Self.launchesOfPair
    attempt = block / Arm.all.count % (RepeatRule.mostRepeats + 1)
  }

  /// The number of the launch among the launches of its case.
  package var block: Int {
    pair * Self.launchesOfPair + attempt * Arm.all.count + (Arm.all.firstIndex(of: arm) ?? 0)
  }

  /// The fields of a table's row: `arm`, `pair` and `try`, which is the attempt.
  var fields: [String] { [arm.name, String(pair), String(attempt)] }

  /// Reads the three fields after the case's field; nil if they name no launch.
  init?(_ fields: CSVFields) {
    guard let arm = Arm.all.first(where: { $0.name == fields[1] }),
      let pair = fields.integer(2, as: Int.self), (0..<GatePlan.mostPairs).contains(pair),
      let attempt = fields.integer(3, as: Int.self), 0...RepeatRule.mostRepeats ~= attempt
    else { return nil }
    self.init(arm, pair: pair, attempt: attempt)
  }
}
