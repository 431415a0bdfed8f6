import BenchmarkModel

/// A case that an export does not hold, and why.
struct LeftOut: Equatable, Sendable {
  let id: CaseID
  let reason: String
  /// Whether cases of one workload share a line.
  let isGrouped: Bool

  init(_ id: CaseID, _ reason: String, isGrouped: Bool = true) {
    self.id = id
    self.reason = reason
    self.isGrouped = isGrouped
  }

  /// A line a case that is not what it was planned to be, and a line a workload for the rest.
  static func lines(_ all: [LeftOut]) -> [String] {
    var names: [String] = []
    var counts: [String: Int] = [:]
    var lines: [String] = []
    for one in all {
      let key = one.isGrouped ? "\(one.id.suite)/\(one.id.workload)" : one.id.description
      let line = "\(key): \(one.reason)"
      if counts.updateValue((counts[line] ?? 0) + 1, forKey: line) == nil {
        names.append(key)
        lines.append(line)
      }
    }
    return zip(names, lines).map { name, line in
      let count = counts[line] ?? 1
      return count == 1 ? line : "\(name) (\(count) cases)\(line.dropFirst(name.count))"
    }
  }
}
