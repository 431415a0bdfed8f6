import Testing

@testable import BenchmarkStatistics

struct PositionLawTests {
  /// The two positions in a sorted sample whose values give a resample's quantile.
  private struct Positions: Hashable {
    let low: Int
    let high: Int
  }

  private static let levels = [0, 0.05, 0.25, 0.5, 0.75, 0.99, 1]

  /// The probability of each pair of positions, by enumerating all resamples.
  private func enumerated(_ count: Int, _ rank: Rank) -> [Positions: Double] {
    var chances: [Positions: Double] = [:]
    let resamples = (0..<count).reduce(1) { product, _ in product * count }
    for resample in 0..<resamples {
      var rest = resample
      let positions = (0..<count).map { _ in
        defer { rest /= count }
        return rest % count
      }.sorted()
      chances[Positions(low: positions[rank.lower], high: positions[rank.upper]), default: 0] +=
        1 / Double(resamples)
    }
    return chances
  }

  @Test(arguments: 1...6, levels)
  func `the probabilities are those of enumerating all resamples`(count: Int, level: Double) {
    let rank = Rank(level: level, count: count)
    let expected = enumerated(count, rank)
    let pairs = PositionLaw.pairs(count, rank)
    #expect(pairs.count == expected.count)
    for pair in pairs {
      let chance = expected[Positions(low: pair.low, high: pair.high)] ?? 0
      #expect(abs(pair.chance - chance) < 1e-12)
    }
  }

  @Test(arguments: [1, 2, 10, 20, 33, 100, 128, 500, 999, 1000], levels)
  func `the probabilities add up to 1`(count: Int, level: Double) {
    let pairs = PositionLaw.pairs(count, Rank(level: level, count: count))
    #expect(abs(pairs.reduce(0) { $0 + $1.chance } - 1) < 1e-7)
    #expect(pairs.allSatisfy { 0 <= $0.low && $0.low <= $0.high && $0.high < count })
  }

  @Test(arguments: [1, 2, 5, 20, 100, 1000], levels)
  func `each pair of positions is drawn with its probability`(count: Int, level: Double) {
    let pairs = PositionLaw.pairs(count, Rank(level: level, count: count))
    let cells = PositionLaw.aliased(pairs)
    var shares: [UInt32: Double] = [:]
    for cell in cells {
      let share = Double(cell.share) / 0x1p32
      shares[cell.own, default: 0] += share / Double(cells.count)
      shares[cell.other, default: 0] += (1 - share) / Double(cells.count)
    }
    for pair in pairs {
      let share = shares[UInt32(pair.low) | UInt32(pair.high) << 16] ?? 0
      #expect(abs(share - pair.chance) < 1e-7)
    }
  }

  @Test func `random bits choose a cell, then one of the two pairs of the cell`() {
    let cells = [
      PositionLaw.Cell(own: 1 | 2 << 16, other: 3 | 4 << 16, share: 1 << 31),
      PositionLaw.Cell(own: 5 | 5 << 16, other: 6 | 9 << 16, share: 0),
    ]
    let draws: [(UInt64, Int, Int)] = [
      (0, 1, 2), (0x7fff_ffff, 1, 2), (0x8000_0000, 3, 4), (0x7fff_ffff_ffff_ffff, 3, 4),
      (0x8000_0000_0000_0000, 6, 9), (.max, 6, 9),
    ]
    cells.withUnsafeBufferPointer { cells in
      for (bits, low, high) in draws {
        #expect(PositionLaw.positions(bits, in: cells) == (low, high))
      }
    }
  }
}
