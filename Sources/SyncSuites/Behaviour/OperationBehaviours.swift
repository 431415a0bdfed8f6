import Dispatch
import Foundation
import SyncPrimitives

/// The behaviour of operations, as guides describe it.
enum OperationBehaviours {
  static let all: [Behaviour] = [
    dependencyAcrossQueues, oneAtATime, operationsMeet, priorityWhileRunning, blocksMeet,
    completionAfterBlocks, dependentOfCancelled, dependentOfCancelledWhileRunning,
  ]

  /// The time for which an operation waits for another operation that should not come, in ns.
  private static let stay = 100_000
  /// The time for which an operation waits for another operation that should come, in ns: long,
  /// because a loaded machine may be slow.
  private static let longStay = 20_000_000
  /// The serial queue of an operation that blocks its thread.
  ///
  /// The pool has separate threads for serial queues and for concurrent queues. On a
  /// concurrent queue, the operation might block the only thread, and no other operation could run.
  ///
  /// The queue is never released, because an operation queue does not retain its underlying queue.
  private static let blockedQueue = DispatchQueue(label: "syncbench.operations")

  // MARK: Orders

  private static let dependencyAcrossQueues = Behaviour(
    "dependency-across-queues",
    "an operation begins after the end of the one it depends on, which is on another queue",
    attempts: 50
  ) {
    let log = StepLog()
    let (queue, other) = (OperationQueue(), OperationQueue())
    queue.underlyingQueue = blockedQueue
    let first = BlockOperation { log.hold("first begun", "first ended") }
    let second = BlockOperation { log.note("second") }
    second.addDependency(first)
    other.addOperation(second)
    queue.addOperation(first)
    let hasBegun = log.wait()
    // If another operation runs on the queue `other` now, the second operation could run too.
    other.addOperation { log.note("other") }
    let otherHasRun = log.wait()
    log.letGoOn()
    let haveEnded = log.wait(for: 2)
    queue.waitUntilAllOperationsAreFinished()
    other.waitUntilAllOperationsAreFinished()
    return hasBegun && otherHasRun && haveEnded
      && log.steps == ["first begun", "other", "first ended", "second"]
  }

  private static let oneAtATime = Behaviour(
    "one-at-a-time",
    "4 operations on a queue of one at a time never meet, and run in the order in which they came",
    attempts: 20
  ) {
    let log = StepLog()
    let company = Company(of: 2)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    for index in 0..<4 {
      queue.addOperation {
        company.join(atMost: stay)
        log.note("\(index)")
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return !company.hasMet && log.steps == ["0", "1", "2", "3"]
  }

  private static let operationsMeet = Behaviour(
    "operations-meet", "2 operations on a queue without a limit meet", attempts: 50
  ) {
    let company = Company(of: 2)
    let queue = OperationQueue()
    for _ in 0..<2 { queue.addOperation { company.join(atMost: longStay) } }
    queue.waitUntilAllOperationsAreFinished()
    return company.hasMet
  }

  private static let priorityWhileRunning = Behaviour(
    "priority-while-running",
    "3 operations that waited while another ran then run by priority, the reverse of the order in which they were added"
  ) {
    let log = StepLog()
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation {
      log.note("running")
      log.stay()
    }
    let hasBegun = log.wait()
    let levels: [(String, Operation.QueuePriority)] = [
      ("low", .low), ("normal", .normal), ("high", .high),
    ]
    for (name, priority) in levels {
      let operation = BlockOperation { log.note(name) }
      operation.queuePriority = priority
      queue.addOperation(operation)
    }
    log.letGoOn()
    queue.waitUntilAllOperationsAreFinished()
    return hasBegun && log.steps == ["running", "high", "normal", "low"]
  }

  // MARK: Execution blocks

  private static let blocksMeet = Behaviour(
    "execution-blocks-meet", "2 execution blocks of one operation meet", attempts: 3
  ) {
    let company = Company(of: 2)
    let operation = BlockOperation { company.join(atMost: longStay) }
    operation.addExecutionBlock { company.join(atMost: longStay) }
    let queue = OperationQueue()
    queue.addOperations([operation], waitUntilFinished: true)
    return company.hasMet
  }

  private static let completionAfterBlocks = Behaviour(
    "completion-after-blocks",
    "an operation's completion comes once, after each of its 4 execution blocks has ended"
  ) {
    let log = StepLog()
    // The first block runs for a while, so that a block beside it ends first.
    let operation = BlockOperation {
      Company(of: 2).join(atMost: stay)
      log.note("block")
    }
    for _ in 1..<4 { operation.addExecutionBlock { log.note("block") } }
    operation.completionBlock = { log.note("completion") }
    let queue = OperationQueue()
    queue.addOperation(operation)
    return log.wait(for: 5) && log.steps == ["block", "block", "block", "block", "completion"]
  }

  // MARK: Cancelling

  private static let dependentOfCancelled = Behaviour(
    "dependent-of-cancelled",
    "what depends on an operation that is cancelled before its start still runs, and is not cancelled"
  ) {
    let log = StepLog()
    let queue = OperationQueue()
    queue.isSuspended = true
    let cancelled = BlockOperation { log.note("cancelled") }
    let dependent = BlockOperation { log.note("dependent") }
    dependent.addDependency(cancelled)
    queue.addOperations([cancelled, dependent], waitUntilFinished: false)
    cancelled.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    return cancelled.isCancelled && !dependent.isCancelled && log.steps == ["dependent"]
  }

  private static let dependentOfCancelledWhileRunning = Behaviour(
    "dependent-of-cancelled-while-running",
    "if a running operation is cancelled, an operation that depends on it still runs, and is not cancelled"
  ) {
    let log = StepLog()
    let queue = OperationQueue()
    let cancelled = BlockOperation { log.hold("cancelled begun", "cancelled ended") }
    let dependent = BlockOperation { log.note("dependent") }
    dependent.addDependency(cancelled)
    queue.addOperations([cancelled, dependent], waitUntilFinished: false)
    let hasBegun = log.wait()
    cancelled.cancel()
    log.letGoOn()
    queue.waitUntilAllOperationsAreFinished()
    return hasBegun && cancelled.isCancelled && !dependent.isCancelled
      && log.steps == ["cancelled begun", "cancelled ended", "dependent"]
  }
}
