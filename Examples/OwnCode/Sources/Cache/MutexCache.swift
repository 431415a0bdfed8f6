import Synchronization

/// A cache behind a mutex.
public final class MutexCache: Sendable {
  private let state: Mutex<(values: [Int: Int], hits: UInt64)>

  /// Makes a cache of these values.
  public init(_ values: [Int: Int]) { state = Mutex((values, 0)) }

  /// The value of a key; nil if there is none.
  public func value(for key: Int) -> Int? {
    state.withLock { state in
      let value = state.values[key]
      if value != nil { state.hits += 1 }
      return value
    }
  }

  /// The number of look-ups that found a value.
  public var hits: UInt64 { state.withLock { $0.hits } }
}
