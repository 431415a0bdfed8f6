import Foundation
import Synchronization

/// In which order operations of several priorities ran.
///
/// Unchecked: each operation writes a place of its own.
public final class PrioritizedItemsRecord: @unchecked Sendable {
  /// The level of each operation, in the order in which they are added: 0 is the lowest, 4 the
  /// highest.
  public let levels: [Int]
  private let order: UnsafeMutablePointer<Int>
  private let count = CacheAligned(Atomic<Int>(0))

  /// How many levels there are.
  public static let levelCount = 5

  /// Makes a record of operations of these levels.
  public init(levels: [Int]) {
    self.levels = levels
    order = .allocate(capacity: max(1, levels.count))
    order.initialize(repeating: 0, count: max(1, levels.count))
  }

  deinit { order.deallocate() }

  /// Forgets the round before.
  public func begin() { count.pointer.pointee.store(0, ordering: .relaxed) }

  /// Notes that an operation runs.
  public func note(_ index: Int) {
    let place = count.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    if place < levels.count { order[place] = index }
  }

  /// The operations in the order in which they ran; nil where not each of them ran once.
  public func ranOrder() -> [Int]? {
    guard count.pointer.pointee.load(ordering: .acquiring) == levels.count else { return nil }
    let ran = (0..<levels.count).map { order[$0] }
    return Set(ran).count == levels.count ? ran : nil
  }
}

/// A way to have operations run by their importance.
public protocol PrioritizedItems: Sendable {
  /// Makes one with an idle queue.
  init()

  /// Has the record noted by an operation of each of its levels, all added before the first may
  /// start, one at a time, and returns when all have run.
  func run(_ record: PrioritizedItemsRecord)
}

/// `queuePriority`, on a queue of one operation at a time.
public struct QueuePriorityOrder: PrioritizedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() { queue.maxConcurrentOperationCount = 1 }

  /// Gives each operation its priority before it is added.
  public func run(_ record: PrioritizedItemsRecord) {
    runSuspended(queue, record) { $0.queuePriority = priorities[$1] }
  }
}

/// `qualityOfService` in its place, on a queue of one operation at a time.
public struct QualityOfServiceOrder: PrioritizedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() { queue.maxConcurrentOperationCount = 1 }

  /// Gives each operation its class before it is added.
  public func run(_ record: PrioritizedItemsRecord) {
    runSuspended(queue, record) { $0.qualityOfService = classes[$1] }
  }
}

/// Adds an operation for each level while the queue is suspended, and lets it go through them.
private func runSuspended(
  _ queue: OperationQueue, _ record: PrioritizedItemsRecord, setting level: (Operation, Int) -> Void
) {
  queue.isSuspended = true
  let operations = record.levels.indices.map { index -> Operation in
    let operation = BlockOperation { record.note(index) }
    level(operation, record.levels[index])
    return operation
  }
  queue.addOperations(operations, waitUntilFinished: false)
  queue.isSuspended = false
  for operation in operations { operation.waitUntilFinished() }
}

/// What each level is as a priority and as a class, from the lowest.
private let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
private let classes: [QualityOfService] = [
  .background, .utility, .default, .userInitiated, .userInteractive,
]
