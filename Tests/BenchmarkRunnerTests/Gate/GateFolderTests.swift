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

  private func bytes(_ path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.string)))
  }

  /// The error of beginning a gate in the folder.
  private func refusal(_ folder: GateFolder) -> GateFolderError? {
    do throws(GateFolderError) {
      _ = try GateRecorder(creatingIn: folder, for: bench.plan)
      return nil
    } catch { return error }
  }

  // MARK: After a kill

  @Test func `a table of pairs that is cut at any byte has the pairs before it`() async throws {
    let launcher = FakePairLauncher { launch, _ in
      launch.isMeasurement && launch.primitive == "mutex" && launch.side == .candidate
        ? .exited(status: 1, output: "", error: "one, \"two\"") : nil
    }
    let measured = try await bench.run(launcher, pairs: 3)
    let rows = measured.judge.rows
    let whole = try bytes(bench.folder.pairsPath)
    let opening = PairTable.opening(of: bench.plan).utf8.count
    let lines = rows.map { PairTable.line(of: $0, in: bench.plan).utf8.count }
    #expect(opening + lines.reduce(0, +) == whole.count)
    for length in opening...whole.count {
      let cut = try PairTable.read(Array(whole.prefix(length)), file: "pairs.csv")
      var end = opening
      let before = zip(rows, lines).prefix { _, line in
        end += line
        return end <= length
      }
      #expect(cut.rows == before.map(\.0))
      #expect(cut.plan == bench.plan)
    }
  }

  @Test func `every pair that is on disk has its launches there`() async throws {
    let launcher = FakePairLauncher { launch, number in
      guard launch.isMeasurement, number % 7 == 0 else { return nil }
      return FakePairLauncher.success(launch.request, elapsed: 1_000_000, steal: 30_000_000)
    }
    let measured = try await bench.run(launcher, pairs: 8)
    let launches = try bench.folder.readLaunches()
    #expect(launches.count == 2 * measured.judge.rows.count)
    // What is summed up there is the value here.
    for (row, place) in zip(measured.judge.rows, stride(from: 0, to: launches.count, by: 2)) {
      let sides = Dictionary(
        uniqueKeysWithValues: launches[place...place + 1].map { ($0.key.side, $0.values.min()) })
      switch row.outcome {
      case .measured(let a, let b), .repeated(let a, let b, _):
        #expect(sides == [.baseline: a, .candidate: b])
      case .failed: Issue.record("nothing failed here")
      }
    }
  }

  @Test func `each pair is on disk before the next one begins`() async throws {
    let folder = bench.folder
    let counts = Mutex<[Int]>([])
    let launcher = FakePairLauncher { launch, _ in
      let count = try? folder.readPairs().rows.count
      if launch.isMeasurement { counts.withLock { $0.append(count ?? -1) } }
      return nil
    }
    _ = try await bench.run(launcher, pairs: 3)
    #expect(counts.withLock { $0 } == (0..<9).flatMap { [$0, $0] })
  }

  // MARK: Live and replayed

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a replay of the file comes to the verdicts of the live gate`(seed: UInt64) async throws {
    let bench = try GateBench(seed: seed)
    let launcher = FakePairLauncher { launch, number in
      guard launch.isMeasurement else { return nil }
      var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
      let slowdown: UInt64 =
        launch.side == .candidate && launch.primitive == "mutex" ? 30_000_000 * (seed % 3) : 0
      return FakePairLauncher.success(
        launch.request, elapsed: 100_000_000 + slowdown + random.next(below: 15_000_000),
        steal: number % 31 == 0 ? 100_000_000 : 0)
    }
    let measured = try await bench.run(
      launcher, judge: GateJudge(plan: bench.plan, subjects: bench.subjects))
    let recording = try bench.folder.readPairs()
    let replay = GateEvaluation(recording)
    #expect(replay == measured.judge.tally.evaluation())
    let verdicts = replay.cases.map(\.verdict)
    #expect(verdicts[GateBench.mutex] == (seed % 3 == 0 ? .pass : .fail))
    #expect(verdicts[GateBench.mcs] == .pass)
    #expect(measured.repeated > 0)
    #expect(measured.end == .complete)
  }

  // MARK: Where a gate may begin

  @Test func `a folder that holds a gate is refused, and left as it is`() async throws {
    _ = try await bench.run(FakePairLauncher())
    let before = try bytes(bench.folder.pairsPath)
    let path = bench.folder.path.string
    #expect(refusal(bench.folder) == .occupied(path))
    #expect(
      GateFolderError.occupied(path).description
        == "'\(path)' holds a gate already: `--replay '\(path)'` shows it; "
        + "give --output another path")
    #expect(try bytes(bench.folder.pairsPath) == before)
  }

  @Test func `launches that have lost their pairs are left as they are`() async throws {
    _ = try await bench.run(FakePairLauncher())
    let before = try bytes(bench.folder.launchesPath)
    try FileManager.default.removeItem(atPath: bench.folder.pairsPath.string)
    #expect(
      refusal(bench.folder) == .file(.orphaned(bench.folder.path.string, lost: "pairs.csv")))
    #expect(try bytes(bench.folder.launchesPath) == before)
    // A header alone is what a kill leaves before the gate is there.
    try bench.tree.data("/gate/launches.csv", Data(LaunchTable.opening.utf8))
    #expect(refusal(bench.folder) == nil)
  }

  @Test func `a folder with other files in it may hold a gate too`() throws {
    try bench.tree.file("/gate/report.xml", "<testsuites/>")
    #expect(refusal(bench.folder) == nil)
    #expect(try bench.folder.readPairs().plan == bench.plan)
    #expect(try bench.folder.readLaunches().isEmpty)
  }

  @Test func `a link that takes the folder's place during a gate leads nowhere`() throws {
    let folder = bench.folder
    let above = folder.path.removingLastComponent().string
    _ = try GateRecorder(creatingIn: folder, for: bench.plan)
    try FileManager.default.moveItem(atPath: folder.path.string, toPath: above + "/moved")
    try FileManager.default.createDirectory(
      atPath: above + "/outside", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path.string, withDestinationPath: above + "/outside")
    try folder.write("report", as: "report.txt")
    #expect(try FileManager.default.contentsOfDirectory(atPath: above + "/outside").isEmpty)
    #expect(FileManager.default.fileExists(atPath: above + "/moved/report.txt"))
  }

  @Test func `a folder in which a gate is measured is locked`() throws {
    let recorder = try GateRecorder(creatingIn: bench.folder, for: bench.plan)
    #expect(refusal(bench.folder) == .file(.locked(bench.folder.path.string)))
    withExtendedLifetime(recorder) {}
  }

  @Test func `a file in the folder's place is refused`() throws {
    try bench.tree.file("/gate", "")
    #expect(refusal(bench.folder) == .file(.notAFolder(bench.folder.path.string)))
  }

  // MARK: Reading

  @Test func `a table that is not there is told`() {
    let path = bench.folder.pairsPath.string
    #expect(throws: GateFolderError.missing(path)) { try bench.folder.readPairs() }
    #expect(
      GateFolderError.missing(path).description
        == "there is no '\(path)'; give the pairs.csv of a gate, or its folder")
  }

  @Test func `a damaged table is told with its line`() throws {
    try bench.tree.file("/gate/launches.csv", LaunchTable.opening + "no,launch")
    let path = bench.folder.launchesPath.string
    #expect {
      try bench.folder.readLaunches()
    } throws: { error in
      (error as? GateFolderError)?.description.hasPrefix("'\(path)' line") == true
    }
  }

  @Test func `a full disk does not point at a command that gates have not`() {
    let error = GateFolderError.file(.cannotWrite("gate/pairs.csv", .noSpace))
    #expect(
      error.description
        == "no space left to write 'gate/pairs.csv': `gate --replay` shows what the pairs so far tell; "
        + "free some, then measure again")
  }

  @Test func `a report is kept beside the pairs`() throws {
    _ = try GateRecorder(creatingIn: bench.folder, for: bench.plan)
    try bench.folder.write("{}\n", as: "gate.json")
    #expect(try bytes(bench.folder.path.appending("gate.json")) == Array("{}\n".utf8))
  }
}
