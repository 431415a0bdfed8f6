import BenchmarkModel
import Testing

@Suite struct RawTableTests {
  private let id = ModelFixture.id()

  private let record = LaunchRecord(
    trials: [
      TrialRow(
        trial: 0, startNanoseconds: -5, operations: .max, elapsedNanoseconds: 5_000_123,
        userNanoseconds: 7, systemNanoseconds: 8, voluntarySwitches: 9, involuntarySwitches: 10,
        stealNanoseconds: 11),
      TrialRow(
        trial: 1, startNanoseconds: .max, operations: 0, elapsedNanoseconds: 1,
        stealNanoseconds: nil, isVerified: false, reason: "lost 3, \"all\" of 4 updates"),
    ],
    threads: [
      ThreadRow(thread: 0, cpu: 3, operations: 12),
      ThreadRow(thread: 1, cpu: -1, operations: 13, longestWaitNanoseconds: 0),
    ],
    latencies: [
      LatencyRow(valueNanoseconds: 0, count: 1), LatencyRow(valueNanoseconds: 9, count: 2),
    ],
    observations: [
      ObservationRow(trial: 0, name: "reads", value: 1e15),
      ObservationRow(trial: 1, name: "share_default", value: 0.1),
      ObservationRow(trial: 1, name: "nice", value: -2),
    ],
    failure: FailureRow(kind: .crashed, status: 11, reason: "killed by SIGSEGV, at once"))

  @Test(arguments: RawTable.allCases)
  func `a table reads the rows that it writes`(table: RawTable) {
    var read = LaunchRecord()
    table.lines(of: record, case: id, launch: 7).forEachRecord { fields in
      #expect(fields.count == table.columns(of: nil).count)
      #expect(fields[0] == id.description)
      #expect(fields[1] == "7")
      #expect(table.add(fields, to: &read))
    }
    var expected = LaunchRecord()
    switch table {
    case .trials: expected.trials = record.trials
    case .threads: expected.threads = record.threads
    case .latency: expected.latencies = record.latencies
    case .observations: expected.observations = record.observations
    case .failures: expected.failure = record.failure
    }
    #expect(read == expected)
  }

  @Test(arguments: [
    FailureKind.crashed, .timedOut, .exited, .garbled, .notLaunched, .skipped,
  ])
  func `every kind of failure survives the table, with a status or without`(kind: FailureKind) {
    for status in [nil, 0, 3] {
      let failed = LaunchRecord(failure: FailureRow(kind: kind, status: status, reason: "why"))
      var read = LaunchRecord()
      RawTable.failures.lines(of: failed, case: id, launch: 0).forEachRecord {
        #expect(RawTable.failures.add($0, to: &read))
      }
      #expect(read == failed)
    }
  }

  @Test(arguments: RawTable.allCases)
  func `an empty record has no lines`(table: RawTable) {
    #expect(table.lines(of: LaunchRecord(), case: id, launch: 0) == "")
  }

  @Test(arguments: RawTable.allCases)
  func `fields that are not a row are refused and add nothing`(table: RawTable) {
    let count = table.columns(of: nil).count - 2
    var read = LaunchRecord()
    for fields in [
      [], ["x"], [String](repeating: "x", count: count), [String](repeating: "", count: count),
      [String](repeating: "1", count: count + 2), [String](repeating: "-1.5.2", count: count),
    ] {
      #expect(!add(fields, to: &read, of: table))
      #expect(read == LaunchRecord())
    }
  }

  @Test func `a garbled optional field is refused, not taken as absent`() {
    var read = LaunchRecord()
    let times = ["0", "0", "1", "1", "0", "0", "0", "0"]
    let unseen = [String](repeating: "", count: 8)
    #expect(!add(times + ["much"] + unseen + ["true", ""], to: &read, of: .trials))
    #expect(
      !add(times + ["", "much"] + unseen.dropFirst() + ["true", ""], to: &read, of: .trials))
    #expect(!add(["0", "1", "5", "long"], to: &read, of: .threads))
    #expect(!add(["exited", "one", ""], to: &read, of: .failures))
    #expect(read == LaunchRecord())
  }

  /// Adds a row, given its fields after the case and the launch.
  private func add(
    _ fields: [String], to record: inout LaunchRecord, of table: RawTable
  ) -> Bool {
    var isAdded = false
    CSV.line([id.description, "0"] + fields).forEachRecord {
      isAdded = table.add($0, to: &record)
    }
    return isAdded
  }

  @Test func `the tables' paths and headers are as documented`() {
    #expect(
      RawTable.allCases.map(\.path) == [
        "raw/trials.csv", "raw/threads.csv", "raw/latency.csv", "raw/observations.csv",
        "raw/failures.csv",
      ])
    #expect(
      RawTable.trials.columns(of: nil).joined(separator: ",")
        == "case,launch,trial,start_ns,ops,elapsed_ns,cpu_user_ns,cpu_system_ns,"
        + "voluntary_switches,involuntary_switches,steal_ns,stolen_ns,waited_ns,throttled_ns,"
        + "slowness,crowding,distance_ns,sharing,state,verified,reason")
    #expect(
      RawTable.threads.columns(of: nil).joined(separator: ",")
        == "case,launch,thread,cpu,ops,longest_wait_ns")
    #expect(RawTable.latency.columns(of: nil).joined(separator: ",") == "case,launch,latencies")
    #expect(
      RawTable.failures.columns(of: nil).joined(separator: ",")
        == "case,launch,kind,status,reason")
  }
}
