public import BenchmarkModel

/// A gate that was measured, to its end or not.
public struct GateMeasurement<Judge: GateJudging>: Sendable {
  /// The judge with all pairs.
  public let judge: Judge
  /// How the measuring ended.
  public let end: GateEnd
  /// The pairs that were measured once more.
  public let repeated: Int
  /// What was calibrated, so far as it went: for counting the causes of what was found.
  public let calibrations: GateCalibrations
  /// What it took, in ns.
  public let elapsedNanoseconds: UInt64
}

/// Why a gate can't be carried out, or not any further.
public enum GateRunError: Error, Equatable, CustomStringConvertible {
  /// The busy work's length is unknown, and with it every case's.
  case cannotCalibrateWork(String)
  /// A worker can't be started: neither side did that.
  case cannotLaunch(String)
  /// A pair can't be recorded.
  case folder(GateFolderError)

  /// One line.
  public var description: String {
    switch self {
    case .cannotCalibrateWork(let reason):
      "the baseline's first worker failed, before anything was measured: \(reason)"
    case .cannotLaunch(let reason):
      "a worker can't be started, which is neither side's doing: \(reason); `--replay` shows what the pairs so far tell"
    case .folder(let error): error.description
    }
  }
}
