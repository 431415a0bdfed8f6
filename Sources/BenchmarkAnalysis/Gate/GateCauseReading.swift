package import BenchmarkModel

extension GateCause {
  /// Compares the counted launches of both sides, which must be of one case.
  ///
  /// A quantity is taken from the first of its events that both sides counted, because the counts
  /// of two different events can't be compared. Cycles are left out, because they are the cost and
  /// not its cause.
  package init(baseline: [[CounterRow]], candidate: [[CounterRow]]) {
    let sides = CountedSides(baseline: CountedSide(baseline), candidate: CountedSide(candidate))
    var counts: [ComparedCount] = []
    var missing: [(name: String, reason: String)] = []
    for quantity in CountedQuantity.compared {
      if let count = sides.compare(quantity) {
        counts.append(count)
      } else {
        missing.append((quantity.name, sides.reason(quantity)))
      }
    }
    let gaps = missing.grouped(by: \.reason).map { group in
      "\(group.map(\.name).joined(separator: ", ")): \(group[0].reason)"
    }
    self.init(counts: counts, gaps: gaps)
  }
}

/// The usable counted launches of one side, and the reasons why the side's other counted launches
/// are not usable.
private struct CountedSide {
  let launches: [[CounterRow]]
  /// For each counting pass, the reason why its first unusable launch can't be used.
  private let faults: [CountingPass: String]

  init(_ all: [[CounterRow]]) {
    var usable: [[CounterRow]] = []
    var faults: [CountingPass: String] = [:]
    for rows in all {
      let closing = CountedRecord(rows: rows).closing
      if let closing, closing.status != .counted {
        let reason = closing.reason.isEmpty ? "no reason was given" : closing.reason
        faults[closing.pass] = faults[closing.pass] ?? reason
      } else {
        usable.append(rows)
      }
    }
    launches = usable
    self.faults = faults
  }

  func values(_ event: String) -> [Double]? {
    let alone = CountedQuantity(event)
    guard let figures = CountPerOperation(alone, launches: launches).figures,
      figures.event == event
    else { return nil }
    return figures.values
  }

  /// The reason why the quantity has no figure; nil if it has a figure, or if no reason is known.
  func reason(_ quantity: CountedQuantity) -> String? {
    let asked = launches.joined().contains { quantity.exactEvents.contains($0.event) }
    if asked,
      case .missing(let reason) = CountPerOperation(quantity, launches: launches).count
    {
      return reason
    }
    return asked ? nil : quantity.passes.compactMap { faults[$0] }.first
  }
}

extension CountedQuantity {
  /// The counting passes that can give the quantity.
  fileprivate var passes: [CountingPass] {
    switch name {
    case Self.allocations.name, "allocated-bytes": [.allocations]
    case Self.instructions.name: [.counters, .instructions]
    default: [.counters]
    }
  }
}

private struct CountedSides {
  let baseline: CountedSide
  let candidate: CountedSide

  func compare(_ quantity: CountedQuantity) -> ComparedCount? {
    for event in quantity.exactEvents {
      if let a = baseline.values(event), let b = candidate.values(event) {
        return ComparedCount(quantity.name, event: event, a: a, b: b)
      }
    }
    return nil
  }

  /// The reason why the quantity can't be compared, with the side that lacks it if only one side
  /// does.
  func reason(_ quantity: CountedQuantity) -> String {
    let (a, b) = (baseline.reason(quantity), candidate.reason(quantity))
    let counted = [baseline, candidate].map { side in
      quantity.exactEvents.contains { side.values($0) != nil }
    }
    return switch (counted[0], counted[1]) {
    case (true, true): "the two sides counted it in different ways"
    case (true, false): "not in the candidate: \(b ?? "not counted")"
    case (false, true): "not in the baseline: \(a ?? "not counted")"
    case (false, false): b ?? a ?? "not counted"
    }
  }
}
