/// The runs of one plan, spread over a time, each with the same number of the plan's blocks.
package struct RepeatedRuns: Codable, Equatable, Sendable {
  /// The numbers of runs that a user may ask for: the spread between runs needs two runs, and an
  /// interval that covers the spread is of use from three runs on.
  package static let counts = 2...100

  /// The number of runs.
  package let count: Int
  /// The least time from the beginning of a run to the beginning of the next run, in ns; a run that
  /// takes longer is followed at once.
  package let apartNanoseconds: UInt64

  /// Divides a time into equal parts, one for each run; no run begins before its part.
  package init(_ count: Int, overNanoseconds: UInt64) {
    self.count = count
    apartNanoseconds = overNanoseconds / UInt64(max(1, count))
  }

  /// The reason why this tool can't have written the runs of a plan; nil if it can.
  func defect(ofBlocks blocks: Int) -> String? {
    Self.counts ~= count && blocks % count == 0 && apartNanoseconds <= Self.mostApart
      ? nil : "its plan has numbers out of range for repeated runs"
  }

  /// A year, in ns.
  private static let mostApart: UInt64 = 366 * 86_400 * 1_000_000_000
}

extension Plan {
  /// The number of the run that a block belongs to, from 0; the last run has the added blocks.
  package func run(ofBlock block: Int) -> Int {
    guard let repeats else { return 0 }
    return min(repeats.count - 1, block / max(1, blocks / repeats.count))
  }

  /// The values of each repeated run, from a value for each block; nil for a single run.
  package func valuesByRun(_ byBlock: [Double?]) -> [[Double]]? {
    repeats.map { repeats in
      var runs = [[Double]](repeating: [], count: repeats.count)
      for (block, value) in byBlock.enumerated() {
        if let value { runs[run(ofBlock: block)].append(value) }
      }
      return runs
    }
  }
}
