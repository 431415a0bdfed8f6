import BenchmarkModel
import BenchmarkRunner
import Dispatch
import Foundation
import SyncPrimitives
import Synchronization

extension OperationsSuite {
  static let completion = Workload.ofPool(
    "completion", "one operation and its follow-up", tier: .standard, axes: [items],
    pace: .window,
    [
      followed("closure-end", "what follows is the end of the operation's closure") {
        let queue = OperationQueue()
        return { record in
          let operations: [Operation] = (0..<record.count).map { item in
            BlockOperation {
              record.noteItem(item)
              record.noteFollower(of: item)
            }
          }
          queue.addOperations(operations, waitUntilFinished: false)
        }
      },
      followed("completion-block", "an operation with a completionBlock") {
        let queue = OperationQueue()
        return { record in
          let operations: [Operation] = (0..<record.count).map { item in
            let operation = BlockOperation { record.noteItem(item) }
            operation.completionBlock = { record.noteFollower(of: item) }
            return operation
          }
          queue.addOperations(operations, waitUntilFinished: false)
        }
      },
      followed("dependency", "another operation that depends on it") {
        let queue = OperationQueue()
        return { record in
          var operations: [Operation] = []
          operations.reserveCapacity(2 * record.count)
          for item in 0..<record.count {
            let operation = BlockOperation { record.noteItem(item) }
            let follower = BlockOperation { record.noteFollower(of: item) }
            follower.addDependency(operation)
            operations.append(operation)
            operations.append(follower)
          }
          queue.addOperations(operations, waitUntilFinished: false)
        }
      },
      followed("work-item-notify", "no operation: a work item with a notify") {
        let queue = DispatchQueue.global()
        return { record in
          for item in 0..<record.count {
            let work = DispatchWorkItem { record.noteItem(item) }
            work.notify(queue: queue) { record.noteFollower(of: item) }
            queue.async(execute: work)
          }
        }
      },
    ])

  static let completionControl = Workload.ofPool(
    "completion-control", "as completion", tier: .standard, axes: [Axis("items", .count, [64])],
    pace: .window,
    [
      .control("beside", "what is to follow is put beside the operation, and not after it") {
        roundsProgram(FollowedItemsRecord($0), unorderedFollowers())
      }
    ])

  /// Makes a negative control, in which a follower may run before its operation.
  static func unorderedFollowers() -> @Sendable (FollowedItemsRecord) -> Void {
    let queue = OperationQueue()
    return { record in
      let operations: [Operation] = (0..<record.count).map { item in
        DispatchQueue.global().async { record.noteFollower(of: item) }
        return BlockOperation { record.noteItem(item) }
      }
      queue.addOperations(operations, waitUntilFinished: true)
    }
  }

  /// The primitives that run a follower after each item.
  ///
  /// A round waits only in ``FollowedItemsRecord/endRound()``, for the followers.
  private static let followed = VariantLines<RoundMaking<FollowedItemsRecord>>(tier: .headline) {
    roundsProgram(FollowedItemsRecord($0), $1())
  }
}

/// The check of items with followers: each item runs once, and then its follower runs once.
final class FollowedItemsRecord: RoundRecord {
  let count: Int
  /// The counts of runs, by index: first the items, then their followers.
  private let runs: RoundRuns
  private let left: CacheAligned<Atomic<Int>>
  private let done = DispatchSemaphore(value: 0)
  private let patience: Patience

  /// Makes a record for rounds with as many items as the case's parameter `items` says.
  ///
  /// - Parameter patienceNanoseconds: The longest wait for a round's followers, in ns.
  init(_ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000) {
    count = context.value("items", default: 64)
    patience = Patience(nanoseconds: patienceNanoseconds)
    left = CacheAligned(Atomic(count))
    runs = RoundRuns(count: 2 * count)
  }

  /// Notes that an item runs; the item does nothing else.
  func noteItem(_ item: Int) { runs.note(item) }

  /// Notes that the follower of an item runs.
  func noteFollower(of item: Int) {
    runs.note(count + item, after: item..<item + 1)
    let now = left.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if now == 0 { done.signal() }
  }

  /// Waits until all followers have run, checks that each item and each follower ran once, and
  /// begins the next round.
  func endRound() {
    if !patience.wait(for: done) { runs.noteFault() }
    runs.endRound()
    left.pointer.pointee.store(count, ordering: .relaxed)
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    runs.conclude(operations) {
      "\($0) times a follower ran before its item, or not exactly once, for \(operations) items"
    }
  }
}
