import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Foundation
import SyncPrimitives

/// Puts an item on a queue.
typealias Submission = @Sendable (_ item: @escaping @Sendable () -> Void) -> Void

/// Makes a number of trips, one after the other, and then calls `then`.
///
/// A trip goes from a thread of the pool to a queue, which counts the trip, and back.
private typealias Trips =
  @Sendable (_ trips: UInt64, _ counter: MainActorCounter, _ then: @escaping @Sendable () -> Void)
  -> Void

extension DispatchSuite {
  static let mainQueue = Workload.ofPool(
    "main-queue", "one trip from a thread of the pool to the main queue and back",
    pace: .operations, summaryLevel: 0.25,
    [
      trip(
        "main-async", "main.async, and async on a global queue from there", .headline
      ) { asyncTrips(mainAsync()) },
      trip("main-sync", "main.sync, from one thread of the pool") {
        { trips, counter, then in
          DispatchQueue.global().async {
            for _ in 0..<trips { DispatchQueue.main.sync { counter.count() } }
            then()
          }
        }
      },
      trip(
        "main-operation-queue", "OperationQueue.main, and async on a global queue from there"
      ) { asyncTrips(mainOperationQueue()) },
      trip("main-actor", "a task that awaits the main actor") {
        { trips, counter, then in
          Task.detached(priority: .medium) {
            for _ in 0..<trips { await counter.increment() }
            then()
          }
        }
      },
      trip(
        "serial-queue-async", "the same trip to a private serial queue, which the pool runs",
        isMain: false
      ) { asyncTrips(privateQueue()) },
    ])

  static let mainQueueBurst = Workload.ofPool(
    "main-queue-burst", "one item of a burst that is put on the main queue",
    axes: [
      Axis(
        "items", .count, headline: [100], standard: [1, 100, 1000], thorough: [1, 10, 100, 1000]),
      Axis("block", .nanoseconds, headline: [0], later: [0, 10_000_000]),
    ], pace: .operations, summaryLevel: 0.25,
    [
      burst("main-async", "main.async", .headline, make: mainAsync),
      burst("main-operation-queue", "OperationQueue.main", make: mainOperationQueue),
      burst(
        "serial-queue-async", "a private serial queue, which the pool runs", isMain: false,
        make: privateQueue),
    ])

  static let mainQueueControl = Workload.ofPool(
    "main-queue-control", "as main-queue-burst", axes: [Axis("items", .count, [100])],
    pace: .operations, summaryLevel: 0.25,
    [
      .control(
        "global-queue-async", "a global queue in place of the main one keeps no order"
      ) { mainQueueBurstProgram($0) { DispatchQueue.global().async(execute: $0) } }
    ])

  @Sendable private static func mainAsync() -> Submission {
    { DispatchQueue.main.async(execute: $0) }
  }

  @Sendable private static func mainOperationQueue() -> Submission {
    { OperationQueue.main.addOperation($0) }
  }

  @Sendable private static func privateQueue() -> Submission {
    let queue = DispatchQueue(label: "syncbench.private")
    return { queue.async(execute: $0) }
  }

  /// Trips in which an item on the queue submits a step to a global queue, and the step submits the
  /// next item.
  private static func asyncTrips(_ submit: @escaping Submission) -> Trips {
    let pool = DispatchQueue.global()
    @Sendable func step(
      _ left: UInt64, _ counter: MainActorCounter, _ then: @escaping @Sendable () -> Void
    ) {
      guard left > 0 else { return then() }
      submit {
        counter.count()
        pool.async { step(left - 1, counter, then) }
      }
    }
    return { trips, counter, then in pool.async { step(trips, counter, then) } }
  }

  /// The suite's line for a trip, in which a thread of the pool lets the queue count the trip, and
  /// then goes on.
  private static func trip(
    _ name: String, _ summary: String, _ tier: Tier = .standard, isMain: Bool = true,
    _ make: @escaping @Sendable () -> Trips
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier) { _ in mainQueueTripProgram(isMain: isMain, make()) }
  }

  /// The suite's line for a queue that gets bursts of items.
  private static func burst(
    _ name: String, _ summary: String, _ tier: Tier = .standard, isMain: Bool = true,
    make: @escaping @Sendable () -> Submission
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier, sweepsAtOnce: tier > .headline) {
      mainQueueBurstProgram($0, isMain: isMain, make())
    }
  }
}

