import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import BenchmarkStatistics
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@Suite struct GateFolderTests {
  private let bench: GateBench

  init() throws { bench = try GateBench() }

  // MARK: After a kill

  @Test func `a table of trials that is cut at any byte gives the pairs before the cut`()
    async throws
  {
    let whole = try await bench.run(FakeLauncher(), pairs: 2)
    let path = bench.folder.path.string + "/raw/trials.csv"
    let bytes = try Data(contentsOf: URL(filePath: path))
    // A kill leaves a document that does not say how many rows there were.
    var document = whole.run.document
    document.state = .measuring
    document.rows = nil
    try bench.folder.write(document)
    let header = try #require(bytes.firstIndex(of: UInt8(ascii: "\n"))) + 1
    var last = whole.rows.count
    for length in stride(from: bytes.count, through: header, by: -7) {
      try bytes.prefix(length).write(to: URL(filePath: path))
      let cut = try bench.pairs(FakeJudge(limits: [0: 2, 1: 2, 2: 2])).rows
      #expect(cut == Array(whole.rows.prefix(cut.count)))
      #expect(cut.count <= last)
      last = cut.count
    }
    #expect(last == 0)
  }

  @Test func `each launch is on disk before the next launch begins`() async throws {
    let folder = bench.folder
    let counts = Mutex<[Int]>([])
    let launcher = FakeLauncher.pairs { launch, _ in
      let count = try? folder.readGate().records.count
      if launch.isMeasurement { counts.withLock { $0.append(count ?? -1) } }
      return nil
    }
    _ = try await bench.run(launcher, pairs: 3)
    #expect(counts.withLock { $0 } == Array(0..<18))
  }

  // MARK: Live and replayed

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a replay of the folder comes to the verdicts of the live gate`(seed: UInt64) async throws {
    let bench = try GateBench(seed: seed)
    let launcher = FakeLauncher.pairs { launch, number in
      guard launch.isMeasurement else { return nil }
      var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
      let slowdown: UInt64 =
        launch.side == .candidate && launch.primitive == "mutex" ? 30_000_000 * (seed % 3) : 0
      return FakeLauncher.trials(
        launch.request, elapsed: 100_000_000 + slowdown + random.next(below: 15_000_000),
        steal: number % 31 == 0 ? 100_000_000 : 0)
    }
    let judge = GateJudge(bench.gate, in: bench.document.plan)
    let measured = try await bench.run(launcher, judge: judge)
    let replay = try #require(GateReport(measured.run))
    let verdicts = replay.evaluation.cases.map(\.verdict)
    #expect(verdicts[GateBench.mutex] == (seed % 3 == 0 ? .pass : .fail))
    #expect(verdicts[GateBench.mcs] == .pass)
    #expect(replay.repeatedPairs == measured.repeated)
    #expect(measured.repeated > 0)
    #expect(replay.end == .complete)
    #expect(PairRecording(measured.run)?.rows == measured.rows)
    // The live gate measured no pair beyond those that the verdicts use.
    #expect(measured.run.records.count == 2 * measured.rows.count)
  }

  @Test func `a gate with a fixed number of pairs measures all of them for each case`() async throws
  {
    var bench = bench
    bench.document.plan.gate?.fixedPairs = 30
    let judge = GateJudge(bench.gate, in: bench.document.plan)
    let measured = try await bench.run(FakeLauncher(), judge: judge)
    #expect(measured.rows.count == 90)
    #expect(measured.state == .complete)
  }

  // MARK: Reading

  @Test func `a gate can't be read as a run, nor a run as a gate`() async throws {
    let path = bench.folder.path.string
    _ = try await bench.run(FakeLauncher())
    #expect(throws: RunFolderError.isGate(path)) { try bench.folder.read() }
    #expect(throws: RunFolderError.isGate(path)) { try bench.folder.readWhole() }
    let run = bench.tree.runFolder("run")
    try run.begin(RunFixture.document([RunFixture.plannedCase("mcs")], blocks: 1))
    #expect(throws: RunFolderError.noGate(run.path.string)) { try run.readGate() }
  }

  @Test func `a complete gate that lost a row is an error`() async throws {
    _ = try await bench.run(FakeLauncher())
    let path = bench.folder.path.string + "/raw/trials.csv"
    let lines = try bench.folder.lines("raw/trials.csv")
    try bench.folder.replace("raw/trials.csv", with: lines.dropLast())
    #expect(
      throws: RunFolderError.rowsLost(path, found: lines.count - 2, recorded: lines.count - 1)
    ) { try bench.folder.readGate() }
  }

  @Test func `a gate that spent its budget and lost its trials can't be read for verdicts`()
    async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 1, by: clock)
    _ = try await bench.run(slow, clock: clock, budget: 8_500_000_000)
    let path = bench.folder.path.string + "/raw/trials.csv"
    let lines = try bench.folder.lines("raw/trials.csv")
    try bench.folder.replace("raw/trials.csv", with: [lines[0]])
    #expect(throws: RunFolderError.rowsLost(path, found: 0, recorded: lines.count - 1)) {
      try bench.folder.readWholeGate()
    }
    // A resumed gate measures the lost launches again.
    #expect(try bench.folder.readGate().records.values.allSatisfy { $0.trials.isEmpty })
  }

  @Test(
    arguments: [
      ("locks/contended/mcs/threads=2,c,0,0", "not a row of that table"),
      ("locks/contended/mcs/threads=2,a,0,4", "not a row of that table"),
      (
        "locks/contended/mutex/threads=2,sham-a,0,0",
        "a row of a launch that the plan does not have"
      ),
      ("locks/contended/mcs/threads=2,a,240,0", "a row of a launch that the plan does not have"),
      ("locks/contended/mcs/threads=2,a,-1,0", "not a row of that table"),
    ])
  func `a row of a launch that the gate can't have is an error with its line`(
    key: String, problem: String
  ) async throws {
    _ = try await bench.run(FakeLauncher())
    let path = bench.folder.path.string + "/raw/failures.csv"
    let lines = try bench.folder.lines("raw/failures.csv")
    try bench.folder.replace("raw/failures.csv", with: lines + [key + ",exited,1,why"])
    #expect(throws: RunFolderError.badRow(file: path, line: 2, problem: problem)) {
      try bench.folder.readGate()
    }
  }
}
