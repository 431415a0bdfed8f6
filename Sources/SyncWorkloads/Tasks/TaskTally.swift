/// What a measured task did.
public struct TaskTally: Equatable, Sendable {
  /// Operations done.
  public var operations: UInt64 = 0
  /// Answers that were not those asked for.
  public var faults: UInt64 = 0

  /// Nothing yet.
  public init(operations: UInt64 = 0, faults: UInt64 = 0) {
    self.operations = operations
    self.faults = faults
  }

  /// Counts the next operation: its answer must be its number, from 0.
  public mutating func note(_ answer: UInt64?) {
    if answer != operations { faults &+= 1 }
    operations &+= 1
  }
}