/// The program of one trip after another to the main queue and back.
///
/// The process's first thread runs the main queue in a run loop until the last trip is over.
private func mainQueueTripProgram(isMain: Bool, _ trip: @escaping Trips) -> TrialProgram {
  let counter = MainActorCounter()
  counter.nameRunner()
  let check = CounterCheck()
  let elapsed = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let asked = thread.operations
    let ended = DispatchSemaphore(value: 0)
    let start = sync_monotonic_ns()
    trip(asked, counter) {
      elapsed.put(sync_monotonic_ns() - start)
      ended.signal()
    }
    ended.wait()
    DispatchQueue.main.async { counter.endRun() }
    return asked
  } conclude: { operations in
    let strays = counter.takeStrays()
    var conclusion = check.conclude(operations, total: counter.total())
      .taking(nanoseconds: elapsed.get())
    if conclusion.violation == nil, isMain { conclusion.violation = fault(strays: strays) }
    return conclusion
  }.led { counter.runMainQueue() }
}

/// The fault of strays, which are items of the main queue that ran on another thread than the main
/// queue's; nil if there are none.
func fault(strays: UInt64) -> String? {
  strays == 0 ? nil : "\(strays) calls were not run by the thread of the main queue"
}

/// The program of bursts of items on the queue that `submit` uses, mostly the main queue.
///
/// Each item notes its number and the time from its submission to its start.
///
/// If the parameter `block` is not 0, an item with that much work, in ns, precedes each burst.
///
/// - Parameter isMain: Whether the items must run on the thread that runs the main queue.
func mainQueueBurstProgram(
  _ context: CaseContext, isMain: Bool = true, _ submit: @escaping Submission
) -> TrialProgram {
  let counter = MainActorCounter()
  counter.nameRunner()
  let record = BurstRecord()
  let recorder = LatencyRecorder()
  let items = UInt64(context.value("items", default: 1))
  let blockSteps = context.workSteps("block")
  let elapsed = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let bursts = max(1, thread.operations / items)
    let into = thread.isMeasured ? recorder : nil
    let start = sync_monotonic_ns()
    for burst in 0..<bursts {
      let ended = DispatchSemaphore(value: 0)
      if blockSteps > 0 { submit { _ = sync_work(blockSteps) } }
      for item in 0..<items {
        let submitted = sync_monotonic_ns()
        submit {
          into?.record(nanoseconds: sync_monotonic_ns() - submitted)
          counter.noteThread()
          record.note(burst * items + item)
          if item == items - 1 { ended.signal() }
        }
      }
      ended.wait()
    }
    elapsed.put(sync_monotonic_ns() - start)
    DispatchQueue.main.async { counter.endRun() }
    return bursts * items
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    let (runs, disorder) = record.take()
    let strays = counter.takeStrays()
    var conclusion = TrialConclusion(
      operations: done, violation: fault(items: done, runs: runs, disorder: disorder)
    ).taking(nanoseconds: elapsed.get())
    if conclusion.violation == nil, isMain { conclusion.violation = fault(strays: strays) }
    return conclusion
  } latencies: {
    recorder.rows()
  }.led { counter.runMainQueue() }
}

/// The fault in the items of bursts; nil if each ran in its turn.
func fault(items: UInt64, runs: UInt64, disorder: UInt64) -> String? {
  if disorder > 0 { return "\(disorder) of \(items) items ran out of their turn" }
  return runs == items ? nil : "\(runs) items ran, not \(items)"
}

/// A record of the order of the items of bursts, noted on the queue that runs them.
final class BurstRecord: @unchecked Sendable {
  private let next = CacheAligned<UInt64>(0)
  private let disorder = CacheAligned<UInt64>(0)

  /// Notes the run of an item by its number, from 0.
  func note(_ number: UInt64) {
    let expected = sync_word_read(next.pointer)
    if number != expected {
      sync_word_write(disorder.pointer, sync_word_read(disorder.pointer) &+ 1)
    }
    sync_word_write(next.pointer, expected &+ 1)
  }

  /// The number of items that have run.
  var count: UInt64 { sync_word_read(next.pointer) }

  /// Takes the number of items that ran, and the number of items that ran out of turn.
  func take() -> (runs: UInt64, disorder: UInt64) {
    defer {
      sync_word_write(next.pointer, 0)
      sync_word_write(disorder.pointer, 0)
    }
    return (count, sync_word_read(disorder.pointer))
  }
}
