public import CSyncShims

/// Makes the optimiser compute a value that nothing else uses.
///
/// A benchmark itself passes its closure's result to this function. The optimiser must also assume
/// that each call reads and writes all memory, so a loop around the call is not folded.
@inlinable @inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  withUnsafePointer(to: value) { sync_keep(UnsafeMutableRawPointer(mutating: $0)) }
}
