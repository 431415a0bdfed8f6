import BenchmarkModel

extension Summarizer {
  /// Whether a control failed in the planned way, or an open case (of which every end is an
  /// expected result) was launched; a control that should hang is not caught if it crashes.
  func isCaught(
    _ planned: PlannedCase, _ status: CaseStatus, _ failures: [FailureRow]
  ) -> Bool {
    switch planned.expectation {
    case .valid: false
    case .invalid, .unsound: status == .invalid
    case .open: status != .notMeasured
    case .hangs:
      // After two timeouts, the remaining launches of a case are skipped.
      status == .failed && failures.contains(where: planned.expects)
        && failures.allSatisfy { planned.expects($0) || $0.kind == .skipped }
    }
  }
}
