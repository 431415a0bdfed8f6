import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives

extension OperationsSuite {
  static let serial = Workload.ofPool(
    "serial", "one item of a round whose items run one at a time, in the order added",
    axes: [items], pace: .window,
    [
      ordered("operation-queue", "an OperationQueue of one operation at a time", .headline) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        return { record in
          for position in 0..<record.count { queue.addOperation { record.note(position) } }
          queue.waitUntilAllOperationsAreFinished()
        }
      },
      ordered("serial-queue-async", "async on a serial queue") {
        let queue = DispatchQueue(label: "syncbench.items")
        return { record in
          for position in 0..<record.count { queue.async { record.note(position) } }
          queue.sync {}
        }
      },
    ])

  static let chain = Workload.ofPool(
    "chain", "one link of a chain: each link starts when the previous link ends",
    axes: [
      Axis(
        "length", .count, headline: [64], standard: [8, 64, 512], thorough: [2, 8, 64, 512, 2048])
    ], pace: .window,
    [
      ordered("block-operation", "BlockOperation on an OperationQueue", .headline) {
        // The queue could run all operations together, so only their dependencies order them.
        let queue = OperationQueue()
        return { record in
          var operations: [Operation] = []
          operations.reserveCapacity(record.count)
          for position in 0..<record.count {
            let operation = BlockOperation { record.note(position) }
            if let last = operations.last { operation.addDependency(last) }
            operations.append(operation)
          }
          queue.addOperations(operations, waitUntilFinished: true)
        }
      },
      ordered(
        "looking-operation",
        "an operation that cancels itself if the one on which it depends was cancelled"
      ) {
        let queue = OperationQueue()
        return { record in
          var operations: [Operation] = []
          operations.reserveCapacity(record.count)
          for position in 0..<record.count {
            let operation = LookingOperation { record.note(position) }
            if let last = operations.last { operation.addDependency(last) }
            operations.append(operation)
          }
          queue.addOperations(operations, waitUntilFinished: true)
        }
      },
      ordered("nested-async", "closures on a serial queue, each submits the next") {
        let queue = DispatchQueue(label: "syncbench.chain")
        let done = DispatchSemaphore(value: 0)
        @Sendable func submit(_ position: Int, _ record: OrderedItemsRecord) {
          queue.async {
            record.note(position)
            if position + 1 < record.count {
              submit(position + 1, record)
            } else {
              done.signal()
            }
          }
        }
        return { record in
          submit(0, record)
          done.wait()
        }
      },
    ])

  /// The primitives that run items one after another.
  private static let ordered = VariantLines<RoundMaking<OrderedItemsRecord>> {
    let count = $0.value("items", default: $0.value("length", default: 64))
    return roundsProgram(OrderedItemsRecord(count: count), $1())
  }
}

/// An operation that cancels itself if an operation on which it depends was cancelled, so that a
/// whole chain is cancelled.
///
/// Unchecked: its body is set once.
final class LookingOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func main() {
    if dependencies.contains(where: \.isCancelled) { return cancel() }
    if !isCancelled { body() }
  }
}

/// The check of ordered items: a round's items run one after another, in order, and each runs once.
final class OrderedItemsRecord: RoundRecord {
  let count: Int
  private let next = CacheAligned<UInt64>(0)
  private let faults = FaultCount()

  init(count: Int) { self.count = count }

  /// Notes that an item runs; the item does nothing else.
  func note(_ position: Int) {
    let expected = UInt64(position)
    if sync_word_read(next.pointer) != expected { faults.note() }
    sync_word_write(next.pointer, expected + 1)
  }

  func endRound() {
    if sync_word_read(next.pointer) != UInt64(count) { faults.note() }
    sync_word_write(next.pointer, 0)
  }

  func conclude(operations: UInt64) -> TrialConclusion {
    faults.conclude(operations) {
      "\($0) of \(operations) items ran out of order, or not exactly once"
    }
  }
}
