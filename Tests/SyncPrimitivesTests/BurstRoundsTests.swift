import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

@Suite struct BurstRoundsTests {
  private let halfNanosecond = TickLength(
    from: TickInstant(ticks: 100, nanoseconds: 7), to: TickInstant(ticks: 2100, nanoseconds: 1007))

  @Test
  func `a round lasts until its last thread has finished, and is late if a thread began late`() {
    let rounds = BurstRounds(
      parties: 2, clock: TickClock(readsCounter: false), gapTicks: 100, trialTicks: 1000,
      capacity: 2, yields: true)
    let records = TickRecords(threads: 1)
    for (round, begin) in [1000, 5000].enumerated() as EnumeratedSequence<[UInt64]> {
      rounds.begins[round] = begin
      for (thread, late) in [10, round == 1 ? 90 : 20].enumerated() as EnumeratedSequence<[UInt64]>
      {
        rounds.starts[thread][round] = begin + late
        rounds.ends[thread][round] = begin + late + 100
      }
    }
    let tally = rounds.conclude(rounds: 2, into: records.threads[0], microsecond: 50)
    #expect(tally.rounds == 2 && tally.late == 1)
    #expect(records.values(halfNanosecond).map(\.nanoseconds) == [60, 95])
  }
}
