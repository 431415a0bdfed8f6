package import BenchmarkModel
package import SystemPackage

/// A launcher of workers of two executables, whose files are held open from the start.
package struct PairLauncher: WorkerLaunching {
  /// The variable that pads a worker's environment.
  static let paddingVariable = "SYNCBENCH_PADDING"

  private let baseline: OpenExecutable
  private let candidate: OpenExecutable

  /// Opens both executables and holds them open.
  ///
  /// - Throws: ``GateExecutableError`` for the first executable that can't be launched.
  package init(baseline: FilePath, candidate: FilePath) throws(GateExecutableError) {
    self.baseline = try OpenExecutable(baseline, side: .baseline)
    self.candidate = try OpenExecutable(candidate, side: .candidate)
  }

  /// Starts a worker of the baseline, whose calibrations serve both sides.
  package func launch(
    _ request: WorkerRequest, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    await launch(request, of: .baseline, padding: 0, deadlineNanoseconds: deadlineNanoseconds)
  }

  /// Starts a worker of one side, hands it the request, and waits for its end.
  package func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    let held = executable(of: side)
    // The file stays open until the worker has ended: an interpreter opens its script again.
    defer { withExtendedLifetime(held) {} }
    let launcher = SubprocessLauncher(
      WorkerExecutable(held),
      // The variable is set even for a padding of 0, so that both sides have the same number of
      // variables.
      environment: [Self.paddingVariable: String(repeating: "x", count: max(0, padding))])
    return await launcher.launch(request, deadlineNanoseconds: deadlineNanoseconds)
  }

  /// The path of a side's executable when the launcher was made, without links.
  package func path(of side: PairSide) -> FilePath { executable(of: side).path }

  /// Whether both launched files are one file, or have the same bytes.
  package var hasOneFile: Bool { baseline.isSameFile(as: candidate) }

  private func executable(of side: PairSide) -> OpenExecutable {
    switch side {
    case .baseline: baseline
    case .candidate: candidate
    }
  }
}

extension PairLauncher: InstructionCounting {
  /// Counts a side's instructions by callgrind.
  package func count(
    _ request: WorkerRequest, kernel: String, of side: PairSide
  ) async -> CountedRecord {
    let held = executable(of: side)
    defer { withExtendedLifetime(held) {} }
    return await CallgrindCounting(executable: WorkerExecutable(held))
      .count(request, kernel: kernel, of: side)
  }
}
