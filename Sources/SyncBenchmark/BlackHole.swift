public import CSyncShims

/// Makes the optimiser compute a value that nothing else uses.
///
/// The result of a benchmark's closure needs no such call, because the benchmark makes one. The
/// optimiser must also assume that the call reads and writes all memory, so a loop around it is not
/// folded.
@inlinable @inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  withUnsafePointer(to: value) { sync_keep(UnsafeMutableRawPointer(mutating: $0)) }
}
