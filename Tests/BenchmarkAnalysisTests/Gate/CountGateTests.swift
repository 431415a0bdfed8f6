import BenchmarkAnalysis
import BenchmarkModel
import Testing

@Suite struct CountGateTests {
  static func id(_ primitive: String, suite: String = "locks") -> CaseID {
    CaseID(suite: suite, workload: "uncontended", primitive: primitive, parameters: [])
  }

  static let toolchain = CountToolchain(swift: "6.3.1", architecture: "x86_64", libc: "glibc 2.36")

  private func baseline(
    _ cases: [CaseID: OperationCounts], by means: InstructionMeans? = .callgrind,
    share: Double = 0.01
  ) -> CountBaseline {
    CountBaseline(
      tool: "0.1.0", toolchain: Self.toolchain, instructionsBy: means, valgrind: "3.19.0",
      limits: CountLimits(share: share), cases: cases)
  }

  private func now(
    _ cases: [CaseID: CountedCase], by means: InstructionMeans? = .callgrind,
    countable: [CaseID]? = nil
  ) -> ExecutableCounts {
    ExecutableCounts(
      toolchain: Self.toolchain, instructionsBy: means, valgrind: "3.19.0", cases: cases,
      countable: countable ?? Array(cases.keys))
  }

  private func counted(
    instructions: CountReading = .unavailable(reason: "no counter"),
    allocations: CountReading = .unavailable(reason: "no library"), failure: String? = nil
  ) -> CountedCase {
    CountedCase(instructions: instructions, allocations: allocations, failure: failure)
  }

  private func gate(_ then: Double, _ now: Double, limit: Double? = nil) -> CountGate {
    gate(
      ["a": OperationCounts(instructions: then)],
      ["a": counted(instructions: .counted(now))], limit: limit)
  }

  private func gate(
    _ then: KeyValuePairs<String, OperationCounts>, by means: InstructionMeans? = .callgrind,
    _ now: KeyValuePairs<String, CountedCase>, limit: Double? = nil
  ) -> CountGate {
    CountGate(
      baseline: baseline(
        Dictionary(uniqueKeysWithValues: then.map { (Self.id($0), $1) }), by: means),
      file: "x.json",
      now: self.now(Dictionary(uniqueKeysWithValues: now.map { (Self.id($0), $1) })), limit: limit)
  }

  // MARK: The limit

  // The usual limits: a difference of more than 1 %, and of at least 0.01 per operation.
  @Test(
    arguments: [
      (100, 100, .pass), (100, 101, .pass), (100, 101.01, .fail), (100, 99, .pass),
      (100, 98.9, .improved), (300, 303, .pass), (300, 303.1, .fail), (300, 297, .pass),
      (7, 7.07, .pass), (7, 7.08, .fail), (2540, 2565.4, .pass), (2540, 2566, .fail),
      (0, 0, .pass), (0, 0.001, .pass), (0, 0.0099, .pass), (0, 0.01, .fail), (0, 1, .fail),
      (0.01, 0, .improved), (0.009, 0, .pass), (0.1, 0.105, .pass), (0.1, 0.11, .fail),
      (0.000382, 0.0052, .pass), (2, 3, .fail), (3, 2, .improved), (1e12, 1.02e12, .fail),
    ] as [(Double, Double, CountVerdict)])
  func `a rise beyond the limit fails, and a fall beyond the limit is an improvement`(
    then: Double, now: Double, verdict: CountVerdict
  ) {
    #expect(gate(then, now).lines.map(\.verdict) == [verdict])
  }

  @Test func `a given limit replaces the stored one`() {
    #expect(gate(100, 105, limit: 0.05).outcome == .pass)
    #expect(gate(100, 106, limit: 0.05).outcome == .fail)
    #expect(gate(100, 106, limit: 0.05).limits.share == 0.05)
  }

  @Test func `the change is a share of the baseline, and nil if the baseline is 0`() {
    #expect(gate(100, 110).lines[0].change == 0.1)
    #expect(gate(0, 1).lines[0].change == nil)
  }

  // MARK: Quantities that are not compared

  @Test func `a quantity that the baseline lacks has no line`() {
    let gate = gate(
      ["a": OperationCounts(allocations: 2)],
      ["a": counted(instructions: .counted(9), allocations: .counted(2))])
    #expect(gate.lines.map(\.quantity) == [.allocations])
    #expect(gate.outcome == .pass)
  }

