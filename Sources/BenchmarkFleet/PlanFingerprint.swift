package import BenchmarkModel
import FoundationEssentials

extension Plan {
  /// A hash of the plan that is the same on all machines with the same number of usable CPUs: 16
  /// hexadecimal digits.
  ///
  /// The fingerprint has the number of a case's CPUs, because the CPUs themselves differ between
  /// machines. Cases that depend on a machine's layout are left out, with the numbers that follow
  /// from the number of cases: blocks and further rounds. Counts beside the time, and decisions
  /// during the measurement, are left out too.
  package var fingerprint: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // JSON can express every plan; the constant text would match no plan's fingerprint.
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
