package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The cost of a case, and its cause: the cost, the wall time, the counts, the waits and the verdict.
package struct ProfileReport {
  private static let width = 100

  private let profile: CaseProfile

  /// Makes the report of a profile.
  package init(_ profile: CaseProfile) { self.profile = profile }

  /// The parts of the report, from the cost to the notes.
  package var document: Document {
    .spaced([
      heading + cost, wallTime, ProfileCounts(profile: profile).document, waits,
      ProfileVerdict(profile: profile).document,
    ]) + Document(profile.notes.map { Self.text("\($0)", label: "note: ") })
  }

  static func text(_ text: StyledText, label: StyledText = "") -> Block {
    .text(text, label: label, width: width)
  }

  // MARK: The case

  private var evidence: ProfileEvidence { profile.evidence }

  private var heading: Document {
    let threads = Words.count(evidence.threads, "thread")
    let list = evidence.cpus.map(String.init).joined(separator: ",")
    let cpus =
      evidence.cpus.isEmpty ? "" : " on CPU\(evidence.cpus.count == 1 ? "" : "s") \(list)"
    let kind = TraitText.brief(
      PrimitiveDescription(name: evidence.id.primitive, summary: "", traits: evidence.traits))
    return [
      .heading("\(evidence.id)"),
      Self.text("\(threads)\(cpus)\(kind.isEmpty ? "" : "; " + kind)", label: "  "),
    ]
  }

  private var cost: Document {
    guard let cost = profile.cost else {
      let word = evidence.summary.status.rawValue.uppercased()
      let reason = evidence.summary.reason
      return [
        Self.line("cost", evidence.summary.status == .valid ? "not timed" : "\(word): \(reason)")
      ]
    }
    var lines = [Self.line("cost", Quantity.duration.text(cost.estimate) + Self.unit(cost.column))]
    if let rival = cost.fastestRival {
      let standing = rival.ratio < 1 ? "next best" : "fastest"
      lines.append(
        Self.line(
          "",
          "\(Self.times(rival.ratio)) the \(standing) of \(cost.comparedRivals) compared: "
            + "\(rival.id.primitive), \(Quantity.duration.text(rival.estimate))"))
    } else {
      lines.append(Self.line("", "no valid rival at the same parameters, in the same place"))
    }
    if let alone = cost.uncontended, alone > 0, evidence.threads > 1 {
      let times = Self.times(cost.estimate.value / alone)
      lines.append(Self.line("", "\(times) its uncontended cost, \(Quantity.duration.text(alone))"))
    }
    return Document(lines)
  }

  private static func line(_ label: String, _ text: String) -> Block {
    Self.text("\(text)", label: "  \(label.padded(to: 6))")
  }

  private static func unit(_ column: String) -> String {
    switch column {
    case "ns_per_op": " per operation"
    case "ns_per_iteration": " per iteration"
    default: " (\(column))"
    }
  }

  static func times(_ ratio: Double) -> String { Quantity.number.text(ratio) + " times" }

  // MARK: Wall time

  private static let barWidth = 50

  private var wallTime: Document {
    let title: StyledText = "where a thread's wall time went"
    switch profile.wallTime {
    case .unavailable(let reason):
      return [.heading(title), Self.text("\(reason)", label: "  not known: ")] + processor
    case .measured(let wall):
      let each = wall.threads == 1 ? "" : " each"
      let span =
        "(\(Words.count(wall.threads, "thread")), \(Quantity.duration.text(wall.nanoseconds))\(each))"
      return [.heading(title, beside: span)] + Document(wall.parts.map(Self.bar))
        + Document(wall.notes.map { Self.text("\($0)", label: "  note: ") })
        + (evidence.runsOnPool ? processor : [])
    }
  }

  /// A state's share of the wall time, in figures and as a bar.
  private static func bar(_ part: WallTime.Part) -> Block {
    let length = min(barWidth, Int((part.share * Double(barWidth)).rounded()))
    let bar = String(repeating: "█", count: max(0, length))
    let percent = Quantity.number.text((part.share * 1000).rounded() / 10)
    return text(
      "\(bar)", label: "  \(name(part.state).padded(to: 22))\(percent.paddedLeft(to: 5)) %  ")
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

  /// The processor time of the whole process, for a case whose threads' wall time is not known or
  /// whose work is done by threads of a pool.
  private var processor: Document {
    guard let time = profile.processorNanosecondsPerOperation else { return [] }
    let text =
      "the whole process ran \(Quantity.duration.text(time)) of processor time per operation"
    return [Self.text("\(text)", label: "  ")]
  }

  // MARK: Waits

  private var waits: Document {
    guard let waits = profile.waits else { return [] }
    let source = waits.source.flatMap { $0 == evidence.id ? nil : "(\($0))" } ?? ""
    var part: Document = [.heading("waits", beside: source)]
    if !waits.percentiles.isEmpty {
      let percentiles = waits.percentiles.map { percentile in
        "\(Self.name(percentile.level)) \(Quantity.duration.text(percentile.estimate.value))"
      }
      part += [
        Self.text("\(percentiles.joined(separator: ", "))", label: "  \(waits.what): ")
      ]
    }
    let shares = [
      waits.fairness.map { "fairness \(Quantity.number.text($0.value)) (1 is even)" },
      waits.smallestShare.map {
        "smallest share of a thread \(Quantity.number.text($0.value * 100)) % of an even one"
      },
    ].compactMap { $0 }
    return shares.isEmpty
      ? part : part + [Self.text("\(shares.joined(separator: "; "))", label: "  ")]
  }

  private static func name(_ level: Double) -> String {
    level == 100 ? "longest" : level == level.rounded() ? "p\(Int(level))" : "p\(level)"
  }
}
