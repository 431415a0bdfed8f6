import BenchmarkModel
import Testing

@Suite struct PairTableTests {
  private func read(_ text: String) throws(PairTableError) -> PairRecording {
    try PairTable.read(Array(text.utf8), file: "pairs.csv")
  }

  /// The error of the fixture's text after a change.
  private func error(of change: (inout [String]) -> Void) -> PairTableError? {
    var lines = GateFixture.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    change(&lines)
    do throws(PairTableError) {
      _ = try read(lines.joined(separator: "\n"))
      return nil
    } catch {
      return error
    }
  }

  @Test func `what a gate writes it reads`() throws {
    let recording = try read(GateFixture.text)
    #expect(recording.plan == GateFixture.plan)
    #expect(recording.rows == GateFixture.rows)
    #expect(!recording.isTorn)
  }

  @Test func `the header is that of the documented table`() {
    #expect(
      PairTable.columns.joined(separator: ",")
        == "case,role,metric,polarity,effect,tolerance,expected_regression,alpha,beta,seed,pair,"
        + "order,status,value_a,value_b,padding_a,padding_b,reason")
  }

  @Test func `line feeds of another system are no difference`() throws {
    let text = GateFixture.text.replacing("\n", with: "\r\n")
    #expect(try read(text).rows.count == GateFixture.rows.count)
  }

  @Test func `a torn last line is left out and said`() throws {
    let recording = try read(String(GateFixture.text.dropLast(5)))
    #expect(recording.rows == GateFixture.rows.dropLast())
    #expect(recording.isTorn)
  }

  @Test func `a quote that is never closed is told with its line, not taken for a torn end`() {
    let lines = GateFixture.text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = GateFixture.plan.cases.count + 1
    var broken = lines.map(String.init)
    broken[first] = "\"" + broken[first]
    #expect {
      _ = try read(broken.joined(separator: "\n"))
    } throws: { error in
      (error as? PairTableError)?.line == first + 1
    }
  }

  @Test func `a plan without pairs is a gate that was cut off at once`() throws {
    let recording = try read(PairTable.opening(of: GateFixture.plan))
    #expect(recording == PairRecording(plan: GateFixture.plan, rows: []))
  }

  @Test func `values survive to the last bit`() throws {
    let values = [
      0.1, 1.0 / 3, 1e-6.nextUp, 1e18.nextDown, 12_345.678_9,
    ]
    let rows = values.enumerated().map { pair, value in
      PairRow(
        caseIndex: 0, pair: pair, order: .baselineFirst, outcome: .measured(a: value, b: 1))
    }
    let text =
      PairTable.opening(of: GateFixture.plan)
      + rows.map { PairTable.line(of: $0, in: GateFixture.plan) }.joined()
    #expect(try read(text).rows == rows)
  }

  @Test func `values without a ratio are a failure of their side`() {
    #expect(PairOutcome.values(a: 1, b: 2) == .measured(a: 1, b: 2))
    for value in [
      0, -1, .nan, .infinity, .leastNonzeroMagnitude, 1e308, 1e-6.nextDown, 1e18.nextUp,
    ] {
      guard case .failed(.baseline, _) = PairOutcome.values(a: value, b: 1),
        case .failed(.candidate, _) = PairOutcome.values(a: 1, b: value)
      else {
        Issue.record("\(value) was taken for a measurement")
        continue
      }
    }
  }

  @Test(arguments: ["", "\n", "case,invocation\nlocks/a/b,0\n", "\u{FEFF}case,role\n", "{}\n"])
  func `a foreign file is refused on its first line`(text: String) {
    #expect { try read(text) } throws: { error in
      guard let error = error as? PairTableError else { return false }
      return error.line == 1 && error.description.hasPrefix("'pairs.csv' line 1: ")
    }
  }

  @Test func `a file that plans shams alone is refused`() {
    let error = error { lines in
      lines = [lines[0], lines[4]] + [""]
    }
    #expect(error?.line == 1)
  }

  // The fixture's lines: 1 header, 2 mcs, 3 and 4 ticket (its reason holds a line feed), 5 sham,
  // 6 to 8 pairs, 9 and 10 the failed pair with a line feed, 11 the last pair.
  @Test(arguments: [
    (2, "locks/contended/mcs", "locks//mcs", "not a planned case"),
    (2, "lower-is-better", "neutral", "not a planned case"),
    (2, ",0.05,0.1,", ",0,0.1,", "not a planned case"),
    (2, ",0.05,0.1,", ",0.2,0.1,", "not a planned case"),
    (2, ",0.05,0.1,", ",nan,nan,", "not a planned case"),
    (2, "18446744073709551615", "-1", "alpha and beta"),
    (2, ",0.01,", ",0.999999,", "alpha and beta are above 0 and at most 0.5"),
    (2, ",0.05,18", ",0.51,18", "alpha and beta are above 0 and at most 0.5"),
    (5, ",0.01,", ",0.02,", "another alpha"),
    (5, ",sham,", ",gated,", "planned twice"),
    (6, ",gated,", ",sham-2,", "no row above plans"),
    (6, "mcs", "clh", "no row above plans"),
    (7, ",,,,,,,,,3,", ",ns_per_op,,,,,,,,3,", "plans a case too"),
    (7, ",3,BA,", ",-3,BA,", "not a pair"),
    (7, ",BA,", ",ABBA,", "not a pair"),
    (7, ",measured,", ",dropped,", "not a pair"),
    (7, ",measured,0.1,", ",measured,,", "not a pair"),
    (7, ",measured,0.1,", ",measured,0,", "not a pair"),
    (7, ",measured,0.1,", ",measured,-1,", "not a pair"),
    (7, ",measured,0.1,", ",measured,inf,", "not a pair"),
    (7, ",measured,0.1,", ",measured,1e-320,", "values of 1e-6 to 1e18"),
    (7, ",measured,0.1,", ",measured,1e308,", "values of 1e-6 to 1e18"),
    (7, ",measured,0.1,", ",measured,\"0,1\",", "not a pair"),
    (7, ",8,", ",8,,", "19 fields"),
    (11, "killed by SIGSEGV", "", "not a pair"),
    (11, ",1,AB,", ",0,AB,", "is there twice"),
  ])
  func `a row that is none is refused with its line`(
    line: Int, from: String, to: String, problem: String
  ) throws {
    let error = try #require(
      error { lines in
        #expect(lines[line - 1].contains(from), "the fixture has no '\(from)' on line \(line)")
        lines[line - 1] = lines[line - 1].replacing(from, with: to)
      })
    #expect(error.line == line)
    #expect(error.problem.contains(problem), "\(error)")
  }

  /// The fixture's plan with pairs of these orders.
  private func text(_ orders: [PairOrder]) -> String {
    PairTable.opening(of: GateFixture.plan)
      + orders.enumerated().map { pair, order in
        PairTable.line(
          of: PairRow(caseIndex: 0, pair: pair, order: order, outcome: .measured(a: 1, b: 2)),
          in: GateFixture.plan)
      }.joined()
  }

  @Test(arguments: [PairOrder.baselineFirst, .candidateFirst])
  func `64 pairs in one order are no coin's, and one of the other order makes them possible`(
    order: PairOrder
  ) throws {
    let other: PairOrder = order == .baselineFirst ? .candidateFirst : .baselineFirst
    let one = [PairOrder](repeating: order, count: 64)
    #expect(try read(text(one.dropLast())).rows.count == 63)
    #expect(try read(text([other] + one)).rows.count == 65)
    #expect {
      _ = try read(text(one + [other]))
    } throws: { error in
      guard let error = error as? PairTableError else { return false }
      // A header, five lines of the plan, and the pairs.
      return error.line == 5 + 64 && error.problem.contains("one gate in 2^63")
    }
  }

  @Test func `a case that is planned after the first pair is refused`() throws {
    let error = try #require(
      error { lines in
        lines.swapAt(4, 5)
      })
    #expect(error.line == 6)
    #expect(error.problem.contains("after the first pair"))
  }
}
