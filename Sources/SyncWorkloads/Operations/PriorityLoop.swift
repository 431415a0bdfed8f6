public import CSyncShims
public import SyncPrimitives

/// In what order the operations of a trial ran.
public struct PriorityTally: Sendable, Equatable {
  /// How many operations there were.
  public var operations: UInt64 = 0
  /// How many rounds not each operation of which ran once.
  public var faults: UInt64 = 0
  /// Pairs of operations that ran one after the other.
  public var neighbours: UInt64 = 0
  /// Those of which the second was not the more important.
  public var inOrder: UInt64 = 0
  /// Neighbours of the same level.
  public var equals: UInt64 = 0
  /// Those of which the second was added later.
  public var inAddedOrder: UInt64 = 0

  /// Nothing yet.
  @inlinable public init() {}

  /// Adds a round, given as the operations in the order in which they ran; nil where not each ran
  /// once.
  public mutating func add(_ ran: [Int]?, levels: [Int]) {
    operations += UInt64(levels.count)
    guard let ran else {
      faults += 1
      return
    }
    for (first, second) in zip(ran, ran.dropFirst()) {
      neighbours += 1
      if levels[first] >= levels[second] { inOrder += 1 }
      guard levels[first] == levels[second] else { continue }
      equals += 1
      if first < second { inAddedOrder += 1 }
    }
  }
}

/// As many operations of each level as `count` allows, in an order that the seed draws.
public func mixedLevels(_ count: Int, seed: UInt64) -> [Int] {
  var random = Xorshift(seed: seed)
  // The first numbers of a small seed are small.
  for _ in 0..<16 { _ = random.next(below: 2) }
  var levels = (0..<count).map { $0 % PrioritizedItemsRecord.levelCount }
  for place in stride(from: count - 1, to: 0, by: -1) {
    levels.swapAt(place, Int(random.next(below: UInt64(place + 1))))
  }
  return levels
}

/// Has one round of operations run by their importance after another until the flag is raised.
@inlinable @inline(never)
public func prioritizedItemsLoop<Way: PrioritizedItems>(
  _ way: Way, record: PrioritizedItemsRecord, until stop: UnsafePointer<UInt32>
) -> PriorityTally {
  var tally = PriorityTally()
  while sync_flag_read(stop) == 0 {
    record.begin()
    way.run(record)
    tally.add(record.ranOrder(), levels: record.levels)
  }
  return tally
}
