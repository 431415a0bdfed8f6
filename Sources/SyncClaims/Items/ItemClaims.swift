import BenchmarkAnalysis

/// The claims about items, in the order in which they are shown.
enum ItemClaims {
  static let all: [Claim] = [
    .itemCancelSkips, .itemCancelDoesNotStop, .itemNotifyAtEnd, .itemNotifyOnCancel,
    .itemNotifyOrders, .groupNotifyLast, .asyncAfterNeverEarly, .leewayCoalesces,
    .sourceCancelSuspended, .sourceReleaseSuspended, .sourceResumeThenRelease, .debounceRunsLast,
  ]
}
