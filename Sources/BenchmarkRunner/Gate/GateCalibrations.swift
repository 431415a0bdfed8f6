public import BenchmarkModel
import BenchmarkStatistics

/// What was found out on the baseline before the first pair, and holds for both sides.
public struct GateCalibrations: Equatable, Sendable {
  /// Steps of busy work that take a microsecond.
  public var workStepsPerMicrosecond: Double
  /// The operations of a trial, of each case that ends its trials after a number of them.
  ///
  /// By name, because a sham does as many as its case.
  public var operations: [CaseID: UInt64]
  /// How fast the machine is, which deadlines follow.
  var pace = MachinePace.usual

  /// Makes calibrations of their parts.
  public init(workStepsPerMicrosecond: Double, operations: [CaseID: UInt64] = [:]) {
    self.workStepsPerMicrosecond = workStepsPerMicrosecond
    self.operations = operations
  }

  /// Takes the value of what no case is calibrated by.
  mutating func take(_ value: Double, of subject: CalibrationStep.Subject) {
    switch subject {
    case .work: workStepsPerMicrosecond = value
    case .thread: pace.threadNanoseconds = value
    case .turn: pace.turnNanoseconds = value
    case .probe, .probeRatio, .operations: break
    }
  }
}

extension GatePlan {
  /// What both workers of a pair are asked: the same, to the last field.
  ///
  /// What a case draws at random follows from the plan's seed and the pair's number, so that both sides
  /// draw alike, and all cases do.
  public func request(
    for subject: GateSubject, pair: Int = 0, calibrations: GateCalibrations
  ) -> WorkerRequest {
    var seeds = SplitMix64(seed: seed ^ UInt64(pair))
    return WorkerRequest(
      measuring: subject.planned, operations: calibrations.operations[subject.planned.id] ?? 1,
      workStepsPerMicrosecond: calibrations.workStepsPerMicrosecond, seed: seeds.next())
  }
}
