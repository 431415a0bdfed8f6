public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What `profile` says of a case: one screen.
public struct ProfileReport {
  /// How long a line may be: one screen, beside an editor.
  static let width = 100

  private let profile: CaseProfile
  private let palette: Palette

  /// Makes the report of a case.
  public init(_ profile: CaseProfile, palette: Palette) {
    self.profile = profile
    self.palette = palette
  }

  /// The cost, the wall time, the counts, the waits and the verdict.
  public func render() -> String {
    heading + cost + wallTime + ProfileCounts(profile, palette: palette).render() + waits
      + ProfileVerdict(profile, palette: palette).render() + notes
  }

  // MARK: The case

  private var evidence: ProfileEvidence { profile.evidence }

  private var heading: String {
    let threads = evidence.threads == 1 ? "1 thread" : "\(evidence.threads) threads"
    let list = evidence.cpus.map(String.init).joined(separator: ",")
    let cpus =
      evidence.cpus.isEmpty ? "" : " on CPU\(evidence.cpus.count == 1 ? "" : "s") \(list)"
    let kind = TraitText.brief(
      PrimitiveDescription(name: evidence.id.primitive, summary: "", traits: evidence.traits))
    return palette.heading(evidence.id.description) + "\n"
      + "  \(threads)\(cpus)\(kind.isEmpty ? "" : "; " + kind)\n"
  }

  private var cost: String {
    guard let cost = profile.cost else {
      let word = evidence.summary.status.rawValue.uppercased()
      let reason = evidence.summary.reason
      let text = evidence.summary.status == .valid ? "not timed" : "\(word): \(reason)"
      return line("cost", text)
    }
    var text = line("cost", Self.estimate(cost.estimate) + Self.unit(cost.column))
    if let rival = cost.fastestRival {
      let place = rival.ratio < 1 ? "next best" : "fastest"
      text += line(
        "",
        "\(Self.times(rival.ratio)) the \(place) of "
          + "\(cost.comparedRivals) compared: \(rival.id.primitive), "
          + Self.estimate(rival.estimate))
    } else {
      text += line("", "no valid rival at the same parameters")
    }
    if let alone = cost.uncontended, alone > 0, evidence.threads > 1 {
      text += line(
        "",
        "\(Self.times(cost.estimate.value / alone)) its uncontended cost, "
          + Figures.duration(alone))
    }
    return text
  }

  private static func unit(_ column: String) -> String {
    switch column {
    case "ns_per_op": " an operation"
    case "ns_per_iteration": " an iteration"
    default: " (\(column))"
    }
  }

  static func times(_ ratio: Double) -> String { Figures.digits(ratio) + " times" }

  static func estimate(_ estimate: Estimate) -> String {
    let value = Figures.duration(estimate.value)
    guard let interval = estimate.interval else { return value }
    return "\(value) (\(Figures.duration(interval.low)) to \(Figures.duration(interval.high)))"
  }

  // MARK: Wall time

  private static let barWidth = 50

  private var wallTime: String {
    let title = "\n" + palette.heading("where a thread's wall time went")
    switch profile.wallTime {
    case .unavailable(let reason):
      return title + "\n" + paragraph(reason, first: "  not known: ") + processor
    case .measured(let wall):
      let threads = wall.threads == 1 ? "1 thread" : "\(wall.threads) threads"
      let each = wall.threads == 1 ? "" : " each"
      let span = "  (\(threads), \(Figures.duration(wall.nanoseconds))\(each))"
      return title + palette.faint(span) + "\n" + wall.parts.map(bar).joined()
        + wall.notes.map { paragraph($0, first: "  note: ") }.joined()
        + (evidence.runsOnPool ? processor : "")
    }
  }

  private func bar(_ part: WallTime.Part) -> String {
    let length = min(Self.barWidth, Int((part.share * Double(Self.barWidth)).rounded()))
    let bar = String(repeating: "█", count: max(0, length))
    let percent = Figures.digits((part.share * 1000).rounded() / 10)
    return "  " + Self.name(part.state).padded(to: 22) + percent.paddedLeft(to: 5)
      + " %  \(bar)"
      .trimmedAtEnd + "\n"
  }

  private static func name(_ state: WallTime.State) -> String {
    switch state {
    case .user: "running in user mode"
    case .kernel: "running in the kernel"
    case .running: "running"
    case .runnable: "waiting for a CPU"
    case .asleep: "asleep"
    case .notRunning: "not running"
    case .unaccounted: "unaccounted for"
    }
  }

  private var processor: String {
    guard let time = profile.processorNanosecondsPerOperation else { return "" }
    return "  the whole process ran \(Figures.duration(time)) of processor time an operation\n"
  }

  // MARK: Waits

  private var waits: String {
    guard let waits = profile.waits else { return "" }
    var text = "\n" + palette.heading("waits")
    if let source = waits.source, source != evidence.id {
      text += palette.faint("  (\(source))")
    }
    text += "\n"
    if !waits.percentiles.isEmpty {
      text += paragraph(
        waits.percentiles.map { percentile in
          Self.name(percentile.level) + " " + Figures.duration(percentile.estimate.value)
        }.joined(separator: ", "), first: "  " + waits.what + ": ")
    }
    let shares = [
      waits.fairness.map { "fairness \(Figures.digits($0.value)) (1 is even)" },
      waits.smallestShare.map {
        "smallest share of a thread \(Figures.digits($0.value * 100)) % of an even one"
      },
    ].compactMap { $0 }
    return shares.isEmpty ? text : text + "  " + shares.joined(separator: "; ") + "\n"
  }

  private static func name(_ level: Double) -> String {
    level == 100 ? "longest" : level == level.rounded() ? "p\(Int(level))" : "p\(level)"
  }

  // MARK: Notes

  private var notes: String {
    profile.notes.map { paragraph($0, first: "note: ") }.joined()
  }

  private func line(_ label: String, _ text: String) -> String {
    paragraph(text, first: "  " + label.padded(to: 6))
  }

  private func paragraph(_ text: String, first: String) -> String {
    Paragraph.render(text, first: first, width: Self.width)
  }
}

extension String {
  /// The text with blanks behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text with blanks before it up to a width.
  func paddedLeft(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text without the blanks at its end.
  var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
