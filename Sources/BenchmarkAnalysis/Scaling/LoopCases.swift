import BenchmarkModel
import BenchmarkStatistics

extension ScaledCases {
  /// The cases that have a width, and a speed-up relative to another case, their reference.
  var loopCases: [CaseSummary] {
    cases.filter { summary in
      guard let reference = summary.planned.reference else { return false }
      return reference != summary.id && summary.id[widthKey] != nil
        && metric(.speedup, of: summary) != nil
    }
  }

  /// Returns each loop with its speed-up, efficiency and serial fraction.
  func loopScalings() -> [LoopScaling] {
    loopCases.compactMap { summary in
      guard let speedup = metric(.speedup, of: summary)?.estimate else { return nil }
      let width = summary.planned.width
      let fraction = serialFraction(of: speedup, width: width)
      return LoopScaling(
        id: summary.id, width: width, speedup: speedup,
        efficiency: metric(.efficiency, of: summary)?.estimate, serialFraction: fraction,
        reason: fraction == nil
          ? "one CPU has no serial fraction"
          : fraction?.interval == nil ? Self.tooFewLaunches : "")
    }
  }
}

/// The parameter for the number of CPUs that a loop may use.
let widthKey = "width"

/// The costs of loops and of their references in each block, from which speed-ups are resampled.
struct LoopSamples {
  let blocks: BlockResampling
  /// Whether each loop and its reference share enough blocks for an interval.
  let hasIntervals: Bool

  private let indices: [(own: Int, reference: Int)]

  /// Joins the loops, so that a resample draws the same blocks for all of them; nil if a loop or
  /// its reference has no figures.
  init?(_ loops: [CaseSummary], among cases: ScaledCases) {
    var trials: [BlockedTrials] = []
    var known: [CaseID: Int] = [:]
    func index(of summary: CaseSummary) -> Int? {
      if let index = known[summary.id] { return index }
      guard let costs = cases.costs(of: summary) else { return nil }
      trials.append(costs)
      known[summary.id] = trials.count - 1
      return trials.count - 1
    }
    var indices: [(own: Int, reference: Int)] = []
    for loop in loops {
      guard let id = loop.planned.reference, let reference = cases.summary(of: id),
        let own = index(of: loop), let other = index(of: reference)
      else { return nil }
      indices.append((own, other))
    }
    self.indices = indices
    blocks = BlockResampling(trials)
    hasIntervals = indices.allSatisfy { pair in
      let shared = zip(trials[pair.own].trials, trials[pair.reference].trials)
        .count { !$0.isEmpty && !$1.isEmpty }
      return shared >= fewestSharedBlocks
    }
  }

  /// The speed-ups of each loop, one for each block with both the loop and its reference.
  func speedups(in summaries: [[Double?]]) -> [[Double]] {
    indices.map { pair in
      zip(summaries[pair.reference], summaries[pair.own]).compactMap { reference, own in
        if let reference, let own { reference / own } else { nil as Double? }
      }
    }
  }
}

/// The fewest blocks that must have both a loop and its reference for an interval; an interval of a
/// single case needs as many launches.
private let fewestSharedBlocks = 5
