import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// Dispatch's objects around the queues: groups, semaphores, work items, sources, timers.
package enum DispatchSuite {
  package static func suite() -> Suite {
    Suite(
      name: "dispatch", summary: "what groups, work items, semaphores, sources and timers cost",
      columns: columns,
      workloads: [
        fanOut, workItems, latency, pingPong, dataAdd, after, timer, debounce, throttle,
        throttleControl, once, onceShared, onceControl, groupTimeout, groupTimeoutControl,
        mainQueue,
        mainQueueBurst, mainQueueControl, queueLife, queueLifeControl,
      ])
  }

  private static let columns: [MetricColumn] = {
    let counted = [
      "fan-out", "work-items", "ping-pong", "data-add", "main-queue", "main-queue-burst",
      "queue-life", "once", "once-shared", "group-timeout",
    ]
    let costs = [MetricColumn].costs(in: counted)
    let cost = MetricColumn(
      "ns_per_op", .lowerIsBetter, .elapsedPerOperation,
      workloads: counted + ["debounce", "throttle"])
    return [MetricColumn].percentiles("lateness", in: ["after", "timer", "debounce"]) + [
      .observedCost("jitter_ns", in: "timer"), .observedCost("period_error_ns", in: "timer"),
      .observed("expected_firings", in: "timer"), .observed("seen_firings", in: "timer"),
      .observed("armed_late", in: "after"),
    ] + .percentiles("latency", in: ["latency", "main-queue-burst"]) + [cost] + costs.dropFirst()
      + [
        .observed("handlers_per_op", in: "data-add").besideTheRanking(),
        .observed("firings_per_allowed", in: "throttle").besideTheRanking(),
      ] + .percentiles("overrun", in: ["group-timeout"])
  }()

  private static let pingPong = Workload.shared(
    "ping-pong", "one turn: the other thread is signalled, and wakes", axes: [.twoThreads],
    launchLimit: 5,
    [
      MeasuredPrimitive("dispatch-semaphore", "DispatchSemaphore between threads") { _ in
        signalTurnsProgram(DispatchTurnSignal.self)
      },
      MeasuredPrimitive(
        "sem", "two POSIX semaphores; a DispatchSemaphore sleeps on a POSIX semaphore", .standard
      ) { _ in signalTurnsProgram(SemaphoreTurnSignal.self) },
    ])

  private static let dataAdd = Workload.shared(
    "data-add", "an addition of 1 by any of the threads, handled on a queue",
    axes: [
      Axis("threads", .threads) { tier, cpus, earlier in
        tier == .headline ? [1] : Axis.threads.values(tier, cpus, earlier)
      }
    ], launchLimit: 5,
    [
      MeasuredPrimitive(
        "source-data-add", "a data-add source, in which additions may come together",
        usesPool: true
      ) { dataAddProgram($0, SourceDataAddCounter()) },
      MeasuredPrimitive(
        "serial-queue-async-drain", "async on a serial queue, drained every 256 items", .standard,
        usesPool: true
      ) { contendedProgram($0, ItemCounter<AsyncDrain<Serial>>()) },
    ])

  /// Trials of ten milliseconds in every profile (`--profile`), enough for several firings in
  /// most cases.
  @Sendable static func tenMilliseconds(_ profile: Sampling) -> Sampling {
    Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000)
  }
}

/// The program of threads that add to a counter whose handler may run once for several additions.
@inline(__always)
func dataAddProgram<Counter: CoalescingCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let firstLoss = MutexProtected<String?>(nil)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    contendedLoop(counter, until: thread.stop, insideSteps: 0, outsideSteps: 0)
  } conclude: { operations in
    var conclusion = check.conclude(operations, total: counter.total())
    // After a violation all later trials have the same violation, because an addition that is
    // handled after its trial has ended would count in the next trial.
    conclusion.violation = firstLoss.get() ?? conclusion.violation
    firstLoss.put(conclusion.violation)
    let handlers = counter.takeHandlers()
    conclusion.observations = present([
      ("handlers_per_op", ratio(Double(handlers), to: conclusion.operations))
    ])
    return conclusion
  }
}
