import BenchmarkModel

extension Run {
  /// Replaces the speed probe's calibrated ratio by the least ratio of a launch's trials if the
  /// latter is less.
  ///
  /// A trial's crowding is its ratio over the calibrated ratio. A lesser ratio means that a
  /// neighbour was on the core during the calibration. All trials so far are judged anew by the
  /// lesser ratio. A difference below 3 % is noise of the probe, and is ignored.
  ///
  /// - Returns: The speed probe's new ratio; nil if the known ratio stays.
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
