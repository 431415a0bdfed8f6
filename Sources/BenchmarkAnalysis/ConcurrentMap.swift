import Dispatch

/// Returns the results of a function for the numbers from 0 to `count - 1`, in that order, computed
/// on all CPUs.
///
/// Only the time depends on the number of CPUs, because the calls are independent of each other.
///
/// - Parameter isConcurrent: False to call the function for one number after the other.
func concurrentMap<Result: Sendable>(
  _ count: Int, isConcurrent: Bool, _ transform: @Sendable (Int) -> Result
) -> [Result] {
  guard isConcurrent, count > 1 else { return (0..<count).map(transform) }
  return [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each call writes an element of its own, and all calls have returned when the loop ends.
    nonisolated(unsafe) let places = results
    DispatchQueue.concurrentPerform(iterations: count) { index in
      places.initializeElement(at: index, to: transform(index))
    }
    initializedCount = count
  }
}
