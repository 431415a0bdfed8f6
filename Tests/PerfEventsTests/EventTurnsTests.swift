import PerfEvents
import Testing

/// The division of events into turns, on processors with any number of counters: the events of a
/// turn count together.
struct EventTurnsTests {
  private static let cycles = EncodedEvent(type: 0, config: 0)
  private static let instructions = EncodedEvent(type: 0, config: 1)
  private static let references = EncodedEvent(type: 0, config: 2)
  private static let misses = EncodedEvent(type: 0, config: 3)
  private static let branches = EncodedEvent(type: 0, config: 4)
  private static let branchMisses = EncodedEvent(type: 0, config: 5)
  private static let raw = EncodedEvent(type: 4, config: 0xc0)
  private static let firstCacheLoads = EncodedEvent(type: 3, config: 0)
  private static let firstCacheLoadMisses = EncodedEvent(type: 3, config: 0x10000)
  private static let clock = EncodedEvent(type: 1, config: 1)
  private static let ownUnit = EncodedEvent(type: 9, config: 0)

  private static let byDefault = [cycles, instructions, misses, branchMisses]

  @Test(
    arguments: [
      (8, [[0, 1, 2, 3]]), (5, [[0, 1, 2, 3]]), (4, [[0, 1, 2, 3]]), (3, [[0, 1, 2], [3]]),
      (2, [[0, 1], [2, 3]]), (1, [[0], [1], [2], [3]]), (nil, [[0, 1, 2, 3]]),
    ] as [(Int?, [[Int]])])
  func `from 2 counters on, cycles and instructions share a turn; an unknown number gives one turn`(
    counters: Int?, turns: [[Int]]
  ) {
    #expect(EventTurns(Self.byDefault, counters: counters).turns == turns)
  }

  @Test func `misses share a turn with their references if these are requested`() {
    let events = [
      Self.misses, Self.branchMisses, Self.raw, Self.branches, Self.references, Self.cycles,
      Self.instructions,
    ]
    let turns = EventTurns(events, counters: 3).turns
    #expect(turns.contains { $0.contains(0) && $0.contains(4) })
    #expect(turns.contains { $0.contains(1) && $0.contains(3) })
    #expect(turns.contains { $0.contains(5) && $0.contains(6) })
  }

  @Test func `a cache's misses share a turn with its accesses`() {
    let events = [Self.firstCacheLoads, Self.raw, Self.firstCacheLoadMisses]
    #expect(EventTurns(events, counters: 2).turns == [[0, 2], [1]])
  }

  @Test func `an event that needs no counter of the processor has no turn`() {
    let events = [Self.clock, Self.cycles, Self.ownUnit]
    let turns = EventTurns(events, counters: 1)
    #expect(turns.turns == [[1]])
    #expect(turns.turn(of: 0) == nil)
    #expect(turns.turn(of: 1) == 0)
    #expect(EventTurns([Self.clock], counters: 1).turns.isEmpty)
  }

  @Test(arguments: 1...9)
  func `every event has one turn, and no turn has more events than counters`(counters: Int) {
    let all =
      (0..<10).map { EncodedEvent(type: 0, config: $0) } + [Self.raw, Self.firstCacheLoads]
    for count in 1...all.count {
      let turns = EventTurns(Array(all.prefix(count)), counters: counters).turns
      #expect(turns.allSatisfy { $0.count <= counters && Set($0).count == $0.count })
      #expect(Set(turns.joined()) == Set(0..<count))
      for index in 0..<count { #expect(turns.count { $0.contains(index) } == 1) }
    }
  }
}
