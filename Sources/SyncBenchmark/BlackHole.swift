public import CSyncShims

/// Makes the optimiser compute a value that nothing else uses.
///
/// A closure's result is taken by a black hole already. The optimiser must also assume that all
/// memory is read and written here, so a loop around this call is not folded.
@inlinable @inline(__always)
public func blackHole<Value: ~Copyable>(_ value: borrowing Value) {
  withUnsafePointer(to: value) { sync_keep(UnsafeMutableRawPointer(mutating: $0)) }
}
