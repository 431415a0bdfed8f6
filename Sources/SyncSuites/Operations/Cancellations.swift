import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives
import Synchronization

extension OperationsSuite {
  static let cancel = Workload.ofPool(
    "cancel", "one operation, made, cancelled before it starts, and never run", axes: [items],
    pace: .window,
    [
      cancelled(
        "operation-cancel", "cancel() of each operation of a suspended queue", .headline
      ) { queue, record in
        let operations = suspended(queue, record)
        queue.addOperations(operations, waitUntilFinished: false)
        record.time { for operation in operations { operation.cancel() } }
        finish(queue, record)
      },
      cancelled("cancel-all", "cancelAllOperations() of a suspended queue") { queue, record in
        queue.addOperations(suspended(queue, record), waitUntilFinished: false)
        record.time { queue.cancelAllOperations() }
        finish(queue, record)
      },
      cancelled("cancel-first", "cancel() of each operation before it is added") { queue, record in
        let operations = suspended(queue, record)
        record.time { for operation in operations { operation.cancel() } }
        queue.addOperations(operations, waitUntilFinished: false)
        finish(queue, record)
      },
      lines("work-item-cancel", "cancel() of each work item of a suspended queue") {
        let queue = DispatchQueue(label: "syncbench.cancel")
        return { record in
          queue.suspend()
          let items = (0..<record.count).map { _ in DispatchWorkItem { record.noteCancelled() } }
          for item in items { queue.async(execute: item) }
          record.time { for item in items { item.cancel() } }
          queue.async { record.noteSurvivor() }
          queue.resume()
          queue.sync {}
        }
      },
    ])

  private static let lines = VariantLines<RoundMaking<CancelledItemsRecord>> {
    roundsProgram(CancelledItemsRecord($0), $1())
  }

  /// Makes the primitive of a way to cancel operations before they start.
  private static func cancelled(
    _ name: String, _ summary: String, _ tier: Tier = .standard,
    _ run: @escaping @Sendable (OperationQueue, CancelledItemsRecord) -> Void
  ) -> MeasuredPrimitive {
    lines(name, summary, tier) {
      let queue = OperationQueue()
      return { run(queue, $0) }
    }
  }

  /// Suspends a queue, and makes the operations to cancel.
  private static func suspended(
    _ queue: OperationQueue, _ record: CancelledItemsRecord
  ) -> [BlockOperation] {
    queue.isSuspended = true
    return (0..<record.count).map { _ in BlockOperation { record.noteCancelled() } }
  }

  /// Adds an operation that is not cancelled, resumes the queue, and waits for all operations.
  private static func finish(_ queue: OperationQueue, _ record: CancelledItemsRecord) {
    queue.addOperation { record.noteSurvivor() }
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// The numbers of cancelled and of other items that ran, and the time that the cancelling took.
///
/// Unchecked: only the thread that runs the rounds writes and reads the variables that are not
/// atomic.
final class CancelledItemsRecord: RoundRecord, @unchecked Sendable {
  let count: Int
  private let cancelledRuns = CacheAligned(Atomic<UInt64>(0))
  private let survivorRuns = CacheAligned(Atomic<UInt64>(0))
  private var rounds: UInt64 = 0
  private var cancelNanoseconds: UInt64 = 0

  init(_ context: CaseContext) { count = context.value("items", default: 64) }

  /// Notes that a cancelled item runs.
  func noteCancelled() { cancelledRuns.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// Notes that the uncancelled item of a round runs.
  func noteSurvivor() { survivorRuns.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// Runs `cancel`, and adds the time that it takes to the trial's total.
  @inline(__always)
  func time(_ cancel: () -> Void) {
    let start = sync_monotonic_ns()
    cancel()
    cancelNanoseconds += sync_monotonic_ns() - start
  }

  func endRound() { rounds += 1 }

  func conclude(operations: UInt64) -> TrialConclusion {
    defer { (rounds, cancelNanoseconds) = (0, 0) }
    let cancelled = cancelledRuns.pointer.pointee.exchange(0, ordering: .relaxed)
    let survivors = survivorRuns.pointer.pointee.exchange(0, ordering: .relaxed)
    var conclusion = TrialConclusion(operations: operations)
    if cancelled > 0 {
      conclusion.violation = "\(cancelled) of \(operations) cancelled items ran"
    } else if survivors != rounds {
      conclusion.violation = "\(survivors) uncancelled items ran instead of \(rounds)"
    }
    conclusion.observations = present([
      ("cancel_ns_per_op", ratio(Double(cancelNanoseconds), to: operations))
    ])
    return conclusion
  }
}
