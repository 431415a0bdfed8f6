import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct WorkerAnswerTests {
  private let hello = WorkerMessage.hello(protocolVersion: workerProtocolVersion)
  private let trial = TrialRow(
    trial: 0, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3)

  private func answer(_ outcome: WorkerOutcome) -> WorkerAnswer {
    WorkerAnswer(outcome, deadlineNanoseconds: 3_500_000_000)
  }

  private func exited(
    _ messages: [WorkerMessage], status: Int = 0, error: String = ""
  ) throws -> WorkerAnswer {
    answer(.exited(status: status, output: FakeLauncher.lines(messages), error: error))
  }

  private func failure(_ answer: WorkerAnswer) throws -> FailureRow {
    try #require({ if case .failed(let row) = answer { row } else { nil } }(), "\(answer)")
  }

  @Test func `rows between hello and done are a measured launch`() throws {
    let thread = ThreadRow(thread: 0, cpu: 1, operations: 2)
    let latency = LatencyRow(valueNanoseconds: 4, count: 5)
    let observation = ObservationRow(trial: 0, name: "nice", value: 6)
    #expect(
      try exited([
        hello, .trial(trial), .thread(thread), .latency(latency), .observation(observation), .done,
      ])
        == .measured(
          LaunchRecord(
            trials: [trial], threads: [thread], latencies: [latency],
            observations: [observation])))
  }

  @Test func `a calibrated value is read from the answer`() throws {
    #expect(try exited([hello, .calibrated(value: 812.5), .done]) == .calibrated(812.5))
  }

  @Test(arguments: [-1.0, 0, 1e30])
  func `a calibrated value that is out of range is garbled`(value: Double) throws {
    #expect(try failure(exited([hello, .calibrated(value: value), .done])).kind == .garbled)
  }

  @Test func `a refusal fails with its own reason, not with that of its exit status`() throws {
    let refused: [WorkerMessage] = [hello, .refused(reason: "no thread left")]
    #expect(
      try exited(refused, status: 1)
        == .failed(FailureRow(kind: .exited, status: 1, reason: "no thread left")))
  }

  @Test func `a nonzero exit status is a failure with the first line of standard error`() throws {
    #expect(
      try exited([], status: 9, error: "\nout of luck\nand more\n")
        == .failed(
          FailureRow(kind: .exited, status: 9, reason: "exited with status 9: out of luck")))
    #expect(
      try exited([hello, .trial(trial), .done], status: 2)
        == .failed(FailureRow(kind: .exited, status: 2, reason: "exited with status 2")))
  }

  @Test(arguments: [
    (4, "killed by SIGILL (a trap): x.swift:1: Fatal error"),
    (5, "killed by SIGTRAP (a trap): x.swift:1: Fatal error"),
    (6, "killed by SIGABRT: x.swift:1: Fatal error"),
    (9, "killed by SIGKILL (out of memory?): x.swift:1: Fatal error"),
    (11, "killed by SIGSEGV: x.swift:1: Fatal error"),
    (31, "killed by signal 31: x.swift:1: Fatal error"),
  ])
  func `a signal is a crash with its name`(signal: Int, reason: String) {
    #expect(
      answer(.signalled(signal: signal, error: "x.swift:1: Fatal error\n at main"))
        == .failed(FailureRow(kind: .crashed, status: signal, reason: reason)))
  }

  @Test func `a missed deadline is a time-out whose reason gives the deadline`() throws {
    let row = try failure(answer(.timedOut))
    #expect(row.kind == .timedOut)
    #expect(row.status == nil)
    #expect(row.reason.hasPrefix("no answer within 3500 ms"))
  }

  @Test func `unreadable output and a failed launch keep their reasons`() {
    #expect(
      answer(.unreadable(reason: "too much"))
        == .failed(FailureRow(kind: .garbled, reason: "too much")))
    #expect(
      answer(.notLaunched(reason: "no such file"))
        == .failed(FailureRow(kind: .notLaunched, reason: "no such file")))
  }

  @Test(arguments: ["locked!", "{}", "[1]", "{\"trial\":{}}", "{\"hello\":", "\0"])
  func `a line that is no message is garbled, and quoted`(line: String) throws {
    let output =
      FakeLauncher.lines([hello]) + line + "\n" + FakeLauncher.lines([.trial(trial), .done])
    let row = try failure(answer(.exited(status: 0, output: output, error: "")))
    #expect(row.kind == .garbled)
    #expect(row.reason.contains("'\(line)'"))
  }

  @Test func `a garbled line is cut to fewer than 400 characters`() throws {
    let output = String(repeating: "x", count: 100_000)
    let row = try failure(answer(.exited(status: 0, output: output, error: output)))
    #expect(row.reason.count < 400)
  }

  @Test func `a reason of megabytes is cut to 1000 characters`() throws {
    let long = String(repeating: "x", count: 2_000_000)
    #expect(try failure(exited([hello, .refused(reason: long)], status: 1)).reason.count == 1000)
    var broken = trial
    (broken.isVerified, broken.reason) = (false, long)
    let answer = try exited([hello, .trial(broken), .done])
    let record = try #require({ if case .measured(let row) = answer { row } else { nil } }())
    #expect(record.trials.map(\.reason.count) == [1000])
  }

  @Test func `an answer without its first or last line is garbled`() throws {
    for messages in [
      [], [.trial(trial), .done], [hello], [hello, .trial(trial)], [hello, .done, .trial(trial)],
    ] as [[WorkerMessage]] {
      #expect(try failure(exited(messages)).kind == .garbled)
    }
  }

  @Test func `an answer torn at any byte is garbled`() throws {
    let output = FakeLauncher.lines([hello, .trial(trial), .done])
    // Every byte except the last line feed is needed.
    for length in 0..<(output.utf8.count - 1) {
      let torn = String(decoding: Array(output.utf8.prefix(length)), as: UTF8.self)
      let row = try failure(answer(.exited(status: 0, output: torn, error: "")))
      #expect(row.kind == .garbled)
    }
  }

  @Test func `an answer of another protocol is garbled, and its reason names our protocol`() throws
  {
    let other = WorkerMessage.hello(protocolVersion: workerProtocolVersion + 1)
    let row = try failure(exited([other, .trial(trial), .done]))
    #expect(row.kind == .garbled)
    #expect(row.reason.contains("hello of protocol \(workerProtocolVersion)"))
  }
}
