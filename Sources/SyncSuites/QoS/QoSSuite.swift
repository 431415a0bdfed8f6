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
      columns: columns, workloads: [nice, latency, share])
  }

  private static let columns: [MetricColumn] =
    [
      MetricColumn("nice", .neutral, .observation("nice"), workloads: ["nice"]),
      MetricColumn("policy", .neutral, .observation("policy"), workloads: ["nice"]),
      MetricColumn(
        "latency_p50_ns", .lowerIsBetter, .latency(percentile: 50), workloads: ["latency"]),
      MetricColumn(
        "latency_p90_ns", .lowerIsBetter, .latency(percentile: 90), workloads: ["latency"]),
      MetricColumn(
        "latency_p99_ns", .lowerIsBetter, .latency(percentile: 99), workloads: ["latency"]),
      MetricColumn(
        "latency_max_ns", .lowerIsBetter, .latency(percentile: 100), workloads: ["latency"]),
    ]
    + ServiceClass.competing.flatMap { serviceClass in
      ["share", "predicted_share", "nice"].map { quantity in
        let name = "\(quantity)_\(serviceClass.columnName)"
        return MetricColumn(name, .neutral, .observation(name), workloads: ["share"])
      }
    }

  private static let nice = Workload(
    name: "nice", operation: "one item on a class's global queue that asks for its own nice value",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: { Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds, 1000)) },
    invocationLimit: 5,
    primitives: ServiceClass.all.map { serviceClass in
      MeasuredPrimitive(name: serviceClass.name, summary: "a global queue of the class") { _ in
        niceProgram(serviceClass)
      }
    })

  private static let latency = Workload(
    name: "latency", operation: "one item on a class's global queue, from submission to start",
    axes: [
      Axis("load", .percent, headline: [0, 100], standard: [0, 100], thorough: [0, 50, 100])
    ],
    pace: .window, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      Sampling(warmups: 1, trials: 4, trialNanoseconds: min($0.trialNanoseconds * 4, 25_000_000))
    }, invocationLimit: 8,
    primitives: ServiceClass.all.map { serviceClass in
      MeasuredPrimitive(name: serviceClass.name, summary: "a global queue of the class") {
        latencyProgram($0, serviceClass)
      }
    })

  private static let share = Workload(
    name: "share", operation: "one window in which busy workers of four classes share the CPUs",
    axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds * 50, 300_000_000))
    }, invocationLimit: 8,
    primitives: [
      MeasuredPrimitive(
        name: "four-classes", summary: "user-initiated, default, utility and background at once",
        prepare: shareProgram)
    ])
}

private func niceProgram(_ serviceClass: ServiceClass) -> TrialProgram {
  let seen = MutexProtected<WorkerScheduling?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let scheduling = schedulingSeen(in: serviceClass)
    seen.withLock { $0 = scheduling }
    return 1
  } conclude: { _ in
    guard let scheduling = seen.withLock({ $0 }), scheduling.isPoolThread else {
      return TrialConclusion(operations: 1, violation: "the item ran on no thread of the pool")
    }
    return TrialConclusion(
      operations: 1,
      observations: [
        ("nice", Double(scheduling.nice)), ("policy", Double(scheduling.policy)),
      ])
  }
}

private func latencyProgram(_ context: CaseContext, _ serviceClass: ServiceClass) -> TrialProgram {
  let recorder = LatencyRecorder()
  let hogs = CPUHogs(count: (context.width * context.value("load", default: 0) + 99) / 100)
  let ran = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let result = qosLatencyLoop(
      serviceClass, until: thread.stop, recorder: thread.isMeasured ? recorder : nil)
    ran.withLock { $0 = result.ran }
    return result.submitted
  } conclude: { [hogs] operations in
    _ = hogs
    let submitted = operations.reduce(0, &+)
    let ran = ran.withLock { $0 }
    return TrialConclusion(
      operations: submitted,
      violation: ran == submitted ? nil : "\(ran) of \(submitted) items ran")
  } latencies: {
    recorder.values().map { LatencyRow(valueNanoseconds: $0.nanoseconds, count: $0.count) }
  }
}

private func shareProgram(_ context: CaseContext) -> TrialProgram {
  let width = context.width
  let window = context.trialNanoseconds
  let result = MutexProtected<[ClassShare]>([])
  return TrialProgram(threadCount: 1) { _ in
    let shares = qosShares(of: ServiceClass.competing, width: width, windowNanoseconds: window)
    result.withLock { $0 = shares }
    return 1
  } conclude: { _ in
    concludeShares(result.withLock { $0 }, width: width)
  }
}

private func concludeShares(_ shares: [ClassShare], width: Int) -> TrialConclusion {
  let total = shares.reduce(0.0) { $0 + Double($1.cpuNanoseconds) }
  let weights = shares.reduce(0.0) { $0 + Double(schedulerWeight(nice: $1.nice)) }
  let observations = shares.flatMap { share -> [(name: String, value: Double)] in
    let column = share.serviceClass.columnName
    return [
      ("share_\(column)", Double(share.cpuNanoseconds) / max(1, total)),
      ("predicted_share_\(column)", Double(schedulerWeight(nice: share.nice)) / max(1, weights)),
      ("nice_\(column)", Double(share.nice)),
    ]
  }
  let missing = shares.filter { $0.workers != width }.map(\.serviceClass.name)
  return TrialConclusion(
    operations: 1,
    violation: missing.isEmpty
      ? nil
      : "not every worker ran: \(missing.joined(separator: ", "))",
    observations: observations)
}
