import CSyncShims
import Glibc

/// What the allocator costs on this machine.
package enum AllocatorCost {
  /// What one malloc of a small block and its free take in ns: the fastest of some batches, because
  /// whatever disturbs a batch makes it slower.
  package static func nanosecondsOfPair() -> Double {
    let pairs = 10_000
    var fastest = UInt64.max
    for _ in 0..<20 {
      let start = sync_monotonic_ns()
      for _ in 0..<pairs {
        let block = malloc(64)
        // Without it the optimiser knows that nobody looks at the block, and leaves both calls out.
        sync_keep(block)
        free(block)
      }
      fastest = min(fastest, sync_monotonic_ns() - start)
    }
    return Double(fastest) / Double(pairs)
  }
}
