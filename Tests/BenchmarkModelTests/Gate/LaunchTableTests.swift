import BenchmarkModel
import Testing

@Suite struct LaunchTableTests {
  private static func row(
    pair: Int = 0, attempt: Int = 0, _ side: PairSide = .baseline, role: GateRole = .gated,
    operations: UInt64? = 100, steal: UInt64? = nil, values: [Double] = [1]
  ) -> LaunchRow {
    LaunchRow(
      key: .init(
        id: GateFixture.id("mcs"), role: role, pair: pair, attempt: attempt, side: side),
      operations: operations, stealNanoseconds: steal, values: values)
  }

  private static let rows = [
    row(values: [0.1, 1.0 / 3, 1e300, 0]), row(.candidate, steal: 0, values: [7]),
    row(attempt: 1, steal: .max, values: [1, 2]), row(attempt: 1, .candidate, operations: .max),
    row(role: .sham, operations: nil, values: []), row(pair: 12),
  ]

  private static var text: String {
    LaunchTable.opening + rows.map(LaunchTable.line).joined()
  }

  private func read(_ text: String) throws(PairTableError) -> [LaunchRow] {
    try LaunchTable.read(Array(text.utf8), file: "launches.csv")
  }

  private func error(_ text: String) -> PairTableError? {
    do throws(PairTableError) {
      _ = try read(text)
      return nil
    } catch { return error }
  }

  @Test func `what a gate writes it reads, to the last bit`() throws {
    #expect(try read(Self.text) == Self.rows)
    #expect(try read(LaunchTable.opening).isEmpty)
  }

  @Test func `rows look as documented`() {
    #expect(LaunchTable.opening == "case,role,pair,try,side,ops,steal_ns,values\n")
    #expect(
      LaunchTable.line(of: Self.row(pair: 3, attempt: 1, .candidate, steal: 20, values: [1.5, 2]))
        == "locks/contended/mcs/threads=2,gated,3,1,b,100,20,1.5 2.0\n")
    #expect(
      LaunchTable.line(of: Self.row(operations: nil, values: []))
        == "locks/contended/mcs/threads=2,gated,0,0,a,,,\n")
  }

  @Test func `a table that is cut at any byte has the launches before it`() throws {
    let whole = Array(Self.text.utf8)
    for length in LaunchTable.opening.utf8.count...whole.count {
      let lines = whole.prefix(length).count { $0 == UInt8(ascii: "\n") }
      #expect(
        try LaunchTable.read(Array(whole.prefix(length)), file: "launches.csv")
          == Array(Self.rows.prefix(lines - 1)))
    }
  }

  @Test(arguments: ["", "\n", "case,role,pair\n", "case,role"])
  func `a foreign file is refused on its first line`(text: String) {
    #expect(
      error(text)?.description
        == "'launches.csv' line 1: not the header of a table of launches "
        + "('case,role,pair,try,…'); give the launches.csv of a gate")
  }

  @Test(arguments: [
    "x", "case", "/,gated,0,0,a,1,,1", "locks/a/b,tried,0,0,a,1,,1",
    "locks/a/b,gated,-1,0,a,1,,1", "locks/a/b,gated,0,2,a,1,,1", "locks/a/b,gated,0,0,c,1,,1",
    "locks/a/b,gated,0,0,a,-1,,1", "locks/a/b,gated,0,0,a,1,x,1", "locks/a/b,gated,0,0,a,1,,1 x",
    "locks/a/b,gated,0,0,a,1,,1,1",
  ])
  func `a row that is no launch is told with its line`(line: String) {
    #expect(
      error(Self.text + line + "\n")?.description
        == "'launches.csv' line \(Self.rows.count + 2): not a launch (case, role, pair, try, side, "
        + "and numbers); restore the file, or measure again")
  }

  @Test func `a launch that is there twice is told`() {
    #expect(
      error(Self.text + LaunchTable.line(of: Self.rows[1]))?.description
        == "'launches.csv' line \(Self.rows.count + 2): this launch of "
        + "'locks/contended/mcs/threads=2' is there twice; restore the file, or measure again")
  }
}
