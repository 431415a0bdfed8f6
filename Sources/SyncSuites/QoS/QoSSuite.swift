import BenchmarkModel
public import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// Quality of service: what a class changes in the kernel, in latency and in CPU time.
public enum QoSSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "qos", summary: "what a quality-of-service class really changes",
      columns: columns,
      workloads: [nice, latency, share, wakeUp, overrides, contamination, inversion])
  }

  private static let nice = Workload(
    name: "nice", operation: "one item, or task, that asks for its own thread's nice value",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: Sampling.oneLook, invocationLimit: 5,
    primitives: (ServicePlace.queues + ServicePlace.tasks).map { place in
      MeasuredPrimitive(name: place.name, summary: place.summary, tier: place.tier) { _ in
        niceProgram(place)
      }
    })

  private static let latency = Workload(
    name: "latency",
    operation: "one item on a class's global queue, or one task, from submission to start",
    axes: [
      Axis("load", .percent, headline: [0, 100], standard: [0, 50, 100], thorough: [0, 50, 100])
    ],
    pace: .window, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: Sampling.fourWindows, invocationLimit: 6,
    primitives: ServiceClass.all.map { serviceClass in
      MeasuredPrimitive(name: serviceClass.name, summary: "a global queue of the class") {
        latencyProgram($0, serviceClass)
      }
    }
      + ServicePlace.tasks.map { place in
        MeasuredPrimitive(name: place.name, summary: place.summary, tier: place.tier) {
          taskLatencyProgram($0, place)
        }
      })

  private static let share = Workload(
    name: "share", operation: "one window in which busy workers of four classes share the CPUs",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      Sampling(
        warmups: 0, trials: 1,
        trialNanoseconds: min(max($0.trialNanoseconds * 50, 200_000_000), 300_000_000))
    }, invocationLimit: 6,
    primitives: [
      MeasuredPrimitive(
        name: "four-classes", summary: "user-initiated, default, utility and background at once",
        prepare: shareProgram)
    ])

  private static let wakeUp = Workload(
    name: "wake-up",
    operation: "one item, from submission to start, while lower classes keep every CPU busy",
    axes: [], pace: .window, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: Sampling.fourWindows, invocationLimit: 6,
    primitives: wokenPlaces.map { place, tier in
      MeasuredPrimitive(name: place.name, summary: place.summary, tier: tier) {
        wakeUpProgram($0, place)
      }
    })

  private static let overrides = Workload(
    name: "overrides",
    operation: "one item that is asked to run at another class, and asks for its nice value",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: Sampling.oneLook, invocationLimit: 5,
    primitives: QoSOverride.allCases.map { request in
      MeasuredPrimitive(
        name: request.rawValue, summary: request.summary,
        tier: firstLooks.contains(request) ? .headline : .standard
      ) { _ in
        overrideProgram(request)
      }
    })

  private static let contamination = Workload(
    name: "contamination",
    operation: "one item whose pool a background item is the first to need, and one more",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: Sampling.oneLook, invocationLimit: 5,
    primitives: contaminatedPlaces.map { place, tier in
      MeasuredPrimitive(
        name: place.name, summary: "\(place.summary), first submitted to by a background item",
        tier: tier
      ) { _ in
        contaminationProgram(place)
      }
    })

  private static let inversion = Workload(
    name: "inversion",
    operation: "acquire what a background item holds, while default ones want the CPUs",
    tier: .standard,
    axes: [
      Axis("load", .percent, headline: [0, 100], standard: [0, 100], thorough: [0, 50, 100])
    ],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: { _ in
      Sampling(
        warmups: 1, trials: 2, trialNanoseconds: UInt64(4 * ClassInversionLengths.round))
    }, invocationLimit: 5, primitives: invertedLocks)

  /// The overrides that a first look needs: one of each kind of request.
  private static let firstLooks: [QoSOverride] = [
    .enforced, .syncFromHigher, .targetQueue, .waitedFor,
  ]

  /// Those whose pools the lower classes leave free.
  private static let wokenPlaces: [(ServicePlace, Tier)] = [
    (ServicePlace(.userInitiated), .headline), (ServicePlace(.default), .headline),
    (ServicePlace(.userInteractive), .standard), (.taskHigh, .standard), (.taskMedium, .standard),
  ]

  /// Those whose threads should be more urgent than a background one.
  private static let contaminatedPlaces: [(ServicePlace, Tier)] = [
    (ServicePlace(.default), .headline), (ServicePlace(.userInitiated), .standard),
    (ServicePlace(.utility), .standard), (.taskHigh, .standard), (.taskMedium, .standard),
    (.taskLow, .standard),
  ]
}

extension ServicePlace {
  /// Tasks come in later: their pools are the classes'.
  fileprivate var tier: Tier { Self.queues.contains { $0.name == name } ? .headline : .standard }
}

extension Sampling {
  /// One look, not timed.
  fileprivate static let oneLook: @Sendable (Sampling) -> Sampling = {
    Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds, 1000))
  }

  /// Windows long enough for items that rest in between.
  fileprivate static let fourWindows: @Sendable (Sampling) -> Sampling = {
    Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 4, 25_000_000))
  }
}
