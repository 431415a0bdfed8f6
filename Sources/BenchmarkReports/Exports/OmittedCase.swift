import BenchmarkModel

/// A case that an export leaves out, and the reason.
struct OmittedCase: Equatable, Sendable {
  let id: CaseID
  let reason: String
  /// Whether the case shares a line with other grouped cases of the same workload and reason.
  let isGrouped: Bool

  init(_ id: CaseID, _ reason: String, isGrouped: Bool = true) {
    self.id = id
    self.reason = reason
    self.isGrouped = isGrouped
  }

  /// One line for all grouped cases of the same workload and reason, and a line for each case that
  /// is not grouped.
  static func lines(_ all: [OmittedCase]) -> [String] {
    all.map { one in
      (one.isGrouped ? "\(one.id.suite)/\(one.id.workload)" : one.id.description, one.reason)
    }.grouped { [$0.0, $0.1] }.map { same in
      let (name, reason) = same[0]
      return name + (same.count == 1 ? "" : " (\(same.count) cases)") + ": \(reason)"
    }
  }
}
