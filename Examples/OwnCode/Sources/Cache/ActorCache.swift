/// A cache that is an actor.
public actor ActorCache {
  private let values: [Int: Int]

  /// The number of look-ups that found a value.
  public private(set) var hits: UInt64 = 0

  /// Makes a cache of these values.
  public init(_ values: [Int: Int]) { self.values = values }

  /// The value of a key; nil if there is none.
  public func value(for key: Int) -> Int? {
    let value = values[key]
    if value != nil { hits += 1 }
    return value
  }
}
