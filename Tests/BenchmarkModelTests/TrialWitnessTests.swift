import Testing

@testable import BenchmarkModel

@Suite struct TrialWitnessTests {
  private let id = ModelFixture.id()

  private func row(_ trial: Int = 0, _ witness: TrialWitness?) -> TrialRow {
    TrialRow(
      trial: trial, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3,
      stealNanoseconds: 4, witness: witness)
  }

  private func launch(_ states: TrialState?...) -> LaunchRecord { launch(states) }

  private func launch(_ states: [TrialState?]) -> LaunchRecord {
    LaunchRecord(
      trials: states.enumerated().map { trial, state in
        row(trial, state.map { TrialWitness(state: $0) })
      })
  }

  // MARK: The table

  /// Reads the rows of a table; nil if a row is refused.
  private func read(_ text: String) -> LaunchRecord? {
    var record = LaunchRecord()
    var isGood = true
    text.forEachRecord { isGood = RawTable.trials.add($0, to: &record) && isGood }
    return isGood ? record : nil
  }

  private func lines(_ record: LaunchRecord) -> String {
    RawTable.trials.lines(of: record, case: id, launch: 7)
  }

  @Test(arguments: TrialState.allCases)
  func `a witness of every state survives the table`(state: TrialState) {
    let whole = TrialWitness(
      stolenNanoseconds: .max, waitedNanoseconds: 0, throttledNanoseconds: 5, slowness: 1.003,
      crowding: 1.234, place: PlaceReading(distanceNanoseconds: 27.5, sharing: 1.02), state: state)
    for witness in [whole, TrialWitness(state: state)] {
      let record = LaunchRecord(trials: [row(0, witness), row(1, nil)])
      #expect(read(lines(record)) == record)
    }
  }

  @Test(arguments: [
    ["x", "", "", "", "", "", "", "quiet"], ["", "-1", "", "", "", "", "", "quiet"],
    ["", "", "1e9", "", "", "", "", "quiet"],
    ["18446744073709551616", "", "", "", "", "", "", "quiet"],
    ["", "", "", "inf", "", "", "", "quiet"], ["", "", "", "nan", "", "", "", "quiet"],
    ["", "", "", "slow", "", "", "", "quiet"], ["", "", "", "1e999", "", "", "", "quiet"],
    ["", "", "", "", "inf", "", "", "quiet"], ["", "", "", "", "x", "", "", "quiet"],
    ["", "", "", "", "", "x", "1.0", "quiet"], ["", "", "", "", "", "27.0", "inf", "quiet"],
    ["", "", "", "", "", "27.0", "", "quiet"], ["", "", "", "", "", "", "1.0", "quiet"],
    ["", "", "", "", "", "", "", "loud"], ["", "", "", "", "", "", "", "Quiet"],
    ["", "", "", "", "", "", "", " "],
    ["1", "2", "3", "1.0", "1.0", "27.0", "1.0", "shared-cpu,stolen"],
    ["1", "", "", "", "", "", "", ""], ["", "", "", "x", "", "", "", ""],
    ["", "", "", "", "x", "", "", ""], ["", "", "", "", "", "27.0", "1.0", ""],
  ])
  func `a row with malformed fields of a witness is refused`(fields: [String]) {
    let row =
      [id.description, "7", "0", "1", "2", "3", "0", "0", "0", "0", "4"] + fields + ["true", ""]
    #expect(read(CSV.line(row)) == nil)
  }

