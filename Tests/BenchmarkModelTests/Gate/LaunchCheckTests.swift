import BenchmarkModel
import Testing

@Suite struct LaunchCheckTests {
  private static let recording = PairRecording(
    plan: GateFixture.plan,
    rows: [
      PairRow(
        caseIndex: 0, pair: 0, order: .baselineFirst,
        outcome: .repeated(a: 2, b: 3, reason: "time was stolen")),
      PairRow(caseIndex: 0, pair: 0, order: .baselineFirst, outcome: .measured(a: 4, b: 5)),
      PairRow(caseIndex: 2, pair: 0, order: .candidateFirst, outcome: .measured(a: 6, b: 7)),
      PairRow(
        caseIndex: 1, pair: 0, order: .candidateFirst,
        outcome: .failed(.baseline, reason: "killed by SIGSEGV")),
    ])

  private static func launch(
    of primitive: String = "mcs", role: GateRole = .gated, pair: Int = 0, attempt: Int = 0,
    _ side: PairSide, operations: UInt64? = 100, _ values: [Double]
  ) -> LaunchRow {
    LaunchRow(
      key: .init(
        id: GateFixture.id(primitive), role: role, pair: pair, attempt: attempt, side: side),
      operations: operations, stealNanoseconds: 0, values: values)
  }

  private static let launches = [
    launch(.baseline, [2, 9]), launch(.candidate, [1, 9, 2]),
    launch(attempt: 1, .baseline, [4]), launch(attempt: 1, .candidate, [4, 6]),
    launch(role: .sham, .candidate, [7, 8]), launch(role: .sham, .baseline, [6, 8]),
    launch(of: "ticket", .baseline, operations: nil, []),
  ]

  /// The error of the launches after a change; nil if they agree with the pairs.
  private func error(_ change: (inout [LaunchRow]) -> Void = { _ in }) -> PairTableError? {
    var rows = Self.launches
    change(&rows)
    let text = LaunchTable.opening + rows.map(LaunchTable.line).joined()
    let plan = GateFixture.plan
    let pairs =
      PairTable.opening(of: plan)
      + Self.recording.rows.map { PairTable.line(of: $0, in: plan) }.joined()
    do throws(PairTableError) {
      try LaunchTable.check(
        Array(text.utf8), file: "launches.csv", against: Self.recording,
        pairs: (Array(pairs.utf8), "pairs.csv"))
      return nil
    } catch { return error }
  }

  @Test func `launches whose values hold the pair's agree with it`() { #expect(error() == nil) }

  @Test func `the launches of a pair that a kill kept from being recorded are left out`() {
    #expect(error { $0.append(Self.launch(pair: 1, .baseline, [1])) } == nil)
    #expect(
      error {
        $0 += [Self.launch(pair: 1, .baseline, [1]), Self.launch(pair: 1, .candidate, [1])]
      } == nil)
    let early = error { $0.insert(Self.launch(pair: 1, .baseline, [1]), at: 0) }
    #expect(early?.file == "launches.csv")
    #expect(early?.line == 2)
    #expect(early?.problem.contains("pair 1") == true)
  }

  @Test(arguments: [[], [2.1, 9], [1, 1.9], [.nan], [-1, -3], [.infinity]] as [[Double]])
  func `a value that its launch has not is an error with the launch's line`(values: [Double]) {
    let error = error { $0[0] = Self.launch(.baseline, values) }
    #expect(error?.file == "launches.csv")
    #expect(error?.line == 2)
    #expect(
      error?.problem == "pair 0 has 2.0, which does not follow from this launch; "
        + "restore the file, or measure again")
  }

  @Test func `a launch that failed has no pair that was measured`() {
    #expect(error { $0[3] = Self.launch(attempt: 1, .candidate, operations: nil, [5]) }?.line == 5)
  }

  @Test func `a launch of a case that was not planned is an error`() {
    let error = error { $0.append(Self.launch(of: "clh", .baseline, [1])) }
    #expect(error?.line == 9)
    #expect(
      error?.problem.contains("'locks/contended/clh/threads=2', which the gate did not plan")
        == true)
  }

  // The plan has four lines behind the header, for a reason holds a line feed.
  @Test(arguments: [(0, 6), (1, 6), (2, 7), (4, 8)])
  func `a pair without its launches is an error with the pair's line`(launch: Int, line: Int) {
    let error = error { $0.remove(at: launch) }
    #expect(error?.file == "pairs.csv")
    #expect(error?.line == line)
    #expect(error?.problem.contains("not in launches.csv") == true)
  }

  @Test func `a pair that failed needs no launch`() { #expect(error { $0.removeLast() } == nil) }
}
