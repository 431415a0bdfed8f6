import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The remarks of a gate beside its cases: the executables, the shams (cases of the baseline
/// against itself), and the cases that were not gated.
struct GateRemarks {
  let report: GateReport

  // MARK: Executables

  /// An executable, such as `syncbench 0.3.0 (1a2b3c4)`.
  static func text(of executable: GateExecutable) -> String {
    // The commit is unknown if the tool belongs to another package, which depends on this one.
    let commit = executable.tool.commit.map { " (\(ChartCaption.short(commit: $0)))" } ?? ""
    return "\(executable.name) \(executable.tool.version)\(commit)"
  }

  /// Both executables in one line, or the folder of the pairs if no executable is recorded.
  var title: String {
    switch (report.sides?.baseline, report.sides?.candidate) {
    case (let baseline?, let candidate?):
      return "\(Self.text(of: candidate)) against \(Self.text(of: baseline))"
        + (report.sides?.isOneFile == true ? ", the same file on both sides" : "")
    case (nil, let known?), (let known?, nil): return Self.text(of: known)
    case (nil, nil):
      return report.folder.map { "the pairs of \($0)" } ?? "recorded pairs"
    }
  }

  // MARK: Shams

  /// A line for each sham, which says whether the baseline was told apart from itself.
  var shams: [(text: String, isAlarm: Bool)] {
    report.evaluation.shams.map { sham in
      let figures = GateWords.figures(sham, showsMetric: report.evaluation.sharedMetric == nil)
      let text = "\(sham.planned.id), the baseline against itself: "
      return switch sham.verdict {
      case .fail, .improved:
        (text + "TOLD APART, \(figures); no time that was measured here can be believed", true)
      case .pass: (text + "not told apart, \(figures)", false)
      // A sham gets no more pairs than the gated cases needed for their verdicts, so the sham may
      // end undecided after its first look.
      case .inconclusive where sham.pairs >= report.evaluation.plan.looks.first?.pairs ?? 0:
        (text + "not told apart, \(figures)", false)
      case .inconclusive, .notGated:
        (text + "undecided, \(figures); the verdicts stand as they are", false)
      case .invalid, .error: (text + "gave no value: \(sham.reason)", true)
      }
    }
  }

  // MARK: Cases that were not gated

  /// A list of cases under a heading.
  struct Cases {
    let heading: String
    let names: [String]
  }

  /// The cases that only one side has, and the cases that can't be compared.
  var outside: [Cases] {
    guard let sides = report.sides else { return [] }
    return [
      ("added, only in the candidate and not gated", sides.added.map(\.description)),
      ("removed, only in the baseline and not gated", sides.removed.map(\.description)),
      (
        "not gated, because they can't be compared",
        sides.ungated.map { "\($0.id): \($0.reason)" }
      ),
    ].filter { !$0.1.isEmpty }.map(Cases.init)
  }

  /// The planned cases with too few pairs for a first look; nil if there are no such cases.
  var notGated: Cases? {
    let left = report.evaluation.cases.filter { $0.verdict == .notGated }
    guard !left.isEmpty else { return nil }
    let end =
      switch report.end {
      case .budgetSpent: "the budget did not suffice for them"
      case .interrupted: "Ctrl-C came before the first look at them"
      case .complete, .measuring, nil: "the pairs end before the first look at them"
      }
    return Cases(
      heading: "NOT GATED, because \(end)", names: left.map(\.planned.id.description))
  }

  /// The number of times that a pair was measured again, in words; nil if no pair was.
  var repeated: String? {
    let count = report.repeatedPairs
    guard count > 0 else { return nil }
    return
      "\(Words.count(count, "measurement")) of pairs repeated, by a rule fixed before the gate"
  }

  /// The places of the host in which trials ran; nil unless the host moved the CPUs.
  var places: String? {
    let moved = report.places.filter { !$0.isOne }
    guard !moved.isEmpty else { return nil }
    let crossed = report.pairsOfTwoPlaces
    return moved.map { "CPUs \($0.cpus): \($0.text)" }.joined(separator: "; ")
      + "; each pair's launches were in one place"
      + (crossed == 0 ? "" : ", except in \(Words.count(crossed, "pair"))")
  }

  /// The way in which the gate was cut short; nil if the gate was complete, or if this is unknown.
  var cut: String? {
    switch report.end {
    case .complete, nil: nil
    case .interrupted: "Ctrl-C stopped the gate"
    case .measuring: "the gate was killed, or is still measuring"
    case .budgetSpent: "the budget cut the gate off"
    }
  }
}
