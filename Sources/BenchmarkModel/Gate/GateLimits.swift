/// A value in a file of limits, with the line on which it is.
struct LocatedValue<Value: Equatable & Sendable>: Equatable, Sendable {
  let value: Value
  let line: Int
}

/// The limits of a gate's cases from a file: a list of entries, each for the cases that match a
/// glob.
///
/// If two entries give the same key for a case, the later entry counts.
package struct GateLimits: Equatable, Sendable {
  /// One entry; a key that it lacks comes from an earlier entry, or is the default.
  struct Entry: Equatable, Sendable {
    let glob: LocatedValue<String>
    let metric: LocatedValue<String>?
    let effect: LocatedValue<Double>?
    let tolerance: LocatedValue<Double>?
    /// The reason why a regression is expected.
    let expectedRegression: LocatedValue<String>?
  }

  let file: String
  let entries: [Entry]

  /// No entries: the usual limits for every case.
  package static let none = GateLimits(file: "", entries: [])

  /// Reads the text of a file of limits; `file` is the file's name in errors.
  ///
  /// - Throws: ``GateLimitsError`` with all errors that can be found without the gate's cases.
  package init(yaml: String, file: String) throws(GateLimitsError) {
    var reader = LimitsReader()
    let entries = reader.read(yaml)
    if !reader.problems.isEmpty {
      throw GateLimitsError(file: file, problems: reader.problems)
    }
    self.init(file: file, entries: entries)
  }

  private init(file: String, entries: [Entry]) {
    self.file = file
    self.entries = entries
  }

  /// The cases of a gate, each with the metric and the limits that the entries give it.
  ///
  /// `known` has the names of all cases, so that a glob for cases outside this gate is no error.
  ///
  /// - Throws: ``GateLimitsError`` with every glob that matches nothing, every metric that a case
  ///   can't be gated by, and every tolerance below its effect.
  /// - Complexity: O(number of names × number of entries).
  package func resolve(
    for cases: [GateableCase], known: [CaseID]
  ) throws(GateLimitsError) -> [GateCase] {
    let names = known.map(\.description) + cases.map(\.id.description)
    var problems = entries.compactMap { entry -> LimitsProblem? in
      let glob = entry.glob
      guard !names.contains(where: { globMatches(glob.value, $0) }) else { return nil }
      return LimitsProblem(
        line: glob.line,
        text: "no case matches '\(glob.value)'; `syncbench list` shows the cases")
    }
    let gated = cases.compactMap { resolve($0, problems: &problems) }
    guard problems.isEmpty else {
      // A wrong value in an entry is an error for each case that the entry's glob matches, so only
      // the first error on each line is reported.
      var lines: Set<Int> = []
      throw GateLimitsError(
        file: file, problems: problems.filter { lines.insert($0.line).inserted })
    }
    return gated
  }

  private func resolve(_ gateable: GateableCase, problems: inout [LimitsProblem]) -> GateCase? {
    let name = gateable.id.description
    let own = entries.filter { globMatches($0.glob.value, name) }
    let effect = own.compactMap(\.effect).last
    let tolerance = own.compactMap(\.tolerance).last
    let share = (
      effect: effect?.value ?? CaseLimits.usual.effect,
      tolerance: tolerance?.value ?? CaseLimits.usual.tolerance
    )
    guard share.tolerance >= share.effect else {
      problems.append(
        LimitsProblem(
          line: max(effect?.line ?? 0, tolerance?.line ?? 0),
          text: "the tolerance of '\(name)' is \(percent(share.tolerance))"
            + (tolerance == nil ? " by default" : "") + ", below its effect of "
            + "\(percent(share.effect)); raise the tolerance, or lower the effect"))
      return nil
    }
    guard let column = metric(of: gateable, own.compactMap(\.metric).last, &problems) else {
      return nil
    }
    return GateCase(
      id: gateable.id, metric: column.name, polarity: column.polarity,
      limits: CaseLimits(
        effect: share.effect, tolerance: share.tolerance,
        expectedRegression: own.compactMap(\.expectedRegression).last?.value))
  }

  private func metric(
    of gateable: GateableCase, _ wanted: LocatedValue<String>?, _ problems: inout [LimitsProblem]
  ) -> MetricColumn? {
    guard let wanted else { return gateable.metrics[0] }
    if let column = gateable.metrics.first(where: { $0.name == wanted.value }) { return column }
    problems.append(
      LimitsProblem(
        line: wanted.line,
        text: "'\(gateable.id)' can't be gated by '\(wanted.value)'; it has "
          + gateable.metrics.map(\.name).joined(separator: ", ")))
    return nil
  }

  private func percent(_ share: Double) -> String { "\(FigureText.significant(share * 100)) %" }
}

/// A case that can be gated, with the metrics to gate it by.
package struct GateableCase: Equatable, Sendable {
  /// The case's name.
  package let id: CaseID
  /// The metrics that can be compared; the gate compares the first metric unless a file of limits
  /// asks for another.
  package let metrics: [MetricColumn]

  /// Makes a case from the columns for which its pairs have values; nil if each of the columns is
  /// counted, has no better direction, or is of other workloads.
  package init?(id: CaseID, columns: [MetricColumn]) {
    let metrics = columns.filter { column in
      column.polarity != .neutral && !column.isCounted
        && (column.workloads.isEmpty || column.workloads.contains(id.workload))
    }
    guard !metrics.isEmpty else { return nil }
    self.id = id
    self.metrics = metrics
  }
}

/// An error in a file of limits.
package struct LimitsProblem: Equatable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The error and the remedy.
  package let text: String
}

/// A file of limits that can't be used.
package struct GateLimitsError: Error, Equatable, CustomStringConvertible {
  /// The file, as it was named.
  package let file: String
  /// The errors, by line.
  package let problems: [LimitsProblem]

  init(file: String, problems: [LimitsProblem]) {
    self.file = file
    self.problems = problems.sorted { $0.line < $1.line }
  }

  /// One line for each problem: file, line, error and remedy.
  package var description: String {
    problems.map { "\(file):\($0.line): \($0.text)" }.joined(separator: "\n")
  }
}
