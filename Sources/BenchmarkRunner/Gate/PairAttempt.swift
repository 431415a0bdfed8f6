import BenchmarkModel

/// What one launch of a pair came to.
struct PairLaunch {
  let record: InvocationRecord
  /// The values of the gated metric; none where it failed.
  let samples: [Double]
  /// What they are summed up to, or why there is no value.
  let value: Result<Double, NoValue>

  /// Why a launch gave no value.
  struct NoValue: Error {
    let reason: String
  }

  /// Sums a launch up.
  init(_ record: InvocationRecord, of gated: GateCase, at index: Int, judge: some GateJudging) {
    self.record = record
    if let reason = record.reasonNotToCount {
      samples = []
      value = .failure(NoValue(reason: reason))
      return
    }
    samples = judge.samples(of: record, caseIndex: index)
    value =
      judge.value(of: samples, caseIndex: index).map { .success($0) }
      ?? .failure(NoValue(reason: "it gave no \(gated.metric)"))
  }

  var hasFailed: Bool { if case .failure = value { true } else { false } }
}

extension InvocationRecord {
  /// Why a gate can't use it: it failed, or a trial's check did.
  fileprivate var reasonNotToCount: String? {
    if let failure { return failure.reason }
    guard let trial = trials.first(where: { !$0.isVerified }) else { return nil }
    return trial.reason.isEmpty ? "the check of trial \(trial.trial) failed" : trial.reason
  }
}

/// The launches of a pair, measured for the first time or once more.
struct PairAttempt {
  /// 0, or 1 where the pair was repeated.
  let number: Int
  /// In the order in which they ran; the baseline's failure leaves out a candidate's after it.
  let launches: [(side: PairSide, launch: PairLaunch)]

  /// Why a worker could not be started; nil where all could.
  var launchProblem: String? {
    launches.compactMap { $0.launch.record.failure }.first { $0.kind == .notLaunched }?.reason
  }

  /// What the pair came to.
  ///
  /// A failure on both sides is the baseline's: without it there is nothing to hold the candidate against.
  ///
  /// - Parameter mayRepeat: Whether it may be measured once more.
  func outcome(onlineCPUs: Int, mayRepeat: Bool) -> PairOutcome {
    for side in [PairSide.baseline, .candidate] {
      if case .failure(let error) = self[side]?.value {
        return .failed(side, reason: error.reason)
      }
    }
    guard let one = self[.baseline], let other = self[.candidate],
      case .success(let a) = one.value, case .success(let b) = other.value
    else { preconditionFailure("a side is left out only after the other one's failure") }
    let outcome = PairOutcome.values(a: a, b: b)
    guard mayRepeat, case .measured = outcome, number < RepeatRule.mostRepeats,
      let reason = RepeatRule.reason(one.record, other.record, onlineCPUs: onlineCPUs)
    else { return outcome }
    return .repeated(a: a, b: b, reason: reason)
  }

  /// The rows of the launches.
  func rows(of gated: GateCase, pair: Int) -> [LaunchRow] {
    launches.map { side, launch in
      let key = LaunchRow.Key(
        id: gated.id, role: gated.role, pair: pair, attempt: number, side: side)
      let trials = launch.record.trials
      guard !launch.hasFailed else {
        return LaunchRow(key: key, operations: nil, stealNanoseconds: nil, values: [])
      }
      return LaunchRow(
        key: key, operations: trials.reduce(0) { $0 &+ $1.operations },
        stealNanoseconds: trials.reduce(0) { sum, trial in
          guard let sum, let steal = trial.stealNanoseconds else { return nil }
          return sum &+ steal
        },
        values: launch.samples)
    }
  }

  private subscript(side: PairSide) -> PairLaunch? { launches.first { $0.side == side }?.launch }
}
