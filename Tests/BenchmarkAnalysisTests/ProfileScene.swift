import BenchmarkModel
import BenchmarkStatistics
import TestSupport

@testable import BenchmarkAnalysis

/// A case with the figures of an earlier measurement, from which a profile's evidence is made.
struct ProfileScene {
  var name: String
  var order: String?
  var waiting: String?
  var threads = 2
  var cpus = [0, 1]
  var runsOnPool = false
  /// The cost of an operation, in ns.
  var cost: Double
  /// The cost of an operation of the twin, in ns; nil if there is no twin.
  var twin: Double?
  /// The shares of a thread's time in user mode, in the kernel, and runnable; the rest is sleep.
  var shares = (0.98, 0.01, 0.01)
  /// The events of the whole process per operation.
  var events: [String: Double] = [:]
  /// The cost of a malloc and a free, in ns; nil if it was not measured.
  var mallocPair: Double?
  /// Further metrics of the case.
  var metrics: [String: Double] = [:]

  static let operations: UInt64 = 1_000_000

  var id: CaseID {
    (try? CaseID(parsing: name))
      ?? CaseID(suite: "unreadable", workload: name, primitive: "x", parameters: [])
  }

  /// The twin: the same case without contention, with one thread.
  private var twinSummary: CaseSummary? {
    twin.map { cost in
      Self.summary(
        CaseID(
          suite: id.suite, workload: "contended", primitive: id.primitive,
          parameters: id.parameters.map { $0.key == "threads" ? Parameter("threads", 1) : $0 }),
        cost: cost)
    }
  }

  /// The evidence from `launches` equal launches.
  func evidence(launches: Int = 3) -> ProfileEvidence {
    evidence(Array(repeating: rows, count: launches))
  }

  func evidence(_ counters: [[CounterRow]]) -> ProfileEvidence {
    ProfileEvidence(
      summary: Self.summary(id, cost: cost, metrics: metrics),
      traits: [order.map { Trait("order", $0) }, waiting.map { Trait("waiting", $0) }]
        .compactMap { $0 },
      role: MadeUpSuite.workloads.first { $0.name == id.workload }?.role, threads: threads,
      cpus: cpus, runsOnPool: runsOnPool, uncontended: twinSummary, counters: counters,
      mallocPairNanoseconds: mallocPair)
  }

  var rows: [CounterRow] {
    let process = events.sorted { $0.key < $1.key }.map { event, rate in
      CounterRow(
        pass: .counters, event: event, status: .counted, value: rate * Double(Self.operations),
        operations: Self.operations)
    }
    return process + (0..<threads).flatMap(threadRows)
  }

  private func threadRows(_ thread: Int) -> [CounterRow] {
    let wall = cost * Double(Self.operations)
    let (user, kernel, runnable) = shares
    let values = [
      ("wall-ns", 1), ("schedstat-running-ns", user + kernel), ("schedstat-run-queue-ns", runnable),
      ("rusage-user-ns", user), ("rusage-system-ns", kernel),
    ].map { ($0.0, $0.1 * wall) }
    // A thread that slept for none of its time has no voluntary switch.
    let switches = user + kernel + runnable < 0.999 ? 10.0 : 0
    return (values + [("rusage-voluntary-switches", switches)]).map { event, value in
      CounterRow(
        pass: .counters, thread: thread, event: event, status: .counted, value: value,
        operations: Self.operations / UInt64(threads))
    }
  }

  static func summary(
    _ id: CaseID, cost: Double, status: CaseStatus = .valid, metrics: [String: Double] = [:]
  ) -> CaseSummary {
    let known = metrics.merging(status == .valid ? ["ns_per_op": cost] : [:]) { $1 }
    let all = known.mapValues {
      MetricSummary(estimate: Estimate(value: $0), orderInterval: nil, byBlock: [$0])
    }
    return CaseSummary(
      planned: .made(id), status: status,
      reason: status == .valid ? "" : "lost 3 of 1000 updates", launches: 1,
      metrics: all, notes: [], isCaughtControl: false)
  }
}
