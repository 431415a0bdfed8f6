import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The words for a case that has no rank: on the screen, on the page, in write-ups and in a run's
/// report.
struct CaseStatusWords {
  /// The word in place of a figure.
  let word: String
  /// The status, which precedes the reason in a line, such as `control, invalid as it must be`.
  let standing: String
  /// The tone of the word and of the status.
  let tone: Tone
  /// The reason; empty if there is none.
  let reason: String

  /// Finds the words; nil for a valid case that is neither a missed control nor set apart from the
  /// ranking.
  init?(_ summary: CaseSummary) {
    if summary.isCaughtControl {
      self.init(
        "control", standing: "control, \(summary.status.rawValue) as it must be", .faint,
        summary.reason)
    } else if summary.isMissedControl {
      self.init(
        "CONTROL NOT CAUGHT", standing: "control not caught", .alarm, Self.meaning(of: summary))
    } else if summary.status != .valid {
      self.init(summary.status.word, summary.status.isFault ? .alarm : .caution, summary.reason)
    } else if summary.isSetApart {
      self.init(Self.notRanked, .caution, summary.reason)
    } else {
      return nil
    }
  }

  /// Finds the words for a case that a ranking by `column` leaves out.
  init(_ summary: CaseSummary, unrankedBy column: MetricColumn) {
    let reason =
      summary.metrics[column.name] == nil
      ? "no value" : "its primitive broke its promise in another case"
    self = Self(summary) ?? Self(Self.notRanked, .caution, reason)
  }

  private init(_ word: String, standing: String? = nil, _ tone: Tone, _ reason: String) {
    self.word = word
    self.standing = standing ?? word
    self.tone = tone
    self.reason = reason
  }

  /// The status and the reason in one line.
  var line: StyledText { StyledText(standing, tone) + ": \(reason)" }

  /// The note beside the word: the reason.
  ///
  /// The status precedes the reason if it says more than the word, and if the word is `not ranked`.
  var note: String {
    standing == word && standing != Self.notRanked ? reason : line.plain
  }

  /// The cell in place of a figure.
  var cell: Cell { .verdict(word, tone) }

  private static let notRanked = "not ranked"

  /// The meaning of a control that was not caught.
  private static func meaning(of summary: CaseSummary) -> String {
    if case .hangs = summary.planned.expectation { return "it returned, and should never do so" }
    return "its check proved nothing here (do its threads share one CPU?)"
  }
}

extension CaseStatus {
  /// The word for the status, in capitals for a fault.
  var word: String {
    switch self {
    case .valid: "valid"
    case .invalid: "INVALID"
    case .failed: "FAILED"
    case .disturbed: "disturbed"
    case .notMeasured: "not measured"
    }
  }

  var isFault: Bool { self == .invalid || self == .failed }
}
