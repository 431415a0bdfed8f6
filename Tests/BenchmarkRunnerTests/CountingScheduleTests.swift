import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The events that each trial counts, if the processor has too few counters for all at once: then
/// the events take turns.
struct CountingScheduleTests {
  private func schedule(
    turns: Int, trials: Int = 3, milliseconds: UInt64 = 5, pace: Pace = .window
  ) -> CountingSchedule {
    CountingSchedule(
      turnCount: turns, pace: pace,
      Sampling(warmups: 1, trials: trials, trialNanoseconds: milliseconds * 1_000_000))
  }

  @Test
  func `process and threads are counted in separate phases, and a single turn is not rotated`() {
    #expect(schedule(turns: 0).phases == [CountingProbe.Phase()])
    #expect(schedule(turns: 1).phases == [.init(process: .one(0)), .init(threads: .one(0))])
    #expect(!schedule(turns: 1, trials: 9, milliseconds: 500).isRotating)
  }

  @Test func `each short trial counts the events of one turn`() {
    let phases = schedule(turns: 3).phases
    #expect(phases.map(\.process).prefix(3) == [.one(0), .one(1), .one(2)])
    #expect(phases.map(\.threads).suffix(3) == [.one(0), .one(1), .one(2)])
    #expect(phases.count == 6)
  }

  @Test func `many long trials are left to the kernel's rotation`() {
    let long = schedule(turns: 3, trials: 4, milliseconds: 100)
    #expect(long.isRotating)
    #expect(long.phases == [.init(process: .rotating), .init(threads: .rotating)])
    #expect(long.phasesByTurns.count == 6)
  }

  @Test(arguments: [(3, 100, Pace.window), (4, 99, .window), (4, 100, .once)])
  func `trials that are too few, too short or of no fixed length count turn by turn`(
    trials: Int, milliseconds: UInt64, pace: Pace
  ) {
    #expect(!schedule(turns: 2, trials: trials, milliseconds: milliseconds, pace: pace).isRotating)
  }

  @Test func `an event's operations are the operations of its own turn`() {
    var operations = TurnOperations(turnCount: 2)
    operations.add(5, in: .one(0))
    operations.add(7, in: .one(1))
    operations.add(9, in: .none)
    #expect(operations[nil] == 21)
    #expect(operations[.one(1)] == 7)
    #expect(operations[.rotating] == 0)
  }
}
