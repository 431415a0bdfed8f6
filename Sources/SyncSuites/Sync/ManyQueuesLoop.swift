import CSyncShims
import SyncPrimitives

/// Counters in a row, each behind a queue of its own.
///
/// The row itself is only read: what queues and counters write to lies elsewhere, on lines of its own.
struct CounterRow<Counter: SharedCounter & ~Copyable>: ~Copyable, @unchecked Sendable
where Counter.ThreadState == Void {
  /// How many there are.
  let count: Int
  let counters: UnsafeMutablePointer<Counter>

  /// Makes counters at zero.
  ///
  /// - Complexity: O(count).
  init(count: Int, _ make: () -> Counter) {
    precondition(count > 0, "one queue at least")
    self.count = count
    counters = .allocate(capacity: count)
    for index in 0..<count { (counters + index).initialize(to: make()) }
  }

  /// What all counters show together; read it after every thread has stopped.
  ///
  /// - Complexity: O(count).
  borrowing func total() -> UInt64 {
    (0..<count).reduce(0) { $0 &+ counters[$1].total() }
  }

  deinit {
    counters.deinitialize(count: count)
    counters.deallocate()
  }
}

/// Increments by one of several threads until the flag is raised, each of a counter drawn at random,
/// behind its own queue; how many it did.
@inline(never)
func manyQueuesLoop<Counter: SharedCounter & ~Copyable>(
  _ row: borrowing CounterRow<Counter>, until stop: UnsafePointer<UInt32>, seed: UInt64,
  insideSteps: UInt64
) -> UInt64 where Counter.ThreadState == Void {
  sync_align_code()
  var state: Void = ()
  var random = Xorshift(seed: seed)
  let count = UInt64(row.count)
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let index = Int(random.next(below: count))
    (row.counters + index).pointee.increment(&state, workSteps: insideSteps)
    done &+= 1
  }
  return done
}
