import Dispatch

/// The results of a function for 0, 1, … up to a count, in that order, worked out on all CPUs.
///
/// Nothing but the time depends on how many there are: no call sees what another did.
///
/// - Parameter isConcurrent: False to call the function for one number after the other.
func concurrentMap<Result: Sendable>(
  _ count: Int, isConcurrent: Bool, _ transform: @Sendable (Int) -> Result
) -> [Result] {
  guard isConcurrent, count > 1 else { return (0..<count).map(transform) }
  return [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each call has a place of its own, and all are done when the loop is.
    nonisolated(unsafe) let places = results
    DispatchQueue.concurrentPerform(iterations: count) { index in
      places.initializeElement(at: index, to: transform(index))
    }
    initializedCount = count
  }
}
