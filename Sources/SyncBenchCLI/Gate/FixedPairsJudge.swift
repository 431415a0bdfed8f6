import BenchmarkAnalysis
import BenchmarkModel

/// A gate's judge, which may be told to let every case have the same number of pairs, decided or not: so that
/// its own rules can be tried on them.
struct FixedPairsJudge: GateJudging {
  private(set) var judge: GateJudge
  private let pairs: Int?
  private var measured: [Int: Int] = [:]
  private var failed: Set<Int> = []

  /// Makes one; without a number of pairs it decides as the judge does.
  init(_ judge: GateJudge, pairs: Int?) {
    self.judge = judge
    self.pairs = pairs
  }

  func samples(of record: InvocationRecord, caseIndex: Int) -> [Double] {
    judge.samples(of: record, caseIndex: caseIndex)
  }

  func value(of samples: [Double], caseIndex: Int) -> Double? {
    judge.value(of: samples, caseIndex: caseIndex)
  }

  mutating func add(_ row: PairRow) {
    judge.add(row)
    switch row.outcome {
    case .measured: measured[row.caseIndex, default: 0] += 1
    case .failed: failed.insert(row.caseIndex)
    case .repeated: break
    }
  }

  func isSettled(_ caseIndex: Int) -> Bool {
    guard let pairs else { return judge.isSettled(caseIndex) }
    return failed.contains(caseIndex) || measured[caseIndex, default: 0] >= pairs
  }
}
