import BenchmarkStatistics

/// The order of the two sides of a pair.
package enum PairOrder: String, Codable, Sendable {
  /// The baseline, then the candidate.
  case baselineFirst = "AB"
  /// The candidate, then the baseline.
  case candidateFirst = "BA"

  /// The sides in the order in which they run.
  package var sides: [PairSide] {
    self == .baselineFirst ? [.baseline, .candidate] : [.candidate, .baseline]
  }
}

/// One pair that a gate may measure, with the order of its sides and the padding of their
/// environments.
package struct GateSlot: Equatable, Sendable {
  /// The index of the case in ``GatePlan/cases``.
  package let caseIndex: Int
  /// The pair's number in its case, from 0.
  package let pair: Int
  /// The side that runs first.
  package let order: PairOrder
  /// The number of bytes that are added to the environment variables of the baseline's launch, 0 to
  /// 4095.
  package let paddingA: Int
  /// The number of bytes that are added to the environment variables of the candidate's launch, 0
  /// to 4095.
  package let paddingB: Int

  /// The number of bytes that are added to the environment variables of a side's launch.
  package func padding(of side: PairSide) -> Int { side == .baseline ? paddingA : paddingB }
}

extension GatePlan {
  /// Every pair of every case in the order of measurement, the same on every machine.
  ///
  /// In each of the ``groups()``, the pairs of all cases up to the first look are shuffled, then
  /// the pairs up to the second look, and so on. So the machine's drift falls on all cases of a
  /// group alike, and a case that was decided is skipped later on. From the second look on, the
  /// pairs of shams follow the pairs of gated cases. The pairs of a case are numbered in the order
  /// of measurement, so a gate that is cut off has measured the first pairs of each case. A slot
  /// keeps its order of sides and its paddings, whichever other slots are skipped.
  ///
  /// - Complexity: O(number of cases × pairs of the last look).
  package func schedule() -> [GateSlot] { groups().flatMap(\.self) }

  /// The pairs in groups of ``casesAtOnce`` gated cases, in the plan's order.
  ///
  /// A group goes through all of its looks before the next group begins, so a gate that is cut off
  /// has decided the first cases.
  ///
  /// A pair of a sham has several slots, each with its own order of sides and its own paddings, but
  /// is measured only once. Each group has slots for a sham's pairs up to the first look. After the
  /// gated pairs up to each later look, the group has slots for all of the sham's pairs between the
  /// first look and that look. A sham's pairs beyond the first look are measured only after a look
  /// that decides a case on more pairs than the sham has.
  ///
  /// - Complexity: O(number of cases × pairs of the last look).
  package func groups() -> [[GateSlot]] {
    var random = SplitMix64(seed: seed)
    let gated = cases.indices.filter { cases[$0].role == .gated }
    let shams = cases.indices.filter { cases[$0].role == .sham }
    let atOnce = max(1, casesAtOnce ?? gated.count)
    return stride(from: 0, to: gated.count, by: atOnce).map { first in
      group((gated.dropFirst(first).prefix(atOnce) + shams).sorted(), &random)
    }
  }

  /// Returns the slots of all pairs of the cases `members`, up to the last look.
  private func group(_ members: [Int], _ random: inout SplitMix64) -> [GateSlot] {
    let (shams, first) = (members.filter { cases[$0].role == .sham }, looks[0].pairs)
    var measured = 0
    var numbers = cases.map { _ in 0 }
    return looks.flatMap { look in
      let stage = measured..<look.pairs
      let begun = measured == 0 ? members : members.filter { cases[$0].role == .gated }
      measured = look.pairs
      let turns = begun.flatMap { index in stage.map { _ in index } }
      let slots = random.shuffled(turns).map { index in
        defer { numbers[index] += 1 }
        return slot(index, numbers[index], &random)
      }
      // Only the looks at the gated cases show how many pairs a sham needs.
      let behind = shams.flatMap { sham in (first..<look.pairs).map { (sham, $0) } }
      return slots + behind.map { slot($0, $1, &random) }
    }
  }

  private func slot(_ index: Int, _ pair: Int, _ random: inout SplitMix64) -> GateSlot {
    let coin = random.next(below: 2)
    return GateSlot(
      caseIndex: index, pair: pair, order: coin == 0 ? .baselineFirst : .candidateFirst,
      paddingA: Int(random.next(below: 4096)), paddingB: Int(random.next(below: 4096)))
  }
}
