import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

extension MadeRun {
  var summary: RunSummary { Summarizer(run).summary() }

  /// The summary of all cases, without intervals.
  var bareSummary: RunSummary { Summarizer(run, hasIntervals: false).summary() }
}

/// A small hand-made run for the tests of reports and tables.
enum ReportFixture {
  static var summary: RunSummary { made.summary }
  static var run: Run { made.run }

  /// A run with eight launches of each of four cases: two locks whose costs differ, a control that
  /// fails its check, and a lock that crashed.
  ///
  /// A fifth case has no launch, and a sixth has one.
  static var made: MadeRun {
    var made = MadeRun()
    made.host = "host-1"
    made.profile = "quick"
    made.seed = 42
    made.warnings = ["the load average is 3.1"]
    made.onlineCPUs = 0
    made.columns = [.cost, MetricColumn("fairness", .higherIsBetter, .fairness)]
    made.usualQueue = "serial-queue-sync"
    made.add("contended/ticket/2", varying(20))
    made.add("contended/mutex/2", varying(50))
    made.add(
      "contended/no-lock/2", expectation: .invalid(reason: "it excludes nobody"),
      Array(repeating: costs(1).broken("lost 3, \"or more\", of 1000 updates"), count: 8))
    made.add("contended/broken/2", Array(repeating: failure("killed by SIGSEGV"), count: 8))
    made.add("contended/clh/2", [])
    made.add("uncontended/ticket", [7])
    return made
  }

  /// The summary of ``made`` with a preset, traits, and descriptions of two primitives.
  static var described: RunSummary {
    var made = made
    made.traits = ["order", "waiting"]
    made.primitives = [
      primitive("ticket", ["order": "fifo", "waiting": "spins"], summary: "fair"),
      primitive("broken", ["order": "a, \"b\"", "waiting": ""], summary: "crashes, \"always\""),
    ]
    made.preset = preset
    return made.summary
  }

  static let preset = PresetDescription(
    name: "theirs", summary: "what they measured", suite: "locks", source: "they (2020)",
    address: "https://example.org", machine: "their machine",
    difference: Array(repeating: "everything", count: 15).joined(separator: " "),
    figures: [
      figure("their ticket", "ticket", 2, 10), figure("std::mutex", "mutex", 2, 102),
      figure("a lock of theirs", nil, 2, 30, note: "30 s a million"),
      figure("broken", "broken", 2, 1, note: "odd"), figure("mcs", "mcs", 2, 1),
      figure("their ticket", "ticket", 4, 20),
    ])

  private static func figure(
    _ label: String, _ primitive: String?, _ threads: Int, _ value: Double, note: String = ""
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", threads)], metric: "ns_per_op", value: value, note: note)
  }

  /// A preset whose source gives no figures.
  static func silentPreset(_ summary: String) -> PresetDescription {
    PresetDescription(
      name: "silent", summary: summary, suite: "locks", source: "nobody (1999)",
      address: "https://example.org/2", difference: "nothing")
  }

  static func primitive(
    _ name: String, _ traits: KeyValuePairs<String, String>, summary: String = ""
  ) -> PrimitiveDescription {
    PrimitiveDescription(
      name: name, summary: summary, traits: traits.map { Trait($0.key, $0.value) })
  }

  /// Launches of one trial each, whose costs vary by 2 ns.
  static func varying(_ cost: Double, launches: Int = 8) -> [LaunchRecord?] {
    (0..<launches).map { costs(cost + Double($0 % 3)) }
  }
}
