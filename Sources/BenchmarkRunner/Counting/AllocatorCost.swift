import CSyncShims
import Glibc

/// The cost of the allocator on this machine.
package enum AllocatorCost {
  /// The time of a malloc and free of a small block, in ns: the mean of the fastest of some
  /// batches, because any disturbance makes a batch slower.
  package static func nanosecondsOfPair() -> Double {
    let pairs = 10_000
    var fastest = UInt64.max
    for _ in 0..<20 {
      let start = sync_monotonic_ns()
      for _ in 0..<pairs {
        let block = malloc(64)
        // Otherwise the optimiser knows that the block is unused, and removes malloc and free.
        sync_keep(block)
        free(block)
      }
      fastest = min(fastest, sync_monotonic_ns() - start)
    }
    return Double(fastest) / Double(pairs)
  }
}
