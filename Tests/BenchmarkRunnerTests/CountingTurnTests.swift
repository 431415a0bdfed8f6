import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// A source of two turns, which records the turns that it was asked for.
private final class TurningSource: CountingSource, @unchecked Sendable {
  let turnCount = 2
  let isRotationEven: Bool
  private(set) var taken: [CountingTurn] = []
  private(set) var counted: [CountingTurn] = []
  private var turn = CountingTurn.none

  init(isRotationEven: Bool = true) { self.isRotationEven = isRotationEven }

  func take(_ turn: CountingTurn) {
    self.turn = turn
    taken.append(turn)
  }
  func begin() {}
  func end() { counted.append(turn) }
  func results() -> [EventResult] {
    var second = EventResult.counted("second", 1)
    second.turn = .one(1)
    var first = EventResult.counted("first", 1)
    first.turn = .one(0)
    var rotated = EventResult.counted("rotated", 1)
    rotated.turn = .rotating
    return [second, first, rotated, .counted("always", 1)]
  }
}

/// The trials and operations of each turn: if there are more events than the processor has
/// counters, a turn is a group of events that have the counters at the same time.
@Suite struct CountingTurnTests {
  private static let threads = 2
  private static let operations: UInt64 = 5

  private func rows(
    of source: TurningSource, trials: Int, milliseconds: UInt64
  ) throws -> [CounterRow] {
    let request = WorkerRequest(
      task: .measure,
      sampling: Sampling(
        warmups: 1, trials: trials, trialNanoseconds: milliseconds * 1_000_000),
      pace: .operations, operations: Self.operations)
    let probe = CountingProbe(threadCount: Self.threads, process: [source]) { [TurningSource()] }
    return try CountingRunner(
      program: .adding(Self.threads), request: request, pass: .counters, probe: probe
    )
    .run()
  }

  private func operations(_ event: String, _ rows: [CounterRow], thread: Int? = nil) -> UInt64? {
    rows.first { $0.event == event && $0.thread == thread }?.operations
  }

  @Test func `an event has the operations of the trials in its turn`() throws {
    let source = TurningSource()
    let rows = try rows(of: source, trials: 3, milliseconds: 1)
    let trial = UInt64(Self.threads) * Self.operations
    #expect(operations("second", rows) == 3 * trial)
    #expect(operations("first", rows) == 3 * trial)
    #expect(operations("rotated", rows) == 0)
    // The process has two turns, and so have its threads.
    #expect(operations("always", rows) == 4 * 3 * trial)
    #expect(rows.last?.value == Double(4 * 3 * trial))
    for thread in 0..<Self.threads {
      #expect(operations("second", rows, thread: thread) == 3 * Self.operations)
      #expect(operations("always", rows, thread: thread) == 4 * 3 * Self.operations)
    }
    let round: [CountingTurn] = [.one(0), .one(1), .none, .none]
    #expect(source.counted == round + round + round)
  }

  @Test func `a turn leaves the counters before the next turn takes them`() throws {
    let source = TurningSource()
    _ = try rows(of: source, trials: 1, milliseconds: 1)
    #expect(source.taken == [.one(0), .none, .one(1), .none, .none, .none, .none, .none])
  }

  @Test func `long trials are counted by the kernel's rotation alone`() throws {
    let source = TurningSource()
    let rows = try rows(of: source, trials: 4, milliseconds: 100)
    let trial = UInt64(Self.threads) * Self.operations
    #expect(operations("rotated", rows) == 4 * trial)
    #expect(operations("second", rows) == 0)
    #expect(Set(source.counted) == [.rotating, .none])
  }

  @Test func `events that the kernel rotated too unevenly are counted again by turns`() throws {
    let source = TurningSource(isRotationEven: false)
    let rows = try rows(of: source, trials: 4, milliseconds: 100)
    let trial = UInt64(Self.threads) * Self.operations
    #expect(operations("second", rows) == 4 * trial)
    #expect(Set(source.counted) == [.rotating, .none, .one(0), .one(1)])
  }
}
