import BenchmarkModel
import BenchmarkRunner
import Foundation
import SyncPrimitives
import Synchronization

extension OperationsSuite {
  static let priority = Workload.ofPool(
    "priority", "one of 50 operations of five priorities, added before any starts", pace: .window,
    [
      prioritized("queue-priority", "queuePriority, one operation at a time", .headline) {
        $0.queuePriority = priorities[$1]
      },
      prioritized("quality-of-service", "qualityOfService, one operation at a time") {
        $0.qualityOfService = classes[$1]
      },
    ])

  private static let lines = VariantLines<RoundMaking<PrioritizedItemsRecord>> {
    roundsProgram(PrioritizedItemsRecord(levels: mixedLevels(50, seed: $0.seed)), $1())
  }

  /// Makes the primitive of a way to run operations by importance.
  ///
  /// - Parameter set: Gives an operation its level, before the operation is added.
  private static func prioritized(
    _ name: String, _ summary: String, _ tier: Tier = .standard,
    _ set: @escaping @Sendable (Operation, _ level: Int) -> Void
  ) -> MeasuredPrimitive {
    lines(name, summary, tier) {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return { record in
        queue.isSuspended = true
        let operations = record.levels.indices.map { index -> Operation in
          let operation = BlockOperation { record.note(index) }
          set(operation, record.levels[index])
          return operation
        }
        queue.addOperations(operations, waitUntilFinished: false)
        queue.isSuspended = false
        for operation in operations { operation.waitUntilFinished() }
      }
    }
  }
}

/// The priority and the class of each level, from the lowest.
private let priorities: [Operation.QueuePriority] = [.veryLow, .low, .normal, .high, .veryHigh]
private let classes: [QualityOfService] = [
  .background, .utility, .default, .userInitiated, .userInteractive,
]

/// The order in which operations of several priorities ran.
///
/// Unchecked: each operation writes an element of its own, and the thread that runs the rounds
/// writes the tally.
final class PrioritizedItemsRecord: RoundRecord, @unchecked Sendable {
  /// The level of each operation, in the order in which the operations were added.
  ///
  /// 0 is the lowest level, and 4 the highest.
  let levels: [Int]
  private let order: UnsafeMutablePointer<Int>
  private let ran = CacheAligned(Atomic<Int>(0))
  private var tally = PriorityTally()

  init(levels: [Int]) {
    self.levels = levels
    order = .makeAligned(repeating: 0, count: max(1, levels.count))
  }

  deinit { order.deallocate() }

  var count: Int { levels.count }

  /// Notes that an operation runs.
  func note(_ index: Int) {
    let position = ran.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    if position < count { order[position] = index }
  }

  func endRound() {
    tally.add(ranOrder(), levels: levels)
    ran.pointer.pointee.store(0, ordering: .relaxed)
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    defer { tally = PriorityTally() }
    return tally.conclude(operations: operations)
  }

  /// The operations in the order in which they ran; nil if some operation did not run exactly once.
  private func ranOrder() -> [Int]? {
    guard ran.pointer.pointee.load(ordering: .acquiring) == count else { return nil }
    let seen = (0..<count).map { order[$0] }
    return Set(seen).count == count ? seen : nil
  }
}

/// The tally of the order in which the operations of a trial ran.
struct PriorityTally {
  /// The number of rounds in which some operation did not run exactly once.
  var faults: UInt64 = 0
  /// The number of pairs of neighbours: two operations that ran one right after the other.
  var neighbours: UInt64 = 0
  /// The number of pairs whose second operation was not more important than the first.
  var inOrder: UInt64 = 0
  /// The number of pairs whose two operations have the same level.
  var equals: UInt64 = 0
  /// The number of pairs of the same level whose second operation was added later.
  var inAddedOrder: UInt64 = 0

  /// Adds a round: the operations in the order in which they ran, or nil if some operation did not
  /// run exactly once.
  mutating func add(_ ran: [Int]?, levels: [Int]) {
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

  func conclude(operations: UInt64) -> TrialConclusion {
    TrialConclusion(
      operations: operations,
      violation: faults > 0 ? "in \(faults) rounds not every operation ran once" : nil,
      observations: present([
        ("in_order_share", ratio(Double(inOrder), to: neighbours)),
        ("added_order_share", ratio(Double(inAddedOrder), to: equals)),
      ]))
  }
}

/// Returns levels for `count` operations: each level about equally often, in a random order that
/// depends only on the seed.
func mixedLevels(_ count: Int, seed: UInt64) -> [Int] {
  var random = Xorshift(seed: seed)
  // The first draws are skipped, because the first numbers of a small seed are small.
  for _ in 0..<16 { _ = random.next(below: 2) }
  var levels = (0..<count).map { $0 % priorities.count }
  random.shuffle(&levels)
  return levels
}
