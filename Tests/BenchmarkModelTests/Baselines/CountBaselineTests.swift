import BenchmarkModel
import Testing

@Suite struct CountBaselineTests {
  private let mutex = CaseID(
    suite: "locks", workload: "uncontended", primitive: "mutex",
    parameters: [Parameter("inside", 0)])
  private let queue = CaseID(
    suite: "sync", workload: "alone", primitive: "serial-queue-sync",
    parameters: [Parameter("inside", 0)])

  private var baseline: CountBaseline {
    CountBaseline(
      tool: "0.1.0",
      toolchain: CountToolchain(swift: "6.3.1", architecture: "x86_64", libc: "glibc 2.36"),
      instructionsBy: .callgrind, valgrind: "3.19.0",
      cases: [
        queue: OperationCounts(
          allocations: 2, allocatedBytes: 80, unstable: [.instructions]),
        mutex: OperationCounts(instructions: 1.25, allocations: 0, allocatedBytes: 0),
      ])
  }

  private func read(_ text: String) throws(CountBaselineError) -> CountBaseline {
    try CountBaseline(bytes: Array(text.utf8), file: "a/b.json")
  }

  // MARK: The file

  @Test func `the file has sorted keys, and one line for each case`() throws {
    #expect(
      try baseline.text() == """
        {
          "cases": {
            "locks/uncontended/mutex/inside=0": {"allocatedBytes":0,"allocations":0,"instructions":1.25},
            "sync/alone/serial-queue-sync/inside=0": {"allocatedBytes":80,"allocations":2,"unstable":["instructions"]}
          },
          "instructionsBy": "callgrind",
          "limits": {"least":0.01,"share":0.01},
          "schemaVersion": 1,
          "tool": "0.1.0",
          "toolchain": {"architecture":"x86_64","libc":"glibc 2.36","swift":"6.3.1"},
          "valgrind": "3.19.0"
        }

        """)
  }

  @Test func `a baseline without instructions does not say how they were counted`() throws {
    var baseline = baseline
    baseline.instructionsBy = nil
    baseline.valgrind = nil
    baseline.toolchain.libc = nil
    baseline.cases[mutex] = OperationCounts(allocations: 3)
    let text = try baseline.text()
    #expect(!text.contains("instructionsBy"))
    #expect(!text.contains("valgrind"))
    #expect(!text.contains("libc"))
    #expect(try read(text) == baseline)
  }

  @Test func `figures are kept to six digits`() {
    let counts = OperationCounts(instructions: 270.0498046875, allocations: 1.0 / 3)
    #expect(counts.instructions == 270.05)
    #expect(counts.allocations == 0.333333)
  }

  @Test(arguments: [
    ("6.3.1", "x86_64", "swift-6.3.1-x86_64.json"),
    ("6.5 or later", "aarch64", "swift-6.5-or-later-aarch64.json"),
    ("../6", "a/b", "swift-..-6-a-b.json"),
  ])
  func `a toolchain has a file of its own`(swift: String, architecture: String, name: String) {
    let toolchain = CountToolchain(swift: swift, architecture: architecture, libc: nil)
    #expect(toolchain.fileName == name)
  }

  @Test func `a baseline knows its suites and the number of its figures`() {
    #expect(baseline.suites == ["locks", "sync"])
    #expect(baseline.figureCount == 3)
  }

  // MARK: Files that are no baselines

  @Test(arguments: [0, 2, 999])
  func `a file of another schema is refused`(version: Int) throws {
    let text = try baseline.text().replacing(
      "\"schemaVersion\": 1", with: "\"schemaVersion\": \(version)")
    #expect(throws: CountBaselineError.otherSchema(file: "a/b.json", found: version, known: 1)) {
      try read(text)
    }
  }

  @Test func `the schema is read before anything else`() {
    #expect(throws: CountBaselineError.otherSchema(file: "a/b.json", found: 7, known: 1)) {
      try read(#"{"schemaVersion": 7, "cases": "unheard of"}"#)
    }
  }

  @Test(arguments: [
    "", "[]", "{", "I am a file", #"{"name": "a package"}"#, #"{"schemaVersion": "1"}"#,
    #"{"schemaVersion": 1}"#, "null", "\u{0}",
  ])
  func `a file that is no baseline is refused with its name and the remedy`(text: String) {
    let error = #expect(throws: CountBaselineError.self) { try read(text) }
    #expect(error?.description.contains("'a/b.json' is no baseline of counts (") == true)
    #expect(error?.description.contains("syncbench gate --counts FOLDER --record") == true)
  }

  @Test(arguments: [
    ("\"allocations\":2", "\"allocations\":\"2\""), ("\"allocations\":2", "\"allocations\":1e999"),
    ("\"allocations\":2", "\"allocations\":NaN"), ("[\"instructions\"]", "[\"cycles\"]"),
    ("\"callgrind\"", "\"guess\""), ("\"share\":0.01", "\"share\":0"),
    ("\"share\":0.01", "\"share\":-1"), ("\"least\":0.01", "\"least\":-1"),
    ("sync/alone/serial-queue-sync", "sync"), ("inside=0", "inside=+0"),
    ("  \"instructionsBy\": \"callgrind\",\n", ""), ("\"swift\":\"6.3.1\"", "\"go\":\"1\""),
  ])
  func `a file with a wrong part is refused`(part: String, wrong: String) throws {
    let text = try baseline.text()
    #expect(text.contains(part))
    let error = #expect(throws: CountBaselineError.self) {
      try read(text.replacing(part, with: wrong))
    }
    #expect(error?.description.contains("'a/b.json'") == true)
  }

  @Test func `a negative figure is refused with its case and quantity`() throws {
    let text = try baseline.text().replacing("\"allocations\":2", with: "\"allocations\":-2")
    let error = CountBaselineError.badFigure(
      file: "a/b.json", case: queue.description, quantity: "allocations")
    #expect(throws: error) { try read(text) }
  }

  @Test func `a baseline of allocated bytes alone is refused`() throws {
    var baseline = baseline
    baseline.cases = [mutex: OperationCounts(allocatedBytes: 3)]
    let text = try baseline.text()
    #expect(throws: CountBaselineError.empty(file: "a/b.json")) { try read(text) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a count that is not finite is not written`(value: Double) {
    var baseline = baseline
    baseline.cases[mutex]?.instructions = value
    #expect(throws: CountBaselineError.notFinite) { try baseline.text() }
  }

  // MARK: Readings

  @Test func `a count is the least of tries that agree within the limit`() {
    let limits = CountLimits(share: 0.01)
    #expect(CountReading(tries: [101, 100], limits: limits) == .counted(100))
    #expect(CountReading(tries: [0.004, 0], limits: limits) == .counted(0))
    #expect(CountReading(tries: [], limits: limits) == nil)
  }

  @Test func `tries that differ by more than the limit are unstable`() {
    let reading = CountReading(tries: [102, 100], limits: CountLimits(share: 0.01))
    #expect(reading == .unstable(least: 100, most: 102))
  }

  @Test func `a baseline stores the counted quantities, and names the unstable ones`() {
    let counted = CountedCase(
      instructions: .unstable(least: 20, most: 30), allocations: .counted(2), allocatedBytes: 80)
    #expect(
      counted.stored
        == OperationCounts(allocations: 2, allocatedBytes: 80, unstable: [.instructions]))
    let nothing = CountedCase(
      instructions: .unavailable(reason: "no"), allocations: .unavailable(reason: "no"),
      allocatedBytes: 3)
    #expect(nothing.stored == OperationCounts())
  }
}
