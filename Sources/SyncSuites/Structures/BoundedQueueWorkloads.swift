import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

extension StructuresSuite {
  static let boundedQueue = Workload.shared(
    "bounded-queue", "one element, put in by a producer and taken out by a consumer",
    axes: [.queueThreads, .consumers, .capacity], launchLimit: 8, passing)

  static let handOver = Workload.shared(
    "hand-over", "one element, from its put to its take by a waiting consumer",
    tier: .standard, axes: [.twoThreads, .oneConsumer, .capacity, .queueRest],
    sampling: {
      // Most of a trial is rest, so a trial is longer than usual, to have enough elements for a
      // percentile.
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 3, 25_000_000))
    }, launchLimit: 8, passing)

  static let boundedQueueAlone = Workload(
    name: "bounded-queue-alone",
    operation: "one element, put in and taken out by the same thread", tier: .standard,
    axes: [.capacity], pace: .operations, summaryLevel: 0, threads: .single, launchLimit: 8,
    primitives: queueLines.map(\.alone))

  static let boundedQueueControl = Workload.shared(
    "bounded-queue-control", "as bounded-queue", axes: [.fourThreads, .twoConsumers, .oneElement],
    launchLimit: 5,
    [
      .control(
        "condition-if", "a woken thread does not check the condition again: if in place of while"
      ) { boundedQueueProgram($0, ConditionBoundedQueue<WaitingOnce>.self) }
    ])

  /// The queues between threads and between tasks.
  private static let passing =
    queueLines.map(\.passing) + [
      MeasuredPrimitive(
        "actor", "an actor that keeps the continuations of waiting tasks", .standard,
        usesPool: true, sweepsAtOnce: true
      ) { awaitedQueueProgram($0, ContinuationQueue.self) },
      // Only one task iterates a stream, so every case has one consumer.
      MeasuredPrimitive(
        "async-stream",
        "an AsyncStream that buffers up to the capacity; a producer yields again what was dropped",
        .standard, unusedAxes: ["consumers"], usesPool: true, sweepsAtOnce: true
      ) { awaitedQueueProgram($0, StreamQueue.self) },
    ]

  private static let queueLines = [
    QueueLine(
      "condition-variable", "a ring, a pthread mutex and two condition variables", .headline,
      queue: ConditionBoundedQueue<WaitingInALoop>.self),
    QueueLine(
      "semaphores", "a ring, a pthread mutex and two DispatchSemaphores",
      queue: SemaphoreBoundedQueue<PthreadMutex>.self),
    QueueLine(
      "serial-queue", "a ring on a serial queue, and two DispatchSemaphores",
      queue: SemaphoreBoundedQueue<SerialQueueSync>.self),
  ]
}

/// The primitives of a bounded queue, for threads that pass elements and for a thread alone.
private struct QueueLine: Sendable {
  let passing: MeasuredPrimitive
  let alone: MeasuredPrimitive

  @inline(__always)
  init<Queue: BoundedQueue & ~Copyable>(
    _ name: String, _ summary: String, _ tier: Tier = .standard, queue: Queue.Type
  ) {
    passing = MeasuredPrimitive(name, summary, tier, sweepsAtOnce: tier > .headline) {
      boundedQueueProgram($0, queue)
    }
    alone = MeasuredPrimitive(name, summary) { putTakeProgram($0, queue) }
  }
}

extension Axis {
  /// The number of producers and consumers together: 2 in the headline tier, also 4 in later tiers.
  fileprivate static let queueThreads = Axis("threads", .threads, headline: [2], later: [2, 4])

  /// The number of threads that take elements out: one, or half of the threads.
  fileprivate static let consumers = Axis("consumers", .count) { _, _, earlier in
    Set([1, max(1, (earlier["threads"] ?? 2) / 2)]).sorted()
  }

  /// The number of elements that the queue holds.
  fileprivate static let capacity = Axis(
    "capacity", .count, headline: [16], standard: [1, 16], thorough: [1, 16, 256])

  /// The sleep of a producer between two elements, in ns: long enough for the consumer to sleep
  /// too.
  fileprivate static let queueRest = Axis("rest", .nanoseconds, [100_000])

  fileprivate static let oneConsumer = Axis("consumers", .count, [1])
  fileprivate static let twoConsumers = Axis("consumers", .count, [2])
  fileprivate static let fourThreads = Axis("threads", .threads, [4])
  fileprivate static let oneElement = Axis("capacity", .count, [1])
}
