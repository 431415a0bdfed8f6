import BenchmarkModel
import FoundationEssentials

/// The meaning of a worker's outcome.
enum WorkerAnswer: Equatable {
  case measured(LaunchRecord)
  /// A counted launch.
  case counted(CountedRecord)
  /// A calibrated value.
  case calibrated(Double)
  /// An executable's description of itself.
  case described(WorkerDescription)
  /// A failure, with its reason.
  case failed(FailureRow)

  /// Reads a worker's outcome.
  init(_ outcome: WorkerOutcome, deadlineNanoseconds: UInt64) {
    switch outcome {
    case .exited(let status, let output, let error):
      self = Self.read(output, status: status, error: error)
    case .signalled(let signal, let error):
      self = .failed(
        FailureRow(
          kind: .crashed, status: signal,
          reason: Self.join("killed by \(SignalName.text(of: signal))", error)))
    case .timedOut:
      self = .failed(
        FailureRow(
          kind: .timedOut,
          reason: "no answer within \(deadlineNanoseconds / 1_000_000) ms: "
            + "deadlocked, or too slow for its deadline"))
    case .unreadable(let reason):
      self = .failed(FailureRow(kind: .garbled, reason: reason))
    case .notLaunched(let reason):
      self = .failed(FailureRow(kind: .notLaunched, reason: reason))
    }
  }

  private static func read(_ output: String, status: Int, error: String) -> WorkerAnswer {
    let decoder = JSONDecoder()
    var messages: [WorkerMessage] = []
    for line in output.lines {
      guard let message = try? decoder.decode(WorkerMessage.self, from: Data(line.utf8)) else {
        return garbled(
          "standard output, which is only for the worker's messages, has a line that is no message: '\(line.prefix(60))'",
          error)
      }
      messages.append(message)
    }
    for case .refused(let reason) in messages {
      return .failed(FailureRow(kind: .exited, status: status, reason: cut(reason)))
    }
    guard status == 0 else {
      return .failed(
        FailureRow(
          kind: .exited, status: status, reason: join("exited with status \(status)", error)))
    }
    guard messages.first == .hello(protocolVersion: workerProtocolVersion) else {
      return garbled(
        "its first line is not a hello of protocol \(workerProtocolVersion): "
          + "it has another version, ended early, or closed standard output", error)
    }
    guard messages.last == .done else { return garbled("its last line is missing", error) }
    return collect(messages, error)
  }

  private static func collect(_ messages: [WorkerMessage], _ error: String) -> WorkerAnswer {
    var record = LaunchRecord()
    var counted = CountedRecord()
    for message in messages {
      switch message {
      case .trial(var row):
        row.reason = cut(row.reason)
        record.trials.append(row)
      case .thread(let row): record.threads.append(row)
      case .latency(let row): record.latencies.append(row)
      case .observation(let row): record.observations.append(row)
      case .counter(let row): counted.rows.append(row)
      case .described(let description): return .described(description)
      case .calibrated(let value):
        return value.isCalibrated ? .calibrated(value) : garbled("it calibrated \(value)", error)
      case .hello, .refused, .done: break
      }
    }
    return counted.rows.isEmpty ? .measured(record) : .counted(counted)
  }

  /// The beginning of a worker's text, because the text becomes part of a row and may have
  /// megabytes.
  private static func cut(_ reason: String) -> String { String(reason.prefix(1000)) }

  private static func garbled(_ detail: String, _ error: String) -> WorkerAnswer {
    .failed(FailureRow(kind: .garbled, reason: join("not a worker's answer: \(detail)", error)))
  }

  /// A reason with the first line that the worker wrote to standard error, on one line.
  static func join(_ reason: String, _ error: String) -> String {
    guard let first = error.split(whereSeparator: \.isNewline).first else { return reason }
    return "\(reason): \(first.prefix(200))"
  }
}

extension WorkerAnswer {
  /// The failure; nil for an answer of any other kind.
  var failure: FailureRow? { if case .failed(let failure) = self { failure } else { nil } }

  /// The reason why an answer has no value.
  var reason: String {
    if case .failed(let failure) = self { failure.reason } else { "it gave no value" }
  }
}

extension LaunchRecord {
  /// Returns this record, or a failure if the case's operations could not be calibrated: the trials
  /// of such a case have one operation each, and reading the clock takes most of the trials' time.
  func failing(_ calibration: FailureRow?) -> LaunchRecord {
    guard let calibration, failure == nil else { return self }
    return LaunchRecord(
      failure: FailureRow(
        kind: calibration.kind, status: calibration.status,
        reason: "its number of operations could not be calibrated: \(calibration.reason)"))
  }

  /// Takes the record from the answer to a request to measure; a failure if the answer has no
  /// record, or has a record that no worker can have measured.
  init(_ answer: WorkerAnswer, of planned: PlannedCase, within bounds: AnswerBounds) {
    switch answer {
    case .measured(let record):
      let defect = record.defect(of: planned, within: bounds)
      self = defect.map { .init(failure: FailureRow(kind: .garbled, reason: $0)) } ?? record
    case .failed(let failure): self.init(failure: failure)
    case .calibrated, .counted, .described:
      self.init(
        failure: FailureRow(kind: .garbled, reason: "it answered a measurement with something else")
      )
    }
  }
}

extension Double {
  /// Whether the number can be a calibrated value: positive, and small enough for 64 bits.
  var isCalibrated: Bool { self > 0 && self < 1e18 }
}
