/// A comparison of the order in which items began with the order in which their submitters came.
///
/// A submitter takes its stamp and then joins the queue, not in one atomic step. A thread that
/// loses its CPU between the two, or is slower, is overtaken by a thread that came later and joined
/// earlier, whatever the queue does. A lock that is first come, first served by construction shows
/// how often that happens.
struct HandOverOrder: Equatable, Sendable {
  /// The number of passages, each of which is a submission and the start of its item.
  let passages: Int
  /// The number of passages that began before a passage whose submitter had come earlier.
  let overtaking: Int
  /// The longest delay of an overtaken passage: the number of passages that began before it, counted
  /// from the first passage that overtook it.
  let overtakenByMost: Int

  /// Compares the two orders of the passages in the threads' logs.
  ///
  /// Each log must be sorted by entry.
  ///
  /// - Complexity: O(threads × passages).
  init(_ logs: [[Passage]]) {
    let arrivals = Self.merged(logs)
    passages = arrivals.count
    overtaking = Self.overtaking(arrivals)
    overtakenByMost = Self.overtakenByMost(arrivals)
  }

  /// The share of passages that overtook another, in percent; nil without passages.
  var overtakingPercent: Double? {
    passages > 0 ? 100 * Double(overtaking) / Double(passages) : nil
  }

  /// The arrivals of all passages, in the order of the entries.
  private static func merged(_ logs: [[Passage]]) -> [UInt64] {
    var next = logs.map { _ in 0 }
    var arrivals: [UInt64] = []
    arrivals.reserveCapacity(logs.reduce(0) { $0 + $1.count })
    while true {
      var first: Int?
      for (thread, log) in logs.enumerated() where next[thread] < log.count {
        let entry = log[next[thread]].entry
        if let other = first, logs[other][next[other]].entry <= entry { continue }
        first = thread
      }
      guard let first else { return arrivals }
      arrivals.append(logs[first][next[first]].arrival)
      next[first] += 1
    }
  }

  /// The number of arrivals that have a smaller arrival somewhere after them in the list.
  private static func overtaking(_ arrivals: [UInt64]) -> Int {
    var earliestBehind = UInt64.max
    return arrivals.reversed().reduce(0) { count, arrival in
      defer { earliestBehind = min(earliestBehind, arrival) }
      return arrival > earliestBehind ? count + 1 : count
    }
  }

  /// The longest distance from an arrival back to the first larger arrival in the list.
  private static func overtakenByMost(_ arrivals: [UInt64]) -> Int {
    // The arrivals that are larger than all before them in the list, with their indices. Both only
    // grow, so a binary search finds the first arrival that is larger than a given arrival.
    var records: [(arrival: UInt64, index: Int)] = []
    var most = 0
    for (index, arrival) in arrivals.enumerated() {
      if let latest = records.last, latest.arrival >= arrival {
        let first = firstIndex(in: 0..<records.count) { records[$0].arrival > arrival }
        if first < records.count { most = max(most, index - records[first].index) }
      } else {
        records.append((arrival, index))
      }
    }
    return most
  }
}
