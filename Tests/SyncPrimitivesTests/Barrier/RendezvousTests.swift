import BenchmarkModel
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

/// A broken rendezvous at which no thread waits.
private struct NobodyWaits: Rendezvous {
  init(parties: Int) {}
  func arrive(_ state: inout Void) {}
}

extension PrimitiveTests {
  @Suite struct RendezvousTests {
    @Test func `a meeting at which no thread waits is caught`() async throws {
      let program = rendezvousProgram(Trials.context("p", [("threads", 2)]), NobodyWaits.self)
      try await Trials.expectCaught(of: program)
    }

    @Test(arguments: [2, 3, 4, 7, 8])
    func `no party is more than one episode ahead at a dissemination barrier`(
      parties: Int
    ) async throws {
      let record = EpisodeLog(parties: parties)
      try await Trials.onThreadOfItsOwn {
        let barrier = Shared<DisseminationBarrier>(parties: parties)
        try record.run(episodes: 60, at: barrier)
        // A second trial continues with the flags that the first trial left.
        try record.run(episodes: 60, at: barrier)
      }
      #expect(record.outOfStep.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: [1, 2, 3, 5])
    func `no party is more than one episode ahead at a dispatch group`(parties: Int) async throws {
      let record = EpisodeLog(parties: parties)
      try await Trials.onThreadOfItsOwn {
        let group = Shared<DispatchGroupMeeting>(parties: parties)
        // The meeting uses three groups in rotation. With these numbers of episodes, each group is
        // the first of some trial.
        for episodes in [1, 3, 4, 50] { try record.run(episodes: episodes, at: group) }
      }
      #expect(record.outOfStep.load(ordering: .relaxed) == 0)
    }

    @Test func `each party has its own number and cell in every trial`() {
      let cells = PartyCells(parties: 3, 7)
      for _ in 0..<2 {
        var numbers: Set<Int> = []
        var seenCells: Set<UnsafeMutablePointer<Int>> = []
        for _ in 0..<3 {
          let own = cells.take()
          numbers.insert(own.number)
          seenCells.insert(own.cell)
        }
        #expect(numbers == [0, 1, 2])
        #expect(seenCells.count == 3)
      }
    }

    @Test func `an episode is complete only if each party has come exactly once`() {
      let record = RendezvousRecord(parties: 2)
      let counts = record.counts()
      #expect(counts.areAll(0))
      counts.add(0)
      #expect(!counts.areAll(1))
      counts.add(1)
      #expect(counts.areAll(1))
      counts.add(1)
      #expect(!counts.areAll(1))
      record.reset()
      #expect(counts.areAll(0))
      // The counts are in the record's memory, so the record must live until here.
      record.reset()
    }

    @Test func `each task has ended when the meeting returns`() async {
      for parties in [1, 2, 9] {
        let seen = Seen(parties)
        let meeting = TaskGroupMeeting(parties: parties)
        for episode in 1...5 {
          await meeting.meet { party in seen.add(party) }
          #expect(seen.counts == [Int](repeating: episode, count: parties))
        }
      }
    }
  }
}

/// The number of times that each party was seen.
private final class Seen: Sendable {
  private let seen: MutexProtected<[Int]>

  init(_ parties: Int) { seen = MutexProtected([Int](repeating: 0, count: parties)) }

  func add(_ party: Int) { seen.withLock { $0[party] += 1 } }
  var counts: [Int] { seen.withLock { $0 } }
}

/// A rendezvous that several threads share.
private final class Shared<Meeting: Rendezvous & ~Copyable>: Sendable {
  let meeting: Meeting
  init(parties: Int) { meeting = Meeting(parties: parties) }
}

/// The episodes that the parties have reached, compared by each party when it leaves a meeting.
private final class EpisodeLog: Sendable {
  let outOfStep = Atomic<Int>(0)
  private let parties: Int
  private let come: MutexProtected<[Int]>
  private let running = Atomic<Int>(0)

  init(parties: Int) {
    self.parties = parties
    come = MutexProtected([Int](repeating: 0, count: parties))
  }

  /// For each party, starts a thread that goes through the episodes; then waits for all threads.
  ///
  /// If some thread does not end, this counts as one party out of step.
  func run<Meeting: Rendezvous & ~Copyable>(
    episodes: Int, at shared: Shared<Meeting>
  ) throws {
    come.withLock { $0 = [Int](repeating: 0, count: parties) }
    for party in 0..<parties {
      running.wrappingAdd(1, ordering: .relaxed)
      let thread = startThread { [self] in
        go(party, through: episodes, at: shared)
        running.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      }
      if thread == nil { throw WorkerError.cannotStartThread(party, of: parties) }
    }
    if !Bounded.wait({ running.load(ordering: .acquiring) == 0 }) {
      outOfStep.wrappingAdd(1, ordering: .relaxed)
    }
  }

  private func go<Meeting: Rendezvous & ~Copyable>(
    _ party: Int, through episodes: Int, at shared: Shared<Meeting>
  ) {
    var state = shared.meeting.makeThreadState()
    for episode in 1...episodes {
      come.withLock { $0[party] = episode }
      shared.meeting.arrive(&state)
      let isInStep = come.withLock { $0.allSatisfy { $0 == episode || $0 == episode + 1 } }
      if !isInStep { outOfStep.wrappingAdd(1, ordering: .relaxed) }
    }
  }
}
