/// The trials of one case, by block.
package struct BlockedTrials: Equatable, Sendable {
  /// The values of each block's trials, in any order and not NaN; empty for a block without trials.
  package let trials: [[Double]]
  /// The level of the quantile that sums up a block's trials.
  package let level: Double

  /// Makes the trials of a case from its values by block.
  package init(_ trials: [[Double]], level: Double) {
    self.trials = trials
    self.level = level
  }

  /// The number of blocks that have trials.
  package var blocks: Int { trials.count { !$0.isEmpty } }

  /// Whether enough blocks have trials for an interval.
  package var hasInterval: Bool { blocks >= fewestReplicates }
}

/// Resamples of cases that were measured in the same blocks: blocks are drawn first, then trials.
///
/// A block is drawn for all cases together, so an effect of the block on all cases cancels in their
/// ratios and differences, in a resample as in the run. Within a block, the trials of each case are
/// drawn separately. Blocks in which no case has trials don't count. The method is the bootstrap
/// (Efron 1979) in two stages, as in Kalibera and Jones 2013.
package struct BlockResampling: Sendable {
  /// Each block's summary, by case and block; nil if that case lacks the block.
  package let observed: [[Double?]]

  private let samples: ResampledQuantiles
  /// The index of the case's sample, by case and block; nil if the case lacks the block.
  private let sampleIndices: [[Int?]]
  private let blockCount: Int

  /// Makes resamples of the trials of cases that have the same blocks.
  package init(_ cases: [BlockedTrials]) {
    let all = cases.map(\.trials.count).max() ?? 0
    let used = (0..<all).filter { block in
      cases.contains { block < $0.trials.count && !$0.trials[block].isEmpty }
    }
    var samples = ResampledQuantiles()
    sampleIndices = cases.map { one in
      used.map { block in
        guard block < one.trials.count, !one.trials[block].isEmpty else { return nil }
        samples.append(one.trials[block], level: one.level)
        return samples.count - 1
      }
    }
    observed = sampleIndices.map { $0.map { $0.map { samples.observed[$0] } } }
    self.samples = samples
    blockCount = used.count
  }

  /// Calls `body` with the summaries of each resample, by case and drawn block.
  ///
  /// The same input and seed give the same resamples on every machine.
  ///
  /// - Complexity: O(resamples × number of trials).
  package func forEachResample(
    _ resamples: Int, seed: UInt64, _ body: (_ summaries: [[Double?]]) -> Void
  ) {
    var generator = SplitMix64(seed: seed)
    var summaries = observed
    samples.withDrawing(using: &generator) { draws in
      for _ in 0..<resamples {
        for slot in 0..<blockCount {
          let drawn = draws.position(in: blockCount)
          for index in sampleIndices.indices {
            summaries[index][slot] = sampleIndices[index][drawn].map {
              draws.quantile(of: $0)
            }
          }
        }
        body(summaries)
      }
    }
  }
}

/// The interval that holds the middle share `confidence` of resampled statistics, some of which may
/// be infinite, widened to hold `point` too.
///
/// Each end is one of the statistics and is never interpolated between two statistics, because
/// nothing lies between a number and infinity. The interval is therefore rather too wide than too
/// narrow. The result is nil without statistics.
package func resampledInterval(
  _ statistics: [Double], around point: Double, confidence: Double = 0.95
) -> Interval? {
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  guard !statistics.isEmpty else { return nil }
  var placed = statistics
  let outside = Int((1 - confidence) / 2 * Double(placed.count - 1))
  let last = placed.count - 1 - outside
  placeOrderStatistics([outside, last], in: &placed)
  return Interval(low: min(placed[outside], point), high: max(placed[last], point))
}
