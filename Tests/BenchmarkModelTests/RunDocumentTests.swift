import Foundation
import Testing

@testable import BenchmarkModel

@Suite struct RunDocumentTests {
  private func document() -> RunDocument {
    let sampling = Sampling(warmups: 1, trials: 8, trialNanoseconds: 5_000_000)
    let plan = Plan(
      profile: "quick", seed: .max, blocks: 8,
      cases: [
        ModelFixture.planned(
          ModelFixture.id("serial"), pace: .once, expectation: .hangs(reason: "it waits"),
          placement: .process(cpus: [0]), sampling: sampling),
        ModelFixture.planned(
          expectation: .invalid(reason: "of course"), placement: .unpinned, sampling: sampling,
          limit: 5, width: 2),
      ],
      tables: [
        SuiteTable(
          suite: "concurrent-perform",
          parameters: [ParameterColumn(key: "grain", name: "grain_ns")],
          traits: ["allocates", "wraps"],
          columns: [
            MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
            MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
            MetricColumn("nice", .neutral, .observation("nice"), workloads: ["nice"]),
            MetricColumn("latency_p99_ns", .lowerIsBetter, .latency(percentile: 99.9)),
          ],
          primitives: [
            PrimitiveDescription(name: "serial", summary: "a plain loop"),
            PrimitiveDescription(
              name: "concurrent-perform", summary: "Dispatch's",
              traits: [Trait("allocates", "yes"), Trait("wraps", "")]),
          ], workloads: [WorkloadDescription("compute", .sharesData)], usualChoices: ["serial"],
          usualQueue: "queue")
      ],
      preset: PresetDescription(
        name: "somebody", summary: "what somebody measured", suite: "concurrent-perform",
        source: "somebody (2020)", address: "https://example.org", machine: "a machine",
        difference: "all of it",
        figures: [
          PublishedFigure(
            "loop", workload: "compute", primitive: "serial", parameters: [Parameter("grain", 10)],
            metric: "ns_per_op", value: 0.1, note: "100 ps"),
          PublishedFigure(
            "another", workload: "compute", primitive: nil, parameters: [], metric: "ns_per_op",
            value: 1e9),
        ]))
    var document = ModelFixture.document(plan)
    document.commandLine = ["syncbench", "run", "--filter", "a 'b' \"c\" /*é"]
    document.budgetNanoseconds = 60_000_000_000
    document.environment.topology = CPUTopology(
      cpus: (0..<4).map { LogicalCPU(id: $0, core: $0 / 2) })
    document.environment.cgroup.quota = .limited(cpus: 1.5)
    return document
  }

  @Test func `a document survives encoding as JSON`() throws {
    let document = document()
    let json = try JSONEncoder().encode(document)
    #expect(try JSONDecoder().decode(RunDocument.self, from: json) == document)
  }

  @Test
  func `an older version's document, which describes no suites and no presets, is read`() throws {
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(document())) as? [String: Any])
    var plan = try #require(object["plan"] as? [String: Any])
    var tables = try #require(plan["tables"] as? [[String: Any]])
    for key in ["traits", "primitives", "workloads", "usualChoices", "usualQueue"] {
      #expect(tables[0].removeValue(forKey: key) != nil)
    }
    #expect(plan.removeValue(forKey: "preset") != nil)
    plan["tables"] = tables
    object["plan"] = plan
    let old = try JSONDecoder().decode(
      RunDocument.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(old.plan.preset == nil)
    let table = old.plan.tables[0]
    #expect(table.primitives == [] && table.traits == [] && table.workloads == [])
    #expect(table.usualChoices == [] && table.usualQueue == nil)
    #expect(table.columns == document().plan.tables[0].columns)
    #expect(old.plan.cases == document().plan.cases)
  }

  @Test func `a published figure gives the ID of our case that measures the same, if any`() {
    let figures = document().plan.preset?.figures ?? []
    #expect(
      figures.map { $0.caseID(in: "loops")?.description } == [
        "loops/compute/serial/grain=10", nil,
      ])
    #expect(figures.map(\.situation) == ["compute/grain=10", "compute"])
  }

  @Test(arguments: [
    WorkerMessage.hello(protocolVersion: 1), .done, .refused(reason: "no \"thread\"\nleft"),
    .calibrated(value: 0.1), .latency(LatencyRow(valueNanoseconds: .max, count: 1)),
    .trial(
      TrialRow(
        trial: 1, startNanoseconds: -1, operations: .max, elapsedNanoseconds: 2,
        stealNanoseconds: 3, isVerified: false, reason: "lost 1")),
    .thread(ThreadRow(thread: 0, cpu: -1, operations: 3)),
    .observation(ObservationRow(trial: 0, name: "nice", value: -2)),
    .counter(
      CounterRow(
        pass: .allocations, thread: 1, event: "frees", status: .counted, value: 0.5,
        operations: .max, enabledNanoseconds: 1, runningNanoseconds: 2, reason: "a \"b\"\nc")),
    .counter(
      CounterRow(
        pass: .counters, event: "cycles", status: .notCounted, value: nil, operations: 0)),
  ])
  func `a worker's message is written as one line of JSON and read back unchanged`(
    message: WorkerMessage
  ) throws {
    let json = try JSONEncoder().encode(message)
    #expect(!json.contains(UInt8(ascii: "\n")))
    #expect(try JSONDecoder().decode(WorkerMessage.self, from: json) == message)
  }
}
