package import BenchmarkModel
import FoundationEssentials

extension Plan {
  /// A hash of the plan that is the same on all machines with the same number of usable CPUs: 16
  /// hexadecimal digits.
  ///
  /// The fingerprint covers how many CPUs a case has, but not which CPUs, because machines number
  /// their CPUs differently. It leaves out cases that depend on a machine's layout, and what
  /// follows from the cases: the tables, and the numbers of blocks and of further rounds. It also
  /// leaves out the counting passes, the groups, the repeats, and launches that are decided during
  /// the measurement.
  package var fingerprint: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Encoding can't fail, because JSON can express every plan. If it failed, the constant text
    // would match no plan's fingerprint.
    let text = (try? encoder.encode(timedAnywhere)).map { String(decoding: $0, as: UTF8.self) }
    let digits = String(FNV1a.hash(text ?? "no plan"), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private var timedAnywhere: Plan {
    var plan = Plan(
      profile: profile, seed: seed, blocks: 0,
      cases: cases.filter { !$0.id.dependsOnLayout }.map(\.placedAnywhere), tables: [],
      preset: preset)
    plan.isReversed = isReversed
    return plan
  }
}

extension PlannedCase {
  fileprivate var placedAnywhere: PlannedCase {
    var planned = self
    let cpus = Array(placement.cpus.indices)
    switch placement {
    case .pinned: planned.placement = .pinned(cpus: cpus)
    case .process: planned.placement = .process(cpus: cpus)
    case .unpinned: break
    }
    planned.memoryCPU = nil
    return planned
  }
}
