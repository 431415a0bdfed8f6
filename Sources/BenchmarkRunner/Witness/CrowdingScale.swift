import BenchmarkModel

extension Run {
  /// Takes a launch's ratio as that of a core without a neighbour if it is less than the calibrated one.
  ///
  /// A neighbour was there during the calibration. All trials so far are judged by the new ratio. A difference below
  /// 3 % is noise of the probe, and ignored.
  ///
  /// - Returns: The speed probe's new ratio; nil if the known one stays.
  mutating func rescaleCrowding(after record: LaunchRecord) -> Double? {
    guard let known = calibrations[probeRatioCalibration],
      let least = record.trials.compactMap(\.witness?.crowding).min(), least < 0.97, least > 0
    else { return nil }
    for (launch, earlier) in records {
      let planned = document.plan.cases[launch.caseIndex]
      let isFelt = planned.pace.feelsNeighbours(on: planned.placement.cpus)
      records[launch]?.trials = earlier.trials.map { $0.rescaled(by: least, isFelt: isFelt) }
    }
    calibrations[probeRatioCalibration] = known * least
    return known * least
  }
}

extension TrialRow {
  fileprivate func rescaled(by least: Double, isFelt: Bool) -> TrialRow {
    var row = self
    guard let crowding = witness?.crowding.map({ WitnessRule.thousandths($0 / least) }) else {
      return self
    }
    row.witness?.crowding = crowding
    if isQuiet, isFelt, crowding > PlaceRule.largestCrowding {
      row.witness?.state = .sharedCore
    }
    return row
  }
}
