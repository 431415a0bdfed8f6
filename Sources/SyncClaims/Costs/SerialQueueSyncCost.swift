import BenchmarkAnalysis

extension Claim {
  static let serialQueueSyncCost = Claim(
    id: "serial-queue-sync-cost", topic: .costs,
    statement: "A sync on a free serial queue costs 100 to 200 ns.",
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .all([
      ClaimCondition(
        "sync on a serial queue", .cost("locks/uncontended/serial-queue-sync/inside=0"),
        .within(100...200))
    ]),
    meaning: ClaimMeaning(
      supported: """
        The published figure is good for estimates here, as long as nobody else wants the queue: that \
        costs tens of times as much.
        """,
      refuted: "Measure on the target machine: the published figure is another machine's.",
      depends: "The figure is at the edge of the published band: take it as an order of magnitude.")
  )
}
