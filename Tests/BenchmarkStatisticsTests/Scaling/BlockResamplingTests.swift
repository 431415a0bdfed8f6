import BenchmarkStatistics
import Testing

struct BlockResamplingTests {
  private func resamples(
    _ blocks: BlockResampling, _ count: Int = 100, seed: UInt64 = 1
  ) -> [[[Double?]]] {
    var all: [[[Double?]]] = []
    blocks.forEachResample(count, seed: seed) { all.append($0) }
    return all
  }

  @Test func `the observed summary of a block is a quantile, or nil for a case without trials`() {
    let blocks = BlockResampling([
      BlockedTrials([[3, 1, 2], [], [5]], level: 0), BlockedTrials([[4, 6]], level: 0.5),
    ])
    #expect(blocks.observed == [[1, 5], [5, nil]])
  }

  @Test func `a block in which no case has trials doesn't count`() {
    let blocks = BlockResampling([
      BlockedTrials([[], [1], []], level: 0), BlockedTrials([[], [2], [3]], level: 0),
    ])
    #expect(blocks.observed == [[1, nil], [2, 3]])
    for summaries in resamples(blocks) { #expect(summaries.allSatisfy { $0.count == 2 }) }
  }

  @Test func `a block is drawn for all cases together`() {
    // In every block, the second case costs three times as much as the first.
    let costs = [10.0, 20, 40, 80, 160]
    let blocks = BlockResampling([
      BlockedTrials(costs.map { [$0] }, level: 0), BlockedTrials(costs.map { [3 * $0] }, level: 0),
    ])
    var drawn: Set<Double> = []
    for summaries in resamples(blocks) {
      for (first, second) in zip(summaries[0], summaries[1]) {
        #expect(second == first.map { 3 * $0 })
        if let first { drawn.insert(first) }
      }
    }
    #expect(drawn == Set(costs))
  }

  @Test func `the trials of each case in a block are drawn separately`() {
    let trials = [[1.0, 2, 3, 4, 5, 6, 7, 8]]
    let blocks = BlockResampling([
      BlockedTrials(trials, level: 0.5), BlockedTrials(trials, level: 0.5),
    ])
    #expect(resamples(blocks).contains { $0[0] != $0[1] })
  }

  @Test func `equal seeds give equal resamples, and different seeds different ones`() {
    let blocks = BlockResampling([BlockedTrials((0..<8).map { [Double($0)] }, level: 0)])
    #expect(resamples(blocks, seed: 3) == resamples(blocks, seed: 3))
    #expect(resamples(blocks, seed: 3) != resamples(blocks, seed: 4))
  }

  @Test func `a resample without trials is empty`() {
    #expect(resamples(BlockResampling([]), 3) == [[], [], []])
    #expect(resamples(BlockResampling([BlockedTrials([[]], level: 0)]), 1) == [[[]]])
  }

  @Test func `five blocks are enough for an interval`() {
    let blocks = (0..<6).map { $0 == 2 ? [] : [Double($0)] }
    #expect(BlockedTrials(blocks, level: 0).hasInterval)
    #expect(!BlockedTrials(Array(blocks.dropLast()), level: 0).hasInterval)
    #expect(BlockedTrials(blocks, level: 0).blocks == 5)
  }

  // MARK: Intervals

  @Test func `an interval leaves out the same number of statistics at both ends`() {
    let statistics = (1...1001).map(Double.init).reversed()
    #expect(
      resampledInterval(Array(statistics), around: 500) == Interval(low: 26, high: 976))
    #expect(resampledInterval([7], around: 7) == Interval(low: 7, high: 7))
    #expect(resampledInterval([], around: 7) == nil)
  }

  @Test func `an interval is extended to the value around which it is requested`() {
    #expect(resampledInterval([5, 6], around: 4) == Interval(low: 4, high: 6))
    #expect(resampledInterval([5, 6], around: 8) == Interval(low: 5, high: 8))
  }

  @Test func `many infinite statistics make an infinite end, and a few don't`() {
    let finite = (0..<980).map(Double.init)
    let few = finite + Array(repeating: Double.infinity, count: 20)
    let many = finite + Array(repeating: Double.infinity, count: 30)
    #expect(resampledInterval(few, around: 500)?.high == 975)
    #expect(resampledInterval(many, around: 500)?.high == .infinity)
    let below = many.map { -$0 }
    #expect(resampledInterval(below, around: -500)?.low == -.infinity)
  }
}
