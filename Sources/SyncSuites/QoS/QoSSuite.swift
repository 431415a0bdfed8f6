import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// The suite of quality of service: how a class changes nice values, latency and CPU time.
package enum QoSSuite {
  package static func suite() -> Suite {
    Suite(
      name: "qos", summary: "what a quality-of-service class really changes",
      columns: columns,
      workloads: [nice, latency, share, wakeUp, overrides, contamination, inversion])
  }

  private static let nice = Workload.ofPool(
    "nice", "one item, or task, that reads its own thread's nice value",
    sampling: Sampling.oneLook,
    (ServicePlace.queues + ServicePlace.tasks).map { place in
      MeasuredPrimitive(place.name, place.summary, place.tier) { _ in niceProgram(place) }
    })

  private static let latency = Workload.ofPool(
    "latency", "one item on a class's global queue, or one task, from submission to start",
    axes: [Axis("load", .percent, headline: [0, 100], later: [0, 50, 100])], pace: .window,
    summaryLevel: 0.5, sampling: Sampling.fourWindows, launchLimit: 6,
    ServiceClass.all.map { serviceClass in
      MeasuredPrimitive(serviceClass.name, "a global queue of the class") {
        latencyProgram($0, serviceClass)
      }
    }
      + ServicePlace.tasks.map { place in
        MeasuredPrimitive(place.name, place.summary, place.tier) { taskLatencyProgram($0, place) }
      })

  private static let share = Workload.ofPool(
    "share", "one window in which busy items of four classes compete for the CPUs",
    sampling: {
      Sampling(
        warmups: 0, trials: 1,
        trialNanoseconds: min(max($0.trialNanoseconds * 50, 200_000_000), 300_000_000))
    }, launchLimit: 6,
    [
      MeasuredPrimitive(
        "four-classes", "user-initiated, default, utility and background at once",
        prepare: shareProgram)
    ])

  private static let wakeUp = Workload.ofPool(
    "wake-up", "one item, from submission to start, while lower classes keep every CPU busy",
    pace: .window, summaryLevel: 0.5, sampling: Sampling.fourWindows, launchLimit: 6,
    wokenPlaces.map { place, tier in
      MeasuredPrimitive(place.name, place.summary, tier) { wakeUpProgram($0, place) }
    })

  private static let overrides = Workload.ofPool(
    "overrides",
    "one item or task for which a class is requested, which reads its thread's nice value",
    sampling: Sampling.oneLook,
    QoSOverride.all.map { request in
      MeasuredPrimitive(
        request.name, request.summary,
        headlineOverrides.contains(request.name) ? .headline : .standard
      ) { _ in overrideProgram(request) }
    })

  private static let contamination = Workload.ofPool(
    "contamination",
    "two items of a pool: a background item submits the first, a thread the second",
    sampling: Sampling.oneLook,
    contaminatedPlaces.map { place, tier in
      MeasuredPrimitive(
        place.name, "\(place.summary), whose first item a background item submits", tier
      ) { _ in contaminationProgram(place) }
    })

  private static let inversion = Workload.ofPool(
    "inversion", "acquire a lock that a background item holds, while default items want the CPUs",
    tier: .standard, axes: [Axis("load", .percent, [0, 100], thorough: [0, 50, 100])],
    sampling: { _ in
      Sampling(
        warmups: 1, trials: 2, trialNanoseconds: UInt64(4 * ClassInversionLengths.round))
    }, invertedLocks)

  /// The overrides of the headline tier: one override of each kind of request.
  private static let headlineOverrides = [
    "item-enforced", "sync-from-higher", "target-queue", "waited-for",
  ]

  /// The places (queues or tasks) of `wake-up`: those that do not use the pools of utility and
  /// background, whose items keep the CPUs busy.
  private static let wokenPlaces: [(ServicePlace, Tier)] = [
    (ServicePlace(.userInitiated), .headline), (ServicePlace(.default), .headline),
    (ServicePlace(.userInteractive), .standard), (.taskHigh, .standard), (.taskMedium, .standard),
  ]

  /// The places whose threads should be more urgent than background threads.
  private static let contaminatedPlaces: [(ServicePlace, Tier)] = [
    (ServicePlace(.default), .headline), (ServicePlace(.userInitiated), .standard),
    (ServicePlace(.utility), .standard), (.taskHigh, .standard), (.taskMedium, .standard),
    (.taskLow, .standard),
  ]

  /// The columns of the suite's table.
  static let columns: [MetricColumn] =
    looks + .percentiles("latency", in: ["latency", "wake-up"]) + shares
    + .percentiles("inversion", [50, 100], in: ["inversion"])
    // The column is last, because it helps to explain the other columns.
    + [.observed("can_raise_priority")]

  private static let looks: [MetricColumn] = [
    .observed("nice", in: "nice"), .observed("policy", in: "nice"),
    .observed("nice_seen", in: "overrides", "contamination"),
    .observed("nice_by_guides", in: "overrides"), .observed("follows_guides", in: "overrides"),
    .observed("nice_later", in: "contamination"), .observed("nice_alone", in: "contamination"),
  ]

  private static let shares: [MetricColumn] =
    ServiceClass.competing.flatMap { serviceClass in
      ["share", "predicted_share", "nice"].map { quantity in
        .observed("\(quantity)_\(serviceClass.columnName)", in: "share")
      }
    }
    + [
      "worst_error", "lost_share", "other_cpu_share", "steal_share", "run_wait_share",
      "weight_imbalance",
    ].map { .observed($0, in: "share") }
}

extension ServicePlace {
  /// The first tier that measures the place: standard for tasks, because they run on the classes'
  /// pools, which the queues already show.
  fileprivate var tier: Tier { Self.queues.contains { $0.name == name } ? .headline : .standard }
}

extension Sampling {
  /// One trial, which is not timed.
  fileprivate static let oneLook: @Sendable (Sampling) -> Sampling = {
    Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds, 1000))
  }

  /// Four trials that are longer than usual, because the submitter rests between items.
  fileprivate static let fourWindows: @Sendable (Sampling) -> Sampling = {
    Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 4, 25_000_000))
  }
}
