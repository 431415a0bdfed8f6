import BenchmarkModel
import Testing

@Suite struct GateLimitsTests {
  private let columns = [
    MetricColumn("policy", .neutral, .observation("policy")),
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
    MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
    MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["handoff"]),
    MetricColumn("faults", .lowerIsBetter, .counted(event: "page-faults")),
  ]

  private let names = ["mcs", "ticket", "ttas-pause"]

  private var cases: [GateableCase] {
    names.compactMap { GateableCase(id: ModelFixture.id($0), columns: columns) }
  }

  private func resolve(_ yaml: String, known: [CaseID] = []) throws(GateLimitsError) -> [GateCase] {
    try GateLimits(yaml: yaml, file: "gate.yml").resolve(for: cases, known: known)
  }

  private func problems(_ yaml: String) -> [LimitsProblem] {
    do throws(GateLimitsError) {
      _ = try resolve(yaml)
      return []
    } catch {
      return error.problems
    }
  }

  @Test(arguments: ["", "# nothing yet\n", "limits: []\n"])
  func `without entries every case has the usual limits`(yaml: String) throws {
    let resolved = try resolve(yaml)
    #expect(resolved.map(\.id.primitive) == names)
    for gated in resolved {
      #expect(gated.limits == .usual)
      #expect(gated.limits.effect == 0.05)
      #expect(gated.limits.tolerance == 0.1)
      #expect(gated.metric == "ns_per_op")
      #expect(gated.polarity == .lowerIsBetter)
      #expect(gated.role == .gated)
    }
    #expect(try GateLimits.none.resolve(for: cases, known: []) == resolved)
  }

  @Test func `later entries override earlier ones, key by key`() throws {
    let resolved = try resolve(
      """
      limits:
        - cases: "*"
          effect: 3%
          tolerance: 0.2
        - cases: locks/contended/t*
          tolerance: 150%
          metric: ops_per_s
        - cases: '*/ticket/*'
          expect: regression
          reason: it is fair now
          effect: 2.5%
      """)
    #expect(resolved.map(\.limits.effect) == [0.03, 0.025, 0.03])
    #expect(resolved.map(\.limits.tolerance) == [0.2, 1.5, 1.5])
    #expect(resolved.map(\.metric) == ["ns_per_op", "ops_per_s", "ops_per_s"])
    #expect(resolved.map(\.polarity) == [.lowerIsBetter, .higherIsBetter, .higherIsBetter])
    #expect(resolved.map(\.limits.expectedRegression) == [nil, "it is fair now", nil])
  }

  @Test func `a glob that matches only a case outside this gate is no error`() throws {
    let yaml = "limits:\n  - {cases: '*/clh/*', effect: 2%}\n"
    #expect(try resolve(yaml, known: [ModelFixture.id("clh")]).count == 3)
    #expect(problems(yaml).map(\.line) == [2])
  }

  @Test func `a case without a metric that can be compared can't be gated`() {
    #expect(GateableCase(id: ModelFixture.id("a"), columns: [columns[0], columns[4]]) == nil)
    #expect(GateableCase(id: ModelFixture.id("a"), columns: [columns[3]]) == nil)
    #expect(GateableCase(id: ModelFixture.id("a"), columns: []) == nil)
  }

  @Test(arguments: [
    ("limit: []", 1, "unknown key 'limit'"),
    ("\nalpha: 0.05", 2, "unknown key 'alpha'"),
    ("- cases: '*'", 1, "must be a mapping"),
    ("just text", 1, "must be a mapping"),
    ("limits: 5", 1, "must be a list"),
    ("limits:\n  cases: '*'", 2, "must be a list"),
    ("limits:\n  - '*'", 2, "must be a mapping"),
    ("limits:\n  - effect: 5%", 2, "needs 'cases'"),
    ("limits:\n  - cases: '*'", 2, "limits nothing"),
    ("limits:\n  - cases: [a, b]\n    effect: 5%", 2, "'cases' must be text"),
    ("limits:\n  - cases: '*'\n    efect: 5%", 3, "unknown key 'efect'"),
    ("limits:\n  - cases: 'locks/*/mcss/*'\n    effect: 5%", 2, "no case matches"),
    ("limits:\n  - cases: '*'\n\n    effect: 0", 4, "above 0"),
    ("limits:\n  - cases: '*'\n    effect: 0.00%", 3, "above 0"),
    ("limits:\n  - cases: '*'\n    tolerance: 0", 3, "above 0"),
    ("limits:\n  - cases: '*'\n    effect: five", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: -5%", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: .nan", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: 1e-2", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: 0,05", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: 1.2.3%", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: [5%]", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect:\n    tolerance: 5%", 3, "must be a number"),
    ("limits:\n  - cases: '*'\n    effect: 5", 3, "write '5%'"),
    ("limits:\n  - cases: '*'\n    tolerance: 10%\n    effect: 20%", 4, "below the effect"),
    ("limits:\n  - cases: '*'\n    effect: 5%\n    tolerance: 4%", 4, "below the effect"),
    ("limits:\n  - cases: '*'\n    effect: 20%", 3, "below its effect of 20 %"),
    ("limits:\n  - cases: '*'\n    tolerance: 4%", 3, "is 4 %, below its effect of 5 %"),
    ("limits:\n  - cases: '*'\n    metric: latency", 3, "it has ns_per_op, ops_per_s"),
    ("limits:\n  - cases: '*'\n    metric: policy", 3, "can't be gated by 'policy'"),
    ("limits:\n  - cases: '*'\n    metric: faults", 3, "can't be gated by 'faults'"),
    ("limits:\n  - cases: '*'\n    metric: fairness", 3, "can't be gated by 'fairness'"),
    ("limits:\n  - cases: '*'\n    metric: {}", 3, "'metric' must be text"),
    ("limits:\n  - cases: '*'\n    expect: regression", 3, "needs a 'reason'"),
    ("limits:\n  - cases: '*'\n    expect: regression\n    reason: ''", 4, "'reason' must be text"),
    ("limits:\n  - cases: '*'\n    expect: regression\n    reason: ~", 4, "'reason' must be text"),
    ("limits:\n  - cases: '*'\n    expect: slower\n    reason: x", 3, "not 'slower'"),
    ("limits:\n  - cases: '*'\n    reason: x", 3, "goes with 'expect: regression'"),
    (
      "limits:\n  - cases: '*'\n    effect: 5%\n    metric: ns_per_op\n    effect: 6%", 5,
      "'effect' is given twice, first on line 3"
    ),
    ("limits:\n  - effect: 5%\n    cases: '*'\n    effect: 6%", 4, "given twice"),
    ("limits:\n  - {cases: '*', effect: 5%, effect: 6%}", 2, "given twice"),
    ("limits: []\nlimits: []", 2, "'limits' is given twice, first on line 1"),
    ("limits:\n  - cases: '*'\n   effect: 5%", 3, "not YAML"),
    ("limits:\n  - cases: \"*", 2, "not YAML"),
    ("limits:\n  - cases: *x", 2, "not YAML"),
    ("limits:\n\t- cases: '*'", 2, "not YAML"),
    ("limits: []\n---\nlimits: []", 2, "not YAML"),
    ("limits: []\n# \u{7}", 2, "not YAML"),
  ])
  func `an error in the file is reported with its line`(
    yaml: String, line: Int, text: String
  ) throws {
    let found = problems(yaml)
    let problem = try #require(found.first)
    #expect(found.count == 1, "\(found)")
    #expect(problem.line == line, "\(problem)")
    #expect(problem.text.contains(text), "\(problem)")
  }

  // The parser compares whole keys of a mapping, so each line of nested aliases doubles its time.
  @Test func `nested lists of aliases are refused before they are parsed`() throws {
    let lists = (1...60).map { "? &a\($0) [*a\($0 - 1), *a\($0 - 1)]\n: x\n" }
    let problem = try #require(problems("? &a0 [x, x]\n: x\n" + lists.joined()).first)
    #expect(problem.line == 3)
    #expect(problem.text == "'*a0' stands for '&a0'; write the text itself instead")
  }

  @Test func `a star or an ampersand in quotes or in a comment is no alias`() throws {
    let yaml = "limits:\n  - cases: 'locks/*'\n    effect: 5%\n    # R&D, *all* of it\n"
    #expect(problems(yaml).isEmpty)
  }

  @Test func `all errors are reported together, in the order of their lines`() {
    let yaml = """
      limits:
        - cases: '*'
          efect: 5%
          tolerance: no
        - effect: 1%
      colour: red
      """
    #expect(problems(yaml).map(\.line) == [3, 4, 5, 6])
    do throws(GateLimitsError) {
      _ = try resolve(yaml)
    } catch {
      let lines = error.description.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines[0].hasPrefix("gate.yml:3: unknown key 'efect'"))
    }
  }
}
