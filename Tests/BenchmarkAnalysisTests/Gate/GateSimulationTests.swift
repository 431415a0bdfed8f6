import BenchmarkAnalysis
import BenchmarkModel
import Testing

@Suite struct GateSimulationTests {
  private static let cases = GateSimulation.cases(40)

  @Test(arguments: MachineNoise.allCases)
  func `a gate of forty unchanged cases fails at most once in a hundred`(noise: MachineNoise) {
    let suites = 100
    var failed = 0
    var alarmed = 0
    var verdicts: [GateVerdict: Int] = [:]
    for seed in 0..<suites {
      let simulation = GateSimulation(noise, cases: Self.cases, seed: UInt64(seed))
      if simulation.count(.fail) > 0 { failed += 1 }
      if !simulation.evaluation.alarmedShams.isEmpty { alarmed += 1 }
      for result in simulation.evaluation.cases { verdicts[result.verdict, default: 0] += 1 }
    }
    report(noise, "no change", verdicts)
    #expect(failed <= suites / 100)
    #expect(alarmed <= suites / 100)
  }

  @Test(arguments: MachineNoise.allCases)
  func `a slowdown as large as the tolerance fails in at least 95 % of the cases`(
    noise: MachineNoise
  ) {
    let verdicts = verdicts(noise, slowdown: 1.1)
    report(noise, "10 % slower", verdicts)
    #expect(share(.pass, of: verdicts) <= 0.05)
    #expect(share(.improved, of: verdicts) == 0)
    #expect(share(.fail, of: verdicts) >= 0.95)
  }

  @Test(arguments: MachineNoise.allCases)
  func `a slowdown by a third never passes, and fails in at least 95 % of the cases`(
    noise: MachineNoise
  ) {
    let verdicts = verdicts(noise, slowdown: 1.33)
    report(noise, "33 % slower", verdicts)
    #expect(share(.fail, of: verdicts) >= 0.95)
    #expect(share(.pass, of: verdicts) == 0)
  }

  private func verdicts(_ noise: MachineNoise, slowdown: Double) -> [GateVerdict: Int] {
    var verdicts: [GateVerdict: Int] = [:]
    for seed in 0..<15 {
      let simulation = GateSimulation(
        noise, cases: Self.cases, slowdown: slowdown, seed: UInt64(1000 + seed))
      for result in simulation.evaluation.cases { verdicts[result.verdict, default: 0] += 1 }
    }
    return verdicts
  }

  private func share(_ verdict: GateVerdict, of verdicts: [GateVerdict: Int]) -> Double {
    Double(verdicts[verdict] ?? 0) / Double(verdicts.values.reduce(0, +))
  }

  /// Prints the shares of the verdicts, for the table in docs/background/gate-validation.md.
  private func report(_ noise: MachineNoise, _ change: String, _ verdicts: [GateVerdict: Int]) {
    let shares = GateVerdict.allCases.compactMap { verdict in
      verdicts[verdict].map { _ in
        "\(verdict.rawValue) \((share(verdict, of: verdicts) * 1000).rounded() / 10) %"
      }
    }
    print("gate simulation, \(noise.rawValue), \(change): \(shares.joined(separator: ", "))")
  }
}
