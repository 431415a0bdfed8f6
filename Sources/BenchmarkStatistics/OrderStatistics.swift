/// Puts the values of some ranks where sorting would put them, without sorting the other values.
///
/// Ranks count from 0 and must ascend. Values must not be NaN. The method is Hoare's of 1961.
/// Resamples have many equal values, so all values that equal a pivot are put in place in one step.
///
/// - Complexity: O(n) expected for each rank.
func placeOrderStatistics(_ ranks: [Int], in values: inout [Double]) {
  values.withUnsafeMutableBufferPointer { values in
    var from = 0
    for rank in ranks where rank >= from {
      precondition(rank < values.count, "there is no value of that rank")
      place(rank, in: values, from: from)
      from = rank + 1
    }
  }
}

/// Puts the value of a rank at the index of that rank, with no larger value before it and no
/// smaller value after it.
///
/// The values before the index `first` are in place already.
private func place(_ rank: Int, in values: UnsafeMutableBufferPointer<Double>, from first: Int) {
  var (low, high) = (first, values.count)
  while high - low > 1 {
    let pivot = middle(values[low], values[low + (high - low) / 2], values[high - 1])
    var border = part(values, low, high) { $0 < pivot }
    // If no value is smaller than the pivot, the values equal to it are moved to the front, and
    // stay there.
    if border == low {
      border = part(values, low, high) { !(pivot < $0) }
      if rank < border { return }
    }
    if rank < border { high = border } else { low = border }
  }
}

/// Moves the chosen values of a range to the range's front, and returns the index after them.
@inline(__always)
private func part(
  _ values: UnsafeMutableBufferPointer<Double>, _ low: Int, _ high: Int,
  _ isChosen: (Double) -> Bool
) -> Int {
  var end = low
  for position in low..<high {
    let value = values[position]
    values[position] = values[end]
    values[end] = value
    end &+= isChosen(value) ? 1 : 0
  }
  return end
}

private func middle(_ a: Double, _ b: Double, _ c: Double) -> Double {
  max(min(a, b), min(max(a, b), c))
}
