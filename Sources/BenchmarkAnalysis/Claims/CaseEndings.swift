import BenchmarkModel

/// The endings of a case's launches.
struct CaseEndings {
  /// The ending of one launch, and its description.
  struct Seen {
    let ending: ClaimEnding
    let text: String
  }

  /// The launches whose endings say something about the case.
  private(set) var seen: [Seen] = []
  /// The reasons of all failures but crashes, such as a refusal by the machine; these launches say
  /// nothing about the case.
  private(set) var refusals: [String] = []

  /// For each ending, the description of its first launch.
  var text: String {
    seen.grouped(by: \.ending).map { $0[0].text }.joined(separator: "; ")
  }

  /// The signal by which an experiment's watchdog reports that the experiment stands still:
  /// SIGALRM.
  private static let alarmSignal = 14

  /// Whether every ending of the case is a result; in a case that is not open, a crash is a
  /// failure.
  var isOpen = false

  /// The fewest launches for a verdict: two for an open case, to see whether the endings are the
  /// same; five for other cases.
  var fewest: Int { isOpen ? 2 : 5 }

  /// The reason why the launches say nothing about the case; nil if they say something.
  var silence: String? {
    if let crash = seen.first(where: { !isOpen && $0.ending == .crashed }) { return crash.text }
    if let refusal = refusals.first { return refusal }
    return seen.count < fewest ? "it was launched too few times" : nil
  }

  mutating func add(_ one: Seen) { seen.append(one) }

  private mutating func add(_ record: LaunchRecord) {
    if let broken = record.trials.first(where: { !$0.isVerified }) {
      return add(Seen(ending: .brokeItsPromise, text: broken.reason))
    }
    guard let failure = record.failure else {
      return add(Seen(ending: .returned, text: "returned"))
    }
    switch failure.kind {
    case .crashed where failure.status == Self.alarmSignal:
      add(Seen(ending: .hung, text: failure.reason))
    case .crashed: add(Seen(ending: .crashed, text: failure.reason))
    default: refusals.append(failure.reason)
    }
  }

  /// The endings of all cases of a run, by the case's name.
  static func byCase(of run: Run) -> [String: CaseEndings] {
    var all: [String: CaseEndings] = [:]
    let ordered = run.records.sorted {
      ($0.key.caseIndex, $0.key.block) < ($1.key.caseIndex, $1.key.block)
    }
    for (launch, record) in ordered {
      let id = run.document.plan.cases[launch.caseIndex].id
      all[id.description, default: CaseEndings()].add(record)
      all[id.description]?.isOpen = run.document.plan.cases[launch.caseIndex].isOpen
    }
    return all
  }
}
