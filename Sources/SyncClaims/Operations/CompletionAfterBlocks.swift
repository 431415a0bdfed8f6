import BenchmarkAnalysis

extension Claim {
  static let completionAfterBlocks = Claim(
    id: "completion-after-blocks", topic: .operations,
    statement: "The completion of a BlockOperation comes after all of its execution blocks.",
    guide: "introductions to operation queues",
    rule: .all([
      ClaimCondition("4 execution blocks", .held("operations/completion-after-blocks"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "A completion may use what every block has left behind.",
      refuted:
        "A completion may miss blocks: have an operation that depends on this one do what follows.",
      depends:
        "Some completions miss blocks: have an operation that depends on this one do what follows.")
  )
}
