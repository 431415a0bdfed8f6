import BenchmarkModel
import Glibc

@testable import BenchmarkRunner

extension Reader {
  /// A worker's request, and the answer to a request for a description.
  static let workerRequests = Reader(
    name: "worker-requests", summary: "the worker's protocol: what a worker is asked"
  ) { input in
    guard let request = try? Worker.decode(Array(input)) else { return }
    require(request.protocolVersion == workerProtocolVersion, "another version is refused")
    guard request.task == .describe else { return }
    _ = try? Worker(catalog: Catalogue.small, tool: { Catalogue.tool }).respond(to: request)
  }

  /// The output of a worker, read in the ways of the orchestrator and of a gate.
  static let workerMessages = Reader(
    name: "worker-messages",
    summary: "the worker's protocol: what a worker answers, measured or described", mostBytes: 8192
  ) { input in
    let outcome = WorkerOutcome.exited(status: 0, output: input.text, error: "")
    switch WorkerAnswer(outcome, deadlineNanoseconds: 1) {
    case .calibrated(let value):
      require(value > 0 && value.isFinite, "a calibration counts something")
    default: break
    }
    if let description = try? GateHandshake.read(outcome) {
      require(description.plan?.defect == nil, "a plan that is taken has no defect")
    }
  }

  /// The output of a fork server, read from a pipe.
  static let forkServer = Reader(
    name: "fork-server", summary: "the fork server's replies: a line of words, then counted bytes"
  ) { input in
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    defer { close(ends[0]) }
    // The pipe holds 64 kB, which is more than any input.
    _ = write(ends[1], input.baseAddress, input.count)
    close(ends[1])
    var reader = LineReader(descriptor: ends[0])
    while let reply = ForkServerReply(reading: &reader) {
      require(reply.output.count <= input.count, "no more is read than was written")
    }
  }
}

/// A suite whose cases do nothing, which is sufficient for a description.
private enum Catalogue {
  static let tool = ToolVersion(version: "9", commit: "abc", executable: "f00d")
  static let small = CaseCatalog(suites: [
    Suite(
      name: "locks", summary: "locks",
      columns: [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)],
      workloads: [
        Workload(
          name: "contended", operation: "one", axes: [threads, inside], pace: .window,
          summaryLevel: 0.25,
          threads: .own(parameter: "threads"), primitives: ["ticket", "mutex"].map(primitive))
      ])
  ])

  private static let threads = Axis("threads", .threads) { tier, cpus, _ in
    tier == .headline ? [cpus] : [1, cpus]
  }
  private static let inside = Axis(
    "inside", .nanoseconds, headline: [0], standard: [0, 200], thorough: [0, 200, 1000])

  private static func primitive(_ name: String) -> MeasuredPrimitive {
    MeasuredPrimitive(
      name: name, summary: name, unusedAxes: [], usesPool: false, expectation: { _ in .valid }
    ) {
      TrialProgram(threadCount: $0.value("threads", default: 1)) {
        $0.operations
      } conclude: {
        TrialConclusion(operations: $0.reduce(0, +))
      }
    }
  }
}
