import BenchmarkModel

extension Run {
  /// Takes what a launch saw for a core of its own, where that is less than what was calibrated: a neighbour was
  /// there then. All trials so far are judged by it.
  ///
  /// Lowered by 3 % and more alone: by less the probe varies.
  ///
  /// - Returns: The speed probe's new ratio; nil where the known one stays.
  mutating func rescaleCrowding(after record: InvocationRecord) -> Double? {
    guard let known = calibrations[probeRatioCalibration],
      let least = record.trials.compactMap(\.witness?.crowding).min(), least < 0.97, least > 0
    else { return nil }
    for (invocation, earlier) in records {
      let hasOneCPU = document.plan.cases[invocation.caseIndex].hasOneCPU
      records[invocation]?.trials = earlier.trials.map {
        $0.rescaled(by: least, hasOneCPU: hasOneCPU)
      }
    }
    calibrations[probeRatioCalibration] = known * least
    return known * least
  }
}

extension TrialRow {
  fileprivate func rescaled(by least: Double, hasOneCPU: Bool) -> TrialRow {
    var row = self
    guard let crowding = witness?.crowding.map({ WitnessRule.thousandths($0 / least) }) else {
      return self
    }
    row.witness?.crowding = crowding
    if isQuiet, WitnessRule.isShared(crowding: crowding, hasOneCPU: hasOneCPU) {
      row.witness?.state = .sharedCore
    }
    return row
  }
}
