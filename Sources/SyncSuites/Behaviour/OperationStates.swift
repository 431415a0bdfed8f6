import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives
import Synchronization

/// Experiments on operations: states, outputs, cancelling, limits.
enum OperationStates {
  static let all: [Behaviour] = [
    Behaviour(
      "silent-finish-frees-dependant",
      "an asynchronous operation that finishes without telling its observers frees its dependant",
      attempts: 3
    ) { dependantRuns(after: SilentOperation()) },
    Behaviour(
      "told-finish-frees-dependant",
      "an asynchronous operation that tells its observers that it has finished frees its dependant",
      attempts: 20
    ) { dependantRuns(after: ToldOperation()) },
    Behaviour(
      "output-read-by-dependant",
      "each operation of a chain of 16 reads the plain word that the one before has written",
      attempts: 20
    ) {
      let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
      word.initialize(to: 0)
      defer { word.deallocate() }
      nonisolated(unsafe) let output = word
      runChain(of: 16) { position in
        if output.pointee == UInt64(position) { output.pointee += 1 }
      }
      return word.pointee == 16
    },
    Behaviour(
      "chain-hands-cancelling-on",
      "in a chain whose first operation is cancelled, none does its work if each checks whether the previous one was cancelled",
      attempts: 20
    ) {
      let work = Atomic(0)
      let first = runChain(of: 8, cancelsFirst: true) { _ in
        work.wrappingAdd(1, ordering: .relaxed)
      }
      return first && work.load(ordering: .acquiring) == 0
    },
    Behaviour(
      "limit-of-4-holds", "12 operations on a queue with a limit of 4: never 5 run at once",
      attempts: 5
    ) { mostAtOnce(limit: 4) <= 4 },
    Behaviour(
      "limit-of-4-is-reached", "12 operations on a queue with a limit of 4: 4 of them meet",
      attempts: 5
    ) { mostAtOnce(limit: 4) >= 4 },
    Behaviour(
      "queue-class-reaches-operations",
      "an operation runs at the nice value of its queue's qualityOfService", attempts: 20
    ) {
      niceOfOperation(at: .background) == ServiceClass.background.run { sync_thread_nice() }
        && niceOfOperation(at: .userInitiated)
          == ServiceClass.userInitiated.run { sync_thread_nice() }
    },
    Behaviour(
      "sleeping-retries-take-turns",
      "16 operations that sleep 5 ms before a second try take at least twice as long as 16 that are tried again by a timer",
      attempts: 3
    ) { Retries.nanoseconds(sleeping: true) >= 2 * Retries.nanoseconds(sleeping: false) },
  ]

  // MARK: States

  /// An operation that finishes a while after its start, and does not tell its observers.
  ///
  /// Unchecked: one thread starts the operation.
  private final class SilentOperation: Operation, @unchecked Sendable {
    private let hasFinished = Happening()

    override var isAsynchronous: Bool { true }
    override var isFinished: Bool { hasFinished.hasHappened }

    override func start() {
      later.asyncAfter(deadline: .now() + .milliseconds(1)) { self.hasFinished.happen() }
    }
  }

  /// An operation that finishes a while after its start, and tells its observers.
  private final class ToldOperation: AsynchronousOperation, @unchecked Sendable {
    override func main() { later.asyncAfter(deadline: .now() + .milliseconds(1)) { self.finish() } }
  }

  /// The queue on which operations finish after their start has returned.
  ///
  /// An operation queue checks an operation when its start returns, so an earlier finish would be
  /// seen even if it is silent.
  private static let later = DispatchQueue(label: "syncbench.later")

  /// The longest wait for a dependant, in ns: long if the dependant should come, because a loaded
  /// machine may be slow.
  private static func patience(_ first: Operation) -> UInt64 {
    first is ToldOperation ? 1_000_000_000 : 20_000_000
  }

  /// Whether an operation on another queue runs, and the dependant of `first` runs in time.
  private static func dependantRuns(after first: Operation) -> Bool {
    let queue = OperationQueue()
    let (hasRun, otherHasRun) = (Happening(), Happening())
    let dependant = BlockOperation { hasRun.happen() }
    dependant.addDependency(first)
    queue.addOperations([first, dependant], waitUntilFinished: false)
    OperationQueue().addOperation { otherHasRun.happen() }
    return otherHasRun.wait() && hasRun.wait(atMost: patience(first))
  }

  // MARK: Chains

  /// Runs a chain of operations on one queue.
  ///
  /// - Parameter cancelsFirst: Whether the first operation is cancelled before the chain begins;
  ///   each operation after a cancelled operation cancels itself.
  /// - Returns: Whether every operation has finished.
  @discardableResult
  private static func runChain(
    of length: Int, cancelsFirst: Bool = false, _ body: @escaping @Sendable (Int) -> Void
  ) -> Bool {
    let queue = OperationQueue()
    var chain: [Operation] = []
    for position in 0..<length {
      let link = LookingOperation { body(position) }
      if let last = chain.last { link.addDependency(last) }
      chain.append(link)
    }
    if cancelsFirst { chain.first?.cancel() }
    queue.addOperations(chain, waitUntilFinished: true)
    return chain.allSatisfy(\.isFinished)
  }

  // MARK: Limits and classes

  /// The most operations that ran together.
  ///
  /// Each of `3 * limit` operations waits until `limit + 1` operations run together, for at most 20
  /// ms.
  private static func mostAtOnce(limit: Int) -> Int {
    let (occupancy, company) = (Occupancy(), Company(of: limit + 1))
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = limit
    for _ in 0..<3 * limit {
      queue.addOperation { occupancy.run { company.join(atMost: 20_000_000) } }
    }
    queue.waitUntilAllOperationsAreFinished()
    return occupancy.takeMost()
  }

  private static func niceOfOperation(at quality: QualityOfService) -> Int32? {
    let seen = MutexProtected<Int32?>(nil)
    let queue = OperationQueue()
    queue.qualityOfService = quality
    queue.addOperation { seen.put(sync_thread_nice()) }
    queue.waitUntilAllOperationsAreFinished()
    return seen.get()
  }

  // MARK: Retries

  private enum Retries {
    private static let jobs = 16
    private static let delayNanoseconds: UInt64 = 5_000_000

    /// The time of all jobs, in ns; a job is only the delay between a failed try and the next one.
    ///
    /// - Parameter sleeping: Whether each job sleeps on its thread for the delay; otherwise a timer
    ///   ends the job.
    static func nanoseconds(sleeping: Bool) -> UInt64 {
      let queue = OperationQueue()
      let timers = DispatchQueue(label: "syncbench.retries")
      let start = sync_monotonic_ns()
      for _ in 0..<jobs {
        queue.addOperation(sleeping ? SleepingRetry() : TimedRetry(timers))
      }
      queue.waitUntilAllOperationsAreFinished()
      return sync_monotonic_ns() - start
    }

    private final class SleepingRetry: Operation, @unchecked Sendable {
      override func main() { sync_sleep_until(sync_monotonic_ns() + Retries.delayNanoseconds) }
    }

    private final class TimedRetry: AsynchronousOperation, @unchecked Sendable {
      private let timers: DispatchQueue

      init(_ timers: DispatchQueue) { self.timers = timers }

      override func main() {
        timers.asyncAfter(deadline: .now() + .nanoseconds(Int(Retries.delayNanoseconds))) {
          self.finish()
        }
      }
    }
  }
}
