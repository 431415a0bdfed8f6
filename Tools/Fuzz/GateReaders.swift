import BenchmarkAnalysis
import BenchmarkModel

extension Reader {
  /// A gate's limits in YAML, resolved for a list of cases.
  static let gateYAML = Reader(
    name: "gate-yaml", summary: "a gate's limits in YAML, and the cases that they are for"
  ) { input in
    do throws(GateLimitsError) {
      let limits = try GateLimits(yaml: input.text, file: "gate.yml")
      for planned in try limits.resolve(for: cases, known: cases.map(\.id)) {
        require(planned.limits.effect > 0, "an effect is above 0")
        require(
          planned.limits.tolerance >= planned.limits.effect,
          "a tolerance is no less than the effect")
      }
    } catch {
      require(!error.problems.isEmpty, "a file that is refused has a problem")
      _ = error.description
    }
  }

  private static let cases: [GateableCase] = [
    "locks/contended/ticket/threads=2", "sync/alone/queue-sync",
  ].compactMap {
    guard let id = try? CaseID(parsing: $0) else { return nil }
    return GateableCase(
      id: id,
      columns: [
        MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
        MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      ])
  }

  /// A baseline of counts, which is read, written and read again.
  static let baselines = Reader(name: "baselines", summary: "a baseline of counts") {
    input in
    guard let baseline = try? CountBaseline(bytes: input, file: "swift.json") else { return }
    guard let text = try? baseline.text() else {
      return require(false, "a baseline that is read can be written")
    }
    let again = try? CountBaseline(bytes: text.utf8, file: "swift.json")
    require(again == baseline, "a baseline is read as it was written")
  }
}
