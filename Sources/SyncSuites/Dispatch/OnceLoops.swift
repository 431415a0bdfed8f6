import CSyncShims
import SyncPrimitives

/// Reads a value that is made at its first use, so many times; the sum of what was read.
@inline(never)
func onceLoop<Value: OnceValue & ~Copyable>(
  _ value: borrowing Value, operations: UInt64
) -> UInt64 {
  sync_align_code()
  var sum: UInt64 = 0
  var done: UInt64 = 0
  while done < operations {
    sum &+= value.read()
    done &+= 1
  }
  return sum
}

/// What a thread read of a value.
struct OnceTally: Sendable {
  /// How often it read.
  var reads: UInt64 = 0
  /// The sum of what it read.
  var sum: UInt64 = 0
}

/// The same, by one of several threads, until the flag is raised.
@inline(never)
func sharedOnceLoop<Value: OnceValue & ~Copyable>(
  _ value: borrowing Value, until stop: UnsafePointer<UInt32>
) -> OnceTally {
  sync_align_code()
  var tally = OnceTally()
  while sync_flag_read(stop) == 0 {
    tally.sum &+= value.read()
    tally.reads &+= 1
  }
  return tally
}
