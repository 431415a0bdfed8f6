import BenchmarkAnalysis

extension Claim {
  static let debounceRunsLast = Claim(
    id: "debounce-runs-last", topic: .items,
    statement:
      "Of a burst of calls, of which each cancels the pending work item and submits another "
      + "after a quiet time, the last one's action runs, once, and no other does.",
    guide: "recipes for search fields",
    rule: .each(
      of: "the calls of a burst",
      [
        ClaimCondition(
          "launches in which another action ran, 2 calls", wrongActionsRan(calls: 2), .never),
        ClaimCondition(
          "launches in which another action ran, 16 calls", wrongActionsRan(calls: 16), .never),
        ClaimCondition(
          "launches in which another action ran, 256 calls", wrongActionsRan(calls: 256), .never),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Cancel and asyncAfter make a sound debounce, as long as one thread makes the calls.",
      refuted:
        "The recipe lets other actions through, or loses the last one: have the action check "
        + "that it is the last.",
      depends:
        "The recipe is sound for some bursts only: have the action check that it is the last.")
  )
}

/// The share of launches in which another action ran, or the last one did not: the check of these cases.
private func wrongActionsRan(calls: Int) -> ClaimFigure {
  .share(
    of: "dispatch/debounce/work-item/calls=\(calls)/quiet=1000000", ending: [.brokeItsPromise])
}
