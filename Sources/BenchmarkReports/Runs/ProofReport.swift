package import BenchmarkDocument
import BenchmarkStatistics

/// The ending of a scene, which tests one promise of a primitive in a process of its own.
package enum ProofEnding: Equatable, Sendable {
  /// The scene returned after a number of operations.
  ///
  /// `problem` is nil if there was none. `met` is the number of times that a thread came to the
  /// guarded section while another thread was in it; nil if such meetings were not observed.
  case cameBack(operations: Int, threads: Int, problem: String?, met: Int? = nil)
  /// A thread waited forever.
  case waited(String)
  /// A signal ended the process, whose last output is `said`.
  case crashed(String, said: String)
  /// The process ended by itself, with the last output `said`.
  case ended(String, said: String)
  /// A sanitizer saw a data race in the scene.
  case raced(String)
  /// The scene printed a text that is not its result.
  case strayed(String)
  /// The scene was not run, because an earlier promise was not kept.
  case notPlayed
}

/// A promise of a primitive, and the ending of its scene.
package struct ProofResult: Equatable, Sendable {
  let name, promise: String
  let endsProcess: Bool
  let ending: ProofEnding

  /// Makes the result of a scene.
  package init(_ name: String, _ promise: String, endsProcess: Bool, _ ending: ProofEnding) {
    self.name = name
    self.promise = promise
    self.endsProcess = endsProcess
    self.ending = ending
  }

  /// Whether the promise was kept.
  package var isKept: Bool { problem == nil && ending != .notPlayed }

  /// The fault that the scene found; nil if the promise was kept or the scene was not run.
  var problem: String? {
    switch ending {
    case .cameBack(_, _, let problem, _): problem
    // A scene that must end the process needs a message too: a trap without a message does not help
    // a programmer.
    case .crashed(_, let said) where endsProcess && !said.isEmpty: nil
    case .ended(_, let said) where endsProcess && !said.isEmpty: nil
    case .crashed(let how, let said), .ended(let how, let said):
      said.isEmpty ? "\(how), and said nothing" : "\(how): \(Self.line(said))"
    case .waited(let said): Self.line(said)
    case .strayed(let what), .raced(let what): what
    case .notPlayed: nil
    }
  }

  private static func line(_ text: String) -> String {
    String((text.split(whereSeparator: \.isNewline).first ?? "").prefix(200))
  }
}

/// The scenes that tested a primitive, and their endings.
package struct ProofReport {
  private let primitive: String
  private let results: [ProofResult]
  private let unpromised: [String]
  private let asked: Int

  /// Makes the report of a primitive's scenes, and of the promises that the primitive does not
  /// make.
  ///
  /// - Parameter asked: The number of operations that the user asked for.
  package init(
    _ primitive: String, _ results: [ProofResult], unpromised: [String], asked: Int
  ) {
    self.primitive = primitive
    self.asked = asked
    self.results = results
    self.unpromised = unpromised
  }

  /// A row for each promise, the excluded rate of failure, and the promises that the primitive does
  /// not make.
  package var document: Document {
    let table = Self.promises.table(results, notes: .below(indent: 4)) {
      $0.problem.map { [$0] } ?? []
    }
    return .spaced([
      [.heading("\(primitive)", beside: broken == nil ? "nothing was seen to break" : "INVALID")],
      [.table(table)], excluded,
      Document(unpromised.map { .text("\($0)", label: "  not promised: ") }),
    ])
  }

  private var broken: ProofResult? { results.first { $0.problem != nil } }

  private static let promises = TableDescription<ProofResult>([
    .text("promise") { $0.name }, .shown("seen") { verdict($0) },
    .count("operations") { result in
      if case .cameBack(let operations, _, _, _) = result.ending { operations } else { nil }
    },
    .count("threads") { result in
      if case .cameBack(_, let threads, _, _) = result.ending { threads } else { nil }
    }, .text("meaning") { $0.promise },
  ])

  private static func verdict(_ result: ProofResult) -> Cell {
    guard result.problem != nil else {
      return result.ending == .notPlayed ? .text("not looked at") : .text("kept")
    }
    // BROKEN is only for an observation of the promise itself: a process that ended shows nothing
    // about the promise.
    return switch result.ending {
    case .crashed: .verdict("CRASHED", .alarm)
    case .ended: .verdict("ENDED", .alarm)
    case .waited: .verdict("HUNG", .alarm)
    case .strayed: .verdict("NO ANSWER", .alarm)
    case .raced: .verdict("RACED", .alarm)
    case .cameBack, .notPlayed: .verdict("BROKEN", .alarm)
    }
  }

  /// The rate of failures that is excluded, because so many operations had no failure.
  private var excluded: Document {
    guard broken == nil,
      case .cameBack(let operations, let threads, _, let met)? = results.first?.ending
    else { return [] }
    let text =
      "In \(operations) sections by \(threads) threads no update was lost, and no second thread was inside: a failure rate above "
      + "\(FailureRate.text(excludedBy: UInt64(operations))) sections is excluded with 95 % confidence."
      + (met.map { Self.meetings($0, of: operations) } ?? "")
      + " Not excluded: rarer faults, a wrong entry while no other thread is inside, and what only another processor or compiler shows."
      + (operations < asked
        ? " The budget ended the test before \(asked): a longer --budget checks more." : "")
    return [.text("\(text)", label: "  ")]
  }
}

extension ProofReport {
  /// The sentence on how often threads met, because some faults show only when threads meet.
  fileprivate static func meetings(_ met: Int, of operations: Int) -> String {
    let share = Quantity.share.text(Double(met) / Double(max(1, operations)))
    guard met > 0 else {
      return
        " No thread came while another was inside, so a fault that needs two was not looked for: use a quieter machine, or more CPUs."
    }
    return
      " In \(met) of them (\(share)) a thread came while another was inside: a fault that shows only then is excluded if it is "
      + "more frequent than \(FailureRate.text(excludedBy: UInt64(met)))."
  }
}

/// The words for the rate of failures that is excluded if no failure was seen.
enum FailureRate {
  /// The rate as one in a number of operations, rounded to the higher rate.
  static func text(excludedBy operations: UInt64) -> String {
    let one = (1 / excludedRate(trials: Double(operations))).rounded(.down)
    return "1 in \(UInt64(max(1, one)))"
  }
}
