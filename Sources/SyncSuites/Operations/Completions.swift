import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives
import Synchronization

extension OperationsSuite {
  static let completion = Workload.ofPool(
    "completion", "one operation, and what is to follow it", tier: .standard, axes: [items],
    pace: .window,
    [
      followed("closure-end", "an operation whose closure ends with it") {
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

  /// A negative control: what is to follow is put on a global queue beside the operation, and not
  /// after it.
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

  /// The line of a way to have something follow each item; a round waits for neither.
  private static func followed(
    _ name: String, _ summary: String,
    _ make: @escaping @Sendable () -> @Sendable (FollowedItemsRecord) -> Void
  ) -> MeasuredPrimitive {
    .rounds(name, summary, .headline, of: { FollowedItemsRecord($0) }, make)
  }
}

/// Whether the items of a round ran once each, and what is to follow each once after it.
///
/// Unchecked: each item and what follows it write words of their own.
final class FollowedItemsRecord: RoundRecord, @unchecked Sendable {
  let count: Int
  /// The number of times that each item ran, and then that what follows it did.
  private let words: UnsafeMutablePointer<UInt64>
  private let round = CacheAligned<UInt64>(1)
  private let left: CacheAligned<Atomic<Int>>
  private let faults = FaultCount()
  private let done = DispatchSemaphore(value: 0)
  private let patience: Patience

  /// Makes a record of rounds of as many items as a case has.
  ///
  /// - Parameter patienceNanoseconds: The longest wait, in ns, for what follows a round's items.
  init(_ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000) {
    count = context.value("items", default: 64)
    patience = Patience(nanoseconds: patienceNanoseconds)
    left = CacheAligned(Atomic(count))
    words = .allocate(capacity: 2 * count)
    words.initialize(repeating: 0, count: 2 * count)
  }

  deinit { words.deallocate() }

  /// Notes that an item runs: all that an item does.
  func noteItem(_ item: Int) { addOne(to: words + item) }

  /// Notes that what follows an item runs: the item must have.
  func noteFollower(of item: Int) {
    if sync_word_read(words + item) != sync_word_read(round.pointer) { faults.note() }
    addOne(to: words + count + item)
    let now = left.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if now == 0 { done.signal() }
  }

  /// Waits until as much has followed as there were items, looks whether all came once, and makes ready for
  /// the next round.
  func endRound() {
    if !patience.wait(for: done) { faults.note() }
    let current = sync_word_read(round.pointer)
    for index in 0..<2 * count where sync_word_read(words + index) != current {
      faults.note()
      sync_word_write(words + index, current)
    }
    left.pointer.pointee.store(count, ordering: .relaxed)
    sync_word_write(round.pointer, current + 1)
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    faults.conclude(operations) {
      "\($0) times what follows \(operations) items came before its item, or not once"
    }
  }
}
