import BenchmarkModel
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct CallgrindDumpTests {
  // A dump that callgrind 3.19 wrote.
  private let recorded = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 14901
    cmd:  ./syncbench worker
    part: 1

    desc: I1 cache: 
    desc: Timerange: Basic block 0 - 4617401
    desc: Trigger: --dump-after=$s10SyncSuites15uncontendedLoop_10operationsTg5

    positions: line
    events: Ir
    summary: 6013

    ob=(23) ./syncbench
    fl=(259) ???
    fn=(5646) $s15BenchmarkRunner
    summary: 1
    """

  @Test func `a dump's instructions are its summary`() throws {
    #expect(try CallgrindDump(recorded).instructions == 6013)
  }

  @Test(arguments: [
    ("", "its events are '', not 'Ir'"),
    ("events: Ir Dr\nsummary: 6 2\n", "its events are 'Ir Dr', not 'Ir'"),
    ("events: Ir\n", "its summary is ''"),
    ("events: Ir\nsummary: many\n", "its summary is 'many'"),
  ])
  func `a dump that does not have exactly one count is refused`(text: String, reason: String) {
    #expect(throws: CallgrindError.malformedDump(reason)) { try CallgrindDump(text) }
  }

  private func count(_ instructions: [UInt64]) throws -> InstructionCount {
    try InstructionCount(
      dumps: instructions.map { try CallgrindDump("events: Ir\nsummary: \($0)\n") },
      operations: 1000, kernel: "loop")
  }

  @Test func `the instructions per operation do not include a trial's fixed cost`() throws {
    // A warm-up of 1000 operations, four trials of 1000 operations, and four trials of 2000.
    let count = try count(
      [1_000_000] + Array(repeating: 14_032, count: 4) + Array(repeating: 28_032, count: 4))
    #expect(count.perOperation == 14)
    #expect(count.uncertainty == 0)
    #expect(count.operations == 13_000)
  }

  @Test func `if trials of one length differ, the smallest count of each length is used`() throws {
    // The counts of an MCS lock, whose node is allocated once per trial.
    let count = try count([
      16_688, 15_978, 15_900, 15_978, 15_900, 30_978, 30_900, 31_032, 31_014,
    ])
    #expect(count.perOperation == 15)
    #expect(count.uncertainty == 0.132)
  }

  @Test(arguments: [0, 3, 18])
  func `unless there is exactly one dump for each trial, there is no count`(runs: Int) {
    let error = CallgrindError.kernelNotCounted(kernel: "loop", runs: runs, trials: 9)
    #expect(throws: error) { try count(Array(repeating: 5, count: runs)) }
  }
}

@Suite struct ExecutableImageTests {
  /// An ELF image that has empty sections of these names.
  private func image(_ names: [String]) -> [UInt8] {
    var text: [UInt8] = []
    var headers: [UInt8] = []
    for name in names {
      headers += word(text.count, 4) + word(1, 4) + word(0, 16) + word(0, 8) + word(0, 32)
      text += Array(name.utf8) + [0]
    }
    let table = 64
    headers +=
      word(0, 4) + word(3, 4) + word(0, 16)
      + word(table + 64 * (names.count + 1), 8) + word(0, 32)
    let start = [0x7f, 0x45, 0x4c, 0x46, 2, 1] + word(0, 34) + word(table, 8) + word(0, 10)
    return start + word(64, 2) + word(names.count + 1, 2) + word(names.count, 2) + headers + text
  }

  private func word(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  @Test func `debug sections lose their name and type, and no other byte changes`() {
    let before = image([".text", ".debug_info", ".symtab"])
    let after = ExecutableImage(before).withoutDebugSections
    #expect(before.count == after.count)
    let debug = 64 + 64..<64 + 64 + 8
    #expect(after[debug].allSatisfy { $0 == 0 })
    #expect(before.indices.filter { before[$0] != after[$0] }.allSatisfy(debug.contains))
  }

  @Test func `a script stays as it is, and a truncated executable keeps its length`() {
    let script = Array("#!/bin/sh\n".utf8)
    #expect(ExecutableImage(script).withoutDebugSections == script)
    let whole = image([".debug_info", ".text"])
    for length in 0...150 {
      let part = Array(whole.prefix(length))
      #expect(ExecutableImage(part).withoutDebugSections.count == length)
    }
  }
}

/// A script in valgrind's place, and the files that the script leaves.
private struct FakeValgrind {
  let tree: FixtureTree
  let callgrind: Callgrind

  /// Makes a script that writes these counts as dumps, and then runs `ending`.
  init(counts: [Int], ending: String) throws {
    tree = try FixtureTree()
    let script = """
      #!/bin/sh
      for argument in "$@"; do
        case $argument in --callgrind-out-file=*) out=${argument#*=} ;; esac
      done
      echo "$@" >"$0.arguments"
      dirname "$out" >"$0.folder"
      cat >"$0.request"
      number=1
      for count in \(counts.map(String.init).joined(separator: " ")); do
        printf 'events: Ir\\nsummary: %s\\n' "$count" >"$out.$number"
        number=$((number + 1))
      done
      \(ending)
      """
    try tree.file("/valgrind", script)
    let path = tree.root + "/valgrind"
    chmod(path, 0o755)
    callgrind = Callgrind(
      valgrind: FilePath(path), executable: WorkerExecutable(at: FilePath(path)))
  }

  /// The counts of the trials of a case with 7 instructions per operation.
  static let counts = [900] + Array(repeating: 740, count: 4) + Array(repeating: 1440, count: 4)

  static let answer = """
    echo '{"hello":{"protocolVersion":\(workerProtocolVersion)}}'
    echo '{"done":{}}'
    """

  func count(
    pace: Pace = .operations, deadlineNanoseconds: UInt64 = 600_000_000_000
  ) async throws -> InstructionCount {
    try await callgrind.count(
      WorkerRequest(task: .measure, placement: .process(cpus: [0]), pace: pace), operations: 100,
      kernel: "uncontendedLoop", deadlineNanoseconds: deadlineNanoseconds)
  }

  func text(_ name: String) throws -> String {
    let bytes = try #require(try FileAccess.read(FilePath(tree.root + "/valgrind." + name)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether callgrind was given a single folder, which is removed.
  func isTidy() throws -> Bool {
    let folder = try text("folder").split(separator: "\n")
    return folder.count == 1 && !FileAccess.exists(FilePath(String(folder[0])))
  }
}

@Suite struct CallgrindTests {
  @Test func `one launch gives the count, and leaves no file`() async throws {
    let fake = try FakeValgrind(counts: FakeValgrind.counts, ending: FakeValgrind.answer)
    let count = try await fake.count()
    #expect(count.perOperation == 7)
    #expect(try fake.isTidy())
    let arguments = try fake.text("arguments")
    #expect(arguments.contains("--toggle-collect=*15uncontendedLoop* "))
    #expect(arguments.contains("--dump-after=*5uncontendedLoop* "))
    #expect(arguments.hasSuffix("/valgrind worker\n"))
    #expect(try fake.text("request").contains("countInstructions"))
  }

  @Test(arguments: [
    (ending: "echo 'unhandled form' >&2; exit 1", reason: "exited with status 1: unhandled form"),
    (ending: "kill -9 $$", reason: "killed by SIGKILL"), (ending: "echo no", reason: "'no'"),
  ])
  func `the error of a failed launch gives the cause, and no file is left`(
    ending: String, reason: String
  ) async throws {
    let fake = try FakeValgrind(counts: [1, 2], ending: ending)
    let error = await #expect(throws: CallgrindError.self) { _ = try await fake.count() }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(try fake.isTidy())
  }

  @Test func `a launch that never ends is given up`() async throws {
    let fake = try FakeValgrind(counts: [1, 2], ending: "exec tail -f /dev/null")
    let error = await #expect(throws: CallgrindError.self) {
      _ = try await fake.count(deadlineNanoseconds: 1_000_000)
    }
    #expect(error?.description.contains("no answer within 1 ms") == true)
  }

  @Test func `the error for a loop that callgrind did not see names the loop, and no file is left`()
    async throws
  {
    let fake = try FakeValgrind(counts: [], ending: FakeValgrind.answer)
    let error = CallgrindError.kernelNotCounted(kernel: "uncontendedLoop", runs: 0, trials: 9)
    await #expect(throws: error) { _ = try await fake.count() }
    #expect(try fake.isTidy())
  }

  @Test func `a trial that fails its check gives no count`() async throws {
    let row = TrialRow(
      trial: 0, startNanoseconds: 0, operations: 1, elapsedNanoseconds: 1, isVerified: false,
      reason: "lost 1")
    let lines = FakeLauncher.lines([
      .hello(protocolVersion: workerProtocolVersion), .trial(row), .done,
    ])
    let fake = try FakeValgrind(counts: FakeValgrind.counts, ending: "cat <<'END'\n\(lines)END")
    await #expect(throws: CallgrindError.checkFailed("lost 1")) { _ = try await fake.count() }
  }

  @Test func `a case whose trials end by the clock is not launched`() async throws {
    let fake = try FakeValgrind(counts: [], ending: FakeValgrind.answer)
    await #expect(throws: CallgrindError.endsByTheClock) { _ = try await fake.count(pace: .window) }
    #expect(!FileAccess.exists(FilePath(fake.tree.root + "/valgrind.folder")))
  }

  @Test func `valgrind is searched for along PATH, and the error for its absence has a remedy`()
    throws
  {
    let tree = try FixtureTree()
    let path = "/nowhere:\(tree.root)"
    #expect(throws: CallgrindError.notInstalled) { _ = try Callgrind.installed(onPath: path) }
    #expect(CallgrindError.notInstalled.description.contains("apt-get install valgrind"))
    try tree.file("/valgrind", "")
    chmod(tree.root + "/valgrind", 0o755)
    _ = try Callgrind.installed(onPath: path)
  }

  @Test func `the number of counted operations is a power of two that keeps a trial short`() {
    #expect(Callgrind.operations(calibrated: nil) == 1024)
    #expect(Callgrind.operations(calibrated: 1e9) == 1024)
    #expect(Callgrind.operations(calibrated: 4000) == 512)
    #expect(Callgrind.operations(calibrated: 2) == 1)
  }

  @Test
  func `a worker under callgrind does trials of the requested operations, then of twice as many`()
    throws
  {
    let request = WorkerRequest(
      task: .countInstructions,
      caseID: try CaseID(parsing: "locks/uncontended/ticket/inside=0"),
      sampling: Sampling(warmups: 0, trials: 9, trialNanoseconds: 1), pace: .operations,
      operations: 5)
    let messages = try Worker(
      catalog: CatalogFixture.catalog, tool: { CatalogFixture.tool }
    ).respond(to: request)
    let operations = messages.compactMap { message in
      if case .trial(let row) = message { row.operations } else { nil as UInt64? }
    }
    #expect(operations == InstructionCount.trials(of: 5))
  }
}
