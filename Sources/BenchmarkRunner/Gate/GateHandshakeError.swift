package import BenchmarkModel

/// An executable that can't be gated because it did not describe itself.
package struct GateHandshakeError: Error, Equatable, CustomStringConvertible {
  /// The behaviour of the executable instead of a description.
  package enum Problem: Error, Equatable {
    /// The executable speaks an earlier version of the protocol.
    case olderProtocol(Int)
    /// The executable speaks a later version of the protocol.
    case newerProtocol(Int)
    /// The executable speaks no version; the text describes its behaviour.
    case notSyncbench(String)
    /// The executable speaks this version and refuses, for the given reason.
    case refused(String)
    /// The executable speaks this version, but its answer can't be used, for the given reason.
    case brokenAnswer(String)
    /// A signal, which the text names, ended the executable.
    case crashed(String)
    /// The executable gave no answer in time.
    case timedOut
    /// The executable could not be started, for the given reason.
    case notLaunched(String)
    /// The gate was interrupted, and stopped the executable.
    case interrupted
  }

  /// The side of the executable.
  package let side: PairSide
  /// The behaviour of the executable.
  package let problem: Problem

  /// One or two lines: side, error and remedy.
  package var description: String {
    switch problem {
    case .olderProtocol(let version):
      "the \(side) speaks worker protocol \(version) and this gate \(workerProtocolVersion): build it from a "
        + "revision with protocol \(workerProtocolVersion), or gate with a syncbench that speaks its protocol and has `gate`"
    case .newerProtocol(let version):
      "the \(side) speaks worker protocol \(version) and this gate \(workerProtocolVersion): gate with a tool of "
        + "the newer version, and build the other executable from that version too"
    case .notSyncbench(let seen):
      "the \(side) is no executable of syncbench, nor of a package with its command line: \(seen); name another"
    case .refused(let reason): "the \(side) refuses to be measured: \(reason)"
    case .brokenAnswer(let reason):
      "the \(side) did not say what it is: \(reason); build it anew, and see whether its `list` works"
    case .crashed(let how):
      "the \(side) crashed when it was asked what it is, \(how); see whether its `list` works"
    case .timedOut:
      "the \(side) did not say within \(GateHandshake.deadlineNanoseconds / 1_000_000_000) s what it is; "
        + "see whether its `list` works, and whether it is syncbench at all"
    case .notLaunched(let reason):
      "the \(side) can't be started: \(reason); see whether it is built for this machine, "
        + "and whether the interpreter in its first line, or its loader, is there"
    case .interrupted: "interrupted while the \(side) was asked what it is"
    }
  }
}
