import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The suite of threads: the costs of a thread, a switch, a wake-up and thread-local storage.
package enum ThreadsSuite {
  package static func suite() -> Suite {
    Suite(
      name: "threads",
      summary: "what threads cost: to make, to switch, to wake, to find thread-local data",
      columns: columns,
      workloads: [create, createAnywhere, passing, wake, yielding, crowd, local])
  }

  private static let timed = ["create", "create-anywhere", "switch", "yield", "crowd", "local"]

  private static let columns =
    [MetricColumn].percentiles("wake", in: ["wake"])
    + [.observed("asleep_percent", in: "wake")] + .costs(in: timed)
    + [.observed("passed_on_percent", in: "yield").besideTheRanking()]

  private static let passing = Workload(
    name: "switch", operation: "one turn passed on by two threads that wake each other and sleep",
    axes: [.sharedCPUs], pace: .operations, summaryLevel: 0.25,
    threads: .own(parameter: "cpus"), launchLimit: 8,
    primitives: [
      MeasuredPrimitive("futex", "a word and a futex each way") { _ in
        passProgram(FutexSignal.self)
      },
      MeasuredPrimitive("pipe", "a pipe each way, a byte a turn", .standard) { _ in
        passProgram(PipeSignal.self)
      },
      MeasuredPrimitive("eventfd", "an event counter each way", .standard) { _ in
        passProgram(EventSignal.self)
      },
    ])

  private static let wake = Workload(
    name: "wake", operation: "one thread, from the call that wakes it to its first instruction",
    axes: [.wakerCPUs, .rest], pace: .window, summaryLevel: 0.5,
    threads: .own(parameter: "cpus"),
    // Most of a trial is rest, so a trial is longer than usual, to have enough rounds for a
    // percentile.
    sampling: {
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 3, 25_000_000))
    }, launchLimit: 8,
    primitives: [
      MeasuredPrimitive("futex", "FUTEX_WAKE of a sleeper", prepare: threadWakeProgram)
    ])

  private static let yielding = Workload(
    name: "yield", operation: "one sched_yield, by threads that are all on one CPU",
    axes: [.yielders], pace: .operations, summaryLevel: 0.25, threads: .single,
    launchLimit: 8,
    primitives: [
      MeasuredPrimitive("sched-yield", "sched_yield", prepare: threadYieldProgram)
    ])

  private static let crowd = Workload.ofPool(
    "crowd",
    "one microsecond of a fixed amount of work, shared by threads that are all ready at once",
    tier: .standard, axes: [.crowdedCPUs, .crowd, .piece], summaryLevel: 0.25, width: "cpus",
    // The work ends the trial, so the length is only an estimate. It is enough for the longest
    // case, in which each microsecond of work ends in a context switch.
    sampling: { _ in Sampling(warmups: 0, trials: 2, trialNanoseconds: 100_000_000) },
    [
      MeasuredPrimitive(
        "busy", "threads that run until the kernel takes their CPU away",
        unusedAxes: ["piece"]
      ) { threadCrowdProgram($0, yields: false) },
      MeasuredPrimitive("yielding", "threads that give their CPU away after each piece of work") {
        threadCrowdProgram($0, yields: true)
      },
    ])

  private static let local = Workload(
    name: "local", operation: "one addition to a word that is looked up anew", axes: [],
    pace: .operations, summaryLevel: 0, threads: .single, launchLimit: 8,
    primitives: [
      MeasuredPrimitive("static", "floor: a static word, nobody's own") { _ in
        threadLocalProgram(PlainWord.self)
      }.asYardstick(.floor),
      MeasuredPrimitive("thread-local", "C's _Thread_local", .standard) { _ in
        threadLocalProgram(ThreadLocalWord.self)
      },
      MeasuredPrimitive("pthread-getspecific", "a pthread key", .standard) { _ in
        threadLocalProgram(SpecificWord.self)
      },
      MeasuredPrimitive("task-local", "Swift's TaskLocal, read in a task", usesPool: true) { _ in
        taskLocalProgram()
      },
    ])
}

extension Axis {
  /// The number of CPUs that two threads are bound to: one for both threads and, on a machine with
  /// several CPUs, also one for each thread.
  fileprivate static let sharedCPUs = Axis("cpus", .threads) { _, cpus, _ in
    cpus > 1 ? [1, 2] : [1]
  }

  /// The number of CPUs that a waker and a sleeper are bound to: one for each in the headline tier,
  /// so that a wake-up also wakes an idle CPU; in later tiers also one for both.
  fileprivate static let wakerCPUs = Axis("cpus", .threads) { tier, cpus, _ in
    cpus > 1 ? (tier == .headline ? [2] : [1, 2]) : [1]
  }

  /// The number of CPUs that a crowd shares: two, if there are two.
  fileprivate static let crowdedCPUs = Axis("cpus", .threads) { _, cpus, _ in [min(2, cpus)] }

  /// One thread a CPU, 64 threads, and 2000 threads.
  fileprivate static let crowd = Axis("threads", .threads) { _, _, earlier in
    [earlier["cpus"] ?? 1, 64, 2000]
  }

  /// The work of a thread before it yields its CPU, in ns.
  fileprivate static let piece = Axis(
    "piece", .nanoseconds, [1000, 10_000], thorough: [1000, 10_000, 100_000])

  /// The sleep before each wake-up, in ns.
  fileprivate static let rest = Axis(
    "rest", .nanoseconds, [100_000], thorough: [20_000, 100_000, 1_000_000, 10_000_000])

  /// The number of threads that yield to each other: two; in later tiers also one thread alone, and
  /// in the thorough tier also eight threads.
  fileprivate static let yielders = Axis("threads", .threads) { tier, _, _ in
    switch tier {
    case .headline: [2]
    case .standard: [1, 2]
    case .thorough: [1, 2, 8]
    }
  }
}