  @Test func `a quantity that can't be counted has a reason, and makes the gate inconclusive`() {
    let gate = CountGate(
      baseline: baseline([Self.id("a"): OperationCounts(instructions: 9, allocations: 2)]),
      file: "x.json", now: now([Self.id("a"): counted(allocations: .counted(2))], by: nil))
    #expect(gate.lines.map(\.verdict) == [.notAvailable, .pass])
    #expect(gate.lines[0].reason == "no counter")
    #expect(gate.lines[0].baseline == 9 && gate.lines[0].now == nil)
    #expect(gate.outcome == .inconclusive)
  }

  @Test func `instructions counted by different means are never compared`() {
    let gate = gate(
      ["a": OperationCounts(instructions: 9)], by: .hardware,
      ["a": counted(instructions: .counted(9))])
    #expect(gate.lines.map(\.verdict) == [.notAvailable])
    #expect(gate.lines[0].reason == "counted by callgrind now, and by hardware for the baseline")
    #expect(gate.outcome == .inconclusive)
    #expect(gate.outcome.exitStatus == 7)
  }

  @Test func `a quantity that was unstable when recorded is listed, and not compared`() {
    let gate = gate(
      ["a": OperationCounts(allocations: 2, unstable: [.instructions])],
      ["a": counted(instructions: .counted(9), allocations: .counted(2))])
    #expect(gate.lines.map(\.verdict) == [.notAvailable, .pass])
    #expect(gate.lines[0].reason.contains("two tries differed"))
  }

  @Test(
    arguments: [(20, 30, .fail), (10, 30, .notAvailable), (5, 30, .notAvailable)]
      as [(Double, Double, CountVerdict)])
  func `if the tries differ, the gate fails only if even their least count exceeds the limit`(
    least: Double, most: Double, verdict: CountVerdict
  ) {
    let gate = gate(
      ["a": OperationCounts(allocations: 10)],
      ["a": counted(allocations: .unstable(least: least, most: most))])
    #expect(gate.lines.map(\.verdict) == [verdict])
  }

  // MARK: Cases of one side

  @Test func `cases of one side only are listed and never gated`() {
    let then = [
      Self.id("both"): OperationCounts(instructions: 9),
      Self.id("gone"): OperationCounts(instructions: 9),
    ]
    let gate = CountGate(
      baseline: baseline(then), file: "x.json",
      now: now(
        [Self.id("both"): counted(instructions: .counted(9))],
        countable: [Self.id("both"), Self.id("new"), Self.id("other", suite: "sync")]))
    #expect(gate.lines.map(\.id) == [Self.id("both")])
    #expect(gate.removed == [Self.id("gone")])
    // The baseline has no case of the suite sync, so the case of that suite is not listed.
    #expect(gate.added == [Self.id("new")])
    #expect(gate.outcome == .pass)
  }

  @Test func `a gate whose cases are all gone is inconclusive`() {
    let gate = gate(["gone": OperationCounts(instructions: 9)], [:])
    #expect(gate.lines.isEmpty)
    #expect(gate.outcome == .inconclusive)
  }

  // MARK: The outcome

  @Test func `a case that failed is one line, and decides the outcome before a regression`() {
    let then = OperationCounts(instructions: 9, allocations: 2)
    let gate = gate(
      ["a": then, "b": then],
      [
        "a": counted(instructions: .counted(9), allocations: .counted(2), failure: "lost 3 of 10"),
        "b": counted(instructions: .counted(90), allocations: .counted(2)),
      ])
    #expect(gate.lines.map(\.verdict) == [.invalid, .fail, .pass])
    #expect(gate.lines[0].quantity == nil && gate.lines[0].reason == "lost 3 of 10")
    #expect(gate.outcome == .invalid)
    #expect(gate.outcome.exitStatus == 3)
  }

  @Test func `an improvement passes, and the exit status is that of a timing gate`() {
    #expect(gate(9, 8).outcome == .pass && gate(9, 8).outcome.exitStatus == 0)
    #expect(gate(9, 10).outcome.exitStatus == 2)
  }

  @Test func `another C library, another valgrind and fallen counts are noted`() {
    var other = now([Self.id("a"): counted(instructions: .counted(5))])
    other.toolchain.libc = "glibc 2.39"
    other.valgrind = "3.24.0"
    let notes = CountGate(
      baseline: baseline([Self.id("a"): OperationCounts(instructions: 9)]), file: "x.json",
      now: other
    ).notes
    #expect(notes.count == 3)
    #expect(notes[0].contains("glibc 2.36") && notes[0].contains("glibc 2.39"))
    #expect(notes[1].contains("3.19.0") && notes[1].contains("3.24.0"))
    #expect(notes[2].contains("record the baseline anew"))
    #expect(gate(9, 9).notes.isEmpty)
  }
}
