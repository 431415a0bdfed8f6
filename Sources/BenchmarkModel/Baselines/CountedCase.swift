/// The result of counting a quantity of a case.
package enum CountReading: Equatable, Sendable {
  /// The count per operation: the least of the tries, each of which is one launch of the case.
  case counted(Double)
  /// The least and the largest count of tries that differ by more than the limits.
  case unstable(least: Double, most: Double)
  /// No count, for the reason given.
  case unavailable(reason: String)

  /// Makes the reading of several tries, unstable if the tries differ by more than the limits; nil
  /// without tries.
  package init?(tries: [Double], limits: CountLimits) {
    guard let least = tries.min(), let most = tries.max() else { return nil }
    self =
      limits.exceeds(least, most) ? .unstable(least: least, most: most) : .counted(least)
  }
}

extension CountLimits {
  /// Whether a count exceeds the baseline's by more than the limits.
  package func exceeds(_ baseline: Double, _ count: Double) -> Bool {
    isBeyond(count - baseline, of: baseline)
  }

  /// Whether a count is below the baseline's by more than the limits.
  package func fallsBelow(_ baseline: Double, _ count: Double) -> Bool {
    isBeyond(baseline - count, of: baseline)
  }

  /// Whether a difference exceeds the share `share` of the baseline and is at least `least`.
  ///
  /// Both comparisons allow a rounding error of a billionth of the baseline, or of 1 if the
  /// baseline is smaller: 1 % of 35 is not exactly 0.35 in a `Double`.
  private func isBeyond(_ difference: Double, of baseline: Double) -> Bool {
    let rounding = 1e-9 * max(1, baseline)
    return difference > share * baseline + rounding && difference >= least - rounding
  }
}

/// The counts of a case in a build, with the reasons for missing counts.
package struct CountedCase: Equatable, Sendable {
  /// Instructions per operation.
  package var instructions: CountReading
  /// Allocations per operation.
  package var allocations: CountReading
  /// Allocated bytes per operation; nil if not counted.
  package var allocatedBytes: Double?
  /// The crash, hang or failed check that makes the counts worthless; nil if there was none.
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

  /// The counts that a baseline keeps: the values on which all tries agree, and the names of the
  /// unstable quantities.
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
