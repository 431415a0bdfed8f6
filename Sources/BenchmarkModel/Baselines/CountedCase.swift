/// The result of counting a quantity of a case.
package enum CountReading: Equatable, Sendable {
  /// The count an operation, the least of the tries.
  case counted(Double)
  /// Tries that differ by more than the limits: the least and the most.
  case unstable(least: Double, most: Double)
  /// None, and why.
  case unavailable(reason: String)

  /// Makes the reading of several tries, judged by limits; nil without any.
  package init?(tries: [Double], limits: CountLimits) {
    guard let least = tries.min(), let most = tries.max() else { return nil }
    self =
      limits.exceeds(least, most) ? .unstable(least: least, most: most) : .counted(least)
  }
}

extension CountLimits {
  /// Whether a count is more than the baseline's: by over the share of it, and by the least difference.
  package func exceeds(_ baseline: Double, _ count: Double) -> Bool {
    isBeyond(count - baseline, of: baseline)
  }

  /// Whether a count is less than the baseline's, by as much.
  package func fallsBelow(_ baseline: Double, _ count: Double) -> Bool {
    isBeyond(baseline - count, of: baseline)
  }

  /// A billionth of the count is nobody's doing: 1 % of 300 is not exactly 3 in a double.
  private func isBeyond(_ difference: Double, of baseline: Double) -> Bool {
    let rounding = 1e-9 * max(1, baseline)
    return difference > share * baseline + rounding && difference >= least - rounding
  }
}

/// The counts of a case, with the reasons for those that are missing.
package struct CountedCase: Equatable, Sendable {
  /// Instructions an operation.
  package var instructions: CountReading
  /// Allocations an operation.
  package var allocations: CountReading
  /// Bytes an operation; nil if not counted.
  package var allocatedBytes: Double?
  /// The way in which the case crashed, hung or failed its check, which makes its counts worthless; nil if it did
  /// not.
  package var failure: String?

  package init(
    instructions: CountReading, allocations: CountReading, allocatedBytes: Double? = nil,
    failure: String? = nil
  ) {
    self.instructions = instructions
    self.allocations = allocations
    self.allocatedBytes = allocatedBytes
    self.failure = failure
  }

  /// The reading of a quantity.
  package subscript(quantity: GatedCount) -> CountReading {
    switch quantity {
    case .instructions: instructions
    case .allocations: allocations
    }
  }

  /// The counts that a baseline keeps: those that are the same on every try.
  package var stored: OperationCounts {
    func value(_ reading: CountReading) -> Double? {
      if case .counted(let value) = reading { value } else { nil }
    }
    return OperationCounts(
      instructions: value(instructions), allocations: value(allocations),
      allocatedBytes: value(allocations) == nil ? nil : allocatedBytes,
      unstable: GatedCount.allCases.filter {
        if case .unstable = self[$0] { true } else { false }
      })
  }
}
