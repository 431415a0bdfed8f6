import BenchmarkModel
import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner

@Suite struct ThreadTeamTests {
  private func team(
    _ threads: Int, cpus: [Int] = [], _ run: @escaping @Sendable (TrialThread) -> UInt64
  ) throws -> ThreadTeam {
    try ThreadTeam(program: .adding(threads, run), cpus: cpus)
  }

  @Test(arguments: [1, 2, 5])
  func `every thread runs once per trial, with its number and the trial's operations`(threads: Int)
    throws
  {
    let seen = Mutex<[[Int]]>([])
    let team = try team(threads) { thread in
      seen.withLock {
        $0.append([thread.index, Int(thread.operations), thread.isMeasured ? 1 : 0])
      }
      return thread.operations + UInt64(thread.index)
    }
    for trial in 0..<4 {
      let reports = team.runTrial(
        operations: UInt64(trial), windowNanoseconds: nil, isMeasured: trial > 1)
      #expect(reports.map(\.operations) == (0..<threads).map { UInt64(trial + $0) })
      #expect(reports.allSatisfy { $0.endNanoseconds >= $0.startNanoseconds && $0.cpu >= 0 })
      let now = seen.withLock { seen in
        defer { seen = [] }
        return seen.sorted { $0[0] < $1[0] }
      }
      #expect(now == (0..<threads).map { [$0, trial, trial > 1 ? 1 : 0] })
    }
    team.end()
  }

  // Each thread waits for all others inside the trial; threads in sequence would never end it.
  @Test(arguments: [2, 4])
  func `threads run at the same time`(threads: Int) throws {
    let arrived = Mutex(0)
    let team = try team(threads) { _ in
      arrived.withLock { $0 += 1 }
      while arrived.withLock({ $0 < threads }) { sync_yield() }
      return 1
    }
    let reports = team.runTrial(operations: 0, windowNanoseconds: nil, isMeasured: true)
    #expect(reports.count == threads)
    team.end()
  }

  @Test func `threads are bound to the given CPUs in rotation`() throws {
    let cpus = ThisMachine.cpus(atMost: 2)
    let team = try team(4, cpus: cpus) { _ in
      _ = sync_work(1000)
      return 1
    }
    let reports = team.runTrial(operations: 0, windowNanoseconds: nil, isMeasured: true)
    #expect(reports.map { Int($0.cpu) } == (0..<4).map { cpus[$0 % cpus.count] })
    team.end()
  }
}
