import BenchmarkModel
import BenchmarkStatistics
import TestSupport

@testable import BenchmarkAnalysis

/// Hand-made evidence for the tests of profile reports.
enum ProfileFixture {
  /// The evidence on a contended queue, with everything that a machine without a PMU can count.
  static var serialQueue: ProfileEvidence {
    let name = "serial-queue-sync/threads=2/inside=0/outside=0"
    return ProfileEvidence(
      summary: summary("locks/contended/" + name, ns: 10_900, low: 8950, high: 19_800),
      traits: [Trait("order", "fifo"), Trait("waiting", "sleeps"), Trait("allocates", "yes")],
      threads: 2, cpus: [0, 1],
      rivals: [
        summary("locks/contended/spin-park-futex/threads=2", ns: 17.2, low: 16.7, high: 17.5),
        summary("locks/contended/mutex/threads=2", ns: 94.2),
      ],
      uncontended: summary(
        "locks/contended/serial-queue-sync/threads=1/inside=0/outside=0", ns: 115),
      waits: summary(
        "locks/waits/" + name, ns: 11_000,
        metrics: [
          "wait_p50_ns": 7300, "wait_p90_ns": 19_000, "wait_p99_ns": 46_000, "wait_max_ns": 3.1e6,
          "fairness": 0.997, "smallest_share": 0.91,
        ]),
      counters: [0.51, 0.57, 0.62].map { rows(sleeps: $0) }, mallocPairNanoseconds: 19.5)
  }

  /// Evidence on a case that was only timed, without counts.
  static var bare: ProfileEvidence {
    ProfileEvidence(
      summary: summary("locks/contended/mystery/threads=2", ns: 5000), threads: 2, cpus: [0, 1])
  }

  static func rows(sleeps: Double) -> [CounterRow] {
    let operations: UInt64 = 100_000
    func row(_ event: String, _ perOperation: Double?, _ reason: String = "") -> CounterRow {
      CounterRow(
        pass: .counters, event: event, status: perOperation == nil ? .unavailable : .counted,
        value: perOperation.map { $0 * Double(operations) }, operations: operations, reason: reason)
    }
    let none = "this machine has no PMU (ENOENT)"
    return [
      row("cycles", nil, none), row("instructions", nil, none), row("cache-misses", nil, none),
      row("branch-misses", nil, none), row("futex-waits", sleeps - 0.02),
      row("futex-wakes", sleeps - 0.01), row("futex-pi-waits", 0), row("futex-pi-wakes", 0),
      row("voluntary-switches", sleeps), row("rusage-involuntary-switches", 0.0011),
      row("cpu-migrations", 0), row("page-faults:u", 0.00001), row("allocations", 2),
      row("allocated-bytes", 112), row("rusage-user-ns", 3000), row("rusage-system-ns", 8000),
    ] + [0, 1].flatMap(threadRows)
  }

  private static func threadRows(_ thread: Int) -> [CounterRow] {
    [
      ("wall-ns", 1.09e9), ("schedstat-running-ns", 0.49e9), ("schedstat-run-queue-ns", 0.03e9),
      ("rusage-user-ns", 0.13e9), ("rusage-system-ns", 0.36e9), ("rusage-voluntary-switches", 28e3),
    ].map { event, value in
      CounterRow(
        pass: .counters, thread: thread, event: event, status: .counted, value: value,
        operations: 50_000)
    }
  }

  static func summary(
    _ name: String, ns: Double, low: Double? = nil, high: Double? = nil,
    status: CaseStatus = .valid, reason: String = "", metrics: [String: Double] = [:]
  ) -> CaseSummary {
    func metric(_ value: Double, _ interval: Interval? = nil) -> MetricSummary {
      MetricSummary(
        estimate: Estimate(value: value, interval: interval), orderInterval: nil, byBlock: [value])
    }
    var all = metrics.mapValues { metric($0) }
    if status == .valid {
      let interval = low.flatMap { low in high.map { Interval(low: low, high: $0) } }
      all["ns_per_op"] = metric(ns, interval)
    }
    return CaseSummary(
      planned: .made(MadeRun.id(String(name.dropFirst("locks/".count)))), status: status,
      reason: reason, launches: 1, metrics: all, notes: [], isCaughtControl: false)
  }
}
