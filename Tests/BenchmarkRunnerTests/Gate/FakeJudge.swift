import BenchmarkModel
import BenchmarkRunner

/// A judge that settles a case after a limited number of pairs, or after a failure.
struct FakeJudge: GateJudging {
  /// The number of measured pairs that settles each case, by index; a missing case has no limit.
  var limits: [Int: Int] = [:]
  /// Whether launches have a value of the metric.
  var findsValues = true
  /// The indices of the cases whose candidate is slower than the baseline.
  var slowerCases: [Int] = []
  private var rows: [PairRow] = []

  init(limits: [Int: Int] = [:], findsValues: Bool = true, slowerCases: [Int] = []) {
    self.limits = limits
    self.findsValues = findsValues
    self.slowerCases = slowerCases
  }

  func value(of record: LaunchRecord, caseIndex: Int) -> Double? {
    findsValues
      ? record.trials.map { Double($0.elapsedNanoseconds) / Double($0.operations) }.min() : nil
  }

  mutating func add(_ row: PairRow) { rows.append(row) }

  func isSettled(_ caseIndex: Int) -> Bool {
    let own = rows.filter { $0.caseIndex == caseIndex }
    return own.contains { if case .failed = $0.outcome { true } else { false } }
      || own.count { if case .measured = $0.outcome { true } else { false } }
        >= limits[caseIndex] ?? .max
  }
}