  @Test func `each state has a word and a text of its own`() {
    #expect(
      TrialState.allCases.map(\.rawValue)
        == ["quiet", "stolen", "waited", "shared-cpu", "slow", "shared-core", "throttled", "moved"])
    #expect(Set(TrialState.allCases.map(\.text)).count == TrialState.allCases.count)
    #expect(TrialState.allCases.filter(\.isQuiet) == [.quiet])
  }

  // MARK: Launches

  @Test func `a launch is disturbed if more than a quarter of its trials are disturbed`() {
    #expect(launch(.quiet, .quiet, .quiet, .stolen).disturbance == nil)
    #expect(launch(.quiet, .quiet, .stolen).disturbance == .stolen)
    #expect(launch(.quiet, .quiet, .quiet, .stolen, .stolen, nil, nil, nil).disturbance == nil)
    #expect(launch(.quiet, .waited).disturbance == .waited)
    #expect(launch([]).disturbance == nil)
  }

  @Test func `trials beside a neighbour disturb a launch only if it has no quiet trial`() throws {
    #expect(launch(.sharedCore, .sharedCore, .quiet).disturbance == nil)
    #expect(launch(.sharedCore, .sharedCore).disturbance == .sharedCore)
    #expect(launch(.sharedCore, .stolen).disturbance == .stolen)
    #expect(launch(.sharedCore, .quiet, .quiet, .quiet, .stolen).disturbance == nil)
    let quiet = try #require(launch(.sharedCore, .quiet).quiet())
    #expect(quiet.trials.map(\.trial) == [1])
  }

  @Test
  func `a launch has its most frequent disturbance, or in a tie the first in the list of states`() {
    #expect(launch(.stolen, .waited, .waited, .quiet).disturbance == .waited)
    #expect(launch(.throttled, .slow, .sharedCPU, .quiet).disturbance == .sharedCPU)
    #expect(launch(.throttled, .stolen).disturbance == .stolen)
  }

  @Test func `an undisturbed launch loses its few disturbed trials, with their observations`()
    throws
  {
    var record = launch(.quiet, .quiet, .slow, .quiet)
    record.observations = (0..<4).map { ObservationRow(trial: $0, name: "reads", value: 1) }
    record.threads = [ThreadRow(thread: 0, cpu: 0, operations: 8)]
    let quiet = try #require(record.quiet())
    #expect(quiet.trials.map(\.trial) == [0, 1, 3])
    #expect(quiet.observations.map(\.trial) == [0, 1, 3])
    #expect(quiet.threads == record.threads)
    #expect(launch(.quiet, .slow).quiet() == nil)
    #expect(launch(.quiet, .quiet).quiet() == launch(.quiet, .quiet))
  }

  // MARK: Figures

  private func run(
    further: FurtherRounds?, isNeverQuiet: Bool? = nil, _ record: LaunchRecord
  ) -> Run {
    var plan = Plan(
      profile: "test", seed: 1, blocks: 1, cases: [ModelFixture.planned(id)], tables: [],
      further: further)
    plan.decided = isNeverQuiet.map {
      DecidedRounds(launches: [0], forPrecision: [0], rounds: 1, isNeverQuiet: $0)
    }
    return Run(
      document: ModelFixture.document(plan), records: [Launch(caseIndex: 0, block: 0): record])
  }

  private let further = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 8)
  private let first = Launch(caseIndex: 0, block: 0)

  @Test func `figures are made of quiet launches if disturbed launches are repeated`() {
    let disturbed = launch(.stolen, .stolen)
    #expect(run(further: further, disturbed).figures(of: first) == nil)
    #expect(run(further: further, isNeverQuiet: false, disturbed).figures(of: first) == nil)
    let mostly = launch(.quiet, .quiet, .quiet, .stolen)
    #expect(run(further: further, mostly).figures(of: first)?.trials.count == 3)
  }

  @Test func `all launches make figures if none is repeated, or if the machine is never quiet`() {
    for record in [launch(.stolen, .stolen), launch(.quiet, .quiet, .quiet, .stolen)] {
      #expect(run(further: nil, record).figures(of: first) == record)
      #expect(run(further: further, isNeverQuiet: true, record).figures(of: first) == record)
    }
  }

  @Test func `a failed launch is kept whatever disturbed it, and a missing launch has no figures`()
  {
    var failed = launch(.stolen)
    failed.failure = FailureRow(kind: .crashed, status: 11, reason: "killed")
    #expect(run(further: further, failed).figures(of: first) == failed)
    let other = Launch(caseIndex: 0, block: 1)
    #expect(run(further: further, launch(.quiet)).figures(of: other) == nil)
  }
}
