import BenchmarkModel
import BenchmarkStatistics
import Testing

@testable import BenchmarkAnalysis

@Suite struct WallTimeTests {
  private func wall(_ evidence: ProfileEvidence) throws -> WallTime {
    let measured: WallTime? =
      if case .measured(let wall) = CaseProfile(evidence).wallTime { wall } else { nil }
    return try #require(measured)
  }

  /// The rows of a scene, as if no thread had gone to sleep.
  private func sleepless(_ scene: ProfileScene) -> [CounterRow] {
    scene.rows.map { row in
      var row = row
      if row.event.hasSuffix("voluntary-switches") { row.value = 0 }
      return row
    }
  }

  @Test(arguments: ProfileScenes.all.indices)
  func `the parts of the wall time add up to 1`(index: Int) throws {
    let wall = try wall(ProfileScenes.all[index].scene.evidence())
    #expect(abs(wall.parts.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    #expect(wall.threads == ProfileScenes.all[index].scene.threads)
  }

  @Test
  func `running time is split as in getrusage, and time neither running nor runnable is sleep`()
    throws
  {
    let wall = try wall(ProfileScenes.serialQueue.evidence())
    #expect(wall.parts.map(\.state) == [.user, .kernel, .runnable, .asleep])
    #expect(zip(wall.parts, [0.12, 0.33, 0.03, 0.52]).allSatisfy { abs($0.share - $1) < 1e-9 })
    #expect(abs((wall.costNanoseconds ?? 0) - 10_900) < 1e-6)
    #expect(wall.notes.isEmpty)
  }

  @Test func `getrusage's ticks are scaled to the time that the scheduler saw`() throws {
    var rows = ProfileScenes.serialQueue.rows
    for index in rows.indices where rows[index].thread != nil {
      if rows[index].event.hasPrefix("rusage-user") { rows[index].value = 6e8 }
      if rows[index].event.hasPrefix("rusage-system") { rows[index].value = 2e8 }
    }
    let wall = try wall(ProfileScenes.serialQueue.evidence([rows]))
    #expect(abs((wall[.user] ?? 0) - 0.45 * 0.75) < 1e-9)
    #expect(abs((wall[.kernel] ?? 0) - 0.45 * 0.25) < 1e-9)
  }

  @Test func `the thread's own clock is preferred to the scheduler's statistics`() throws {
    let scene = ProfileScenes.serialQueue
    let clock = scene.rows.filter { $0.event == "schedstat-running-ns" }.map { row in
      var row = row
      row.event = "cpu-ns"
      row.value = row.value.map { $0 * 2 }
      return row
    }
    let wall = try wall(scene.evidence([scene.rows + clock]))
    #expect(abs((wall[.user] ?? 0) + (wall[.kernel] ?? 0) - 0.9) < 1e-9)
  }

  @Test func `missing time without a sleep has a note on the hypervisor`() throws {
    var scene = ProfileScenes.ticket
    scene.shares = (0.8, 0.02, 0.06)
    let wall = try wall(scene.evidence([sleepless(scene)]))
    #expect(abs((wall[.unaccounted] ?? 0) - 0.12) < 1e-9)
    #expect(
      wall.notes == [
        "12 % is missing: no thread went to sleep, so the hypervisor or interrupts took it"
      ] + wall.notes.dropFirst())
  }

  @Test func `less than five percent may be missing without a note`() throws {
    var scene = ProfileScenes.ticket
    scene.cost = 500
    scene.shares = (0.9, 0.03, 0.025)
    #expect(try wall(scene.evidence([sleepless(scene)])).notes == [])
  }

  @Test func `parts that overlap have a note`() throws {
    var scene = ProfileScenes.ticket
    scene.shares = (0.9, 0.1, 0.2)
    let wall = try wall(scene.evidence())
    #expect(wall.notes.contains { $0.contains("overlap") && $0.contains("120 %") })
    scene.shares = (0.9, 0.1, 0.04)
    #expect(try !self.wall(scene.evidence()).notes.contains { $0.contains("overlap") })
  }

  @Test func `a split from few ticks is noted as rough`() throws {
    // Each of two threads ran for 0.45 of 10 ms, in all 9 ms, which hold two ticks of 4 ms.
    var scene = ProfileScenes.serialQueue
    scene.cost = 10
    let notes = try wall(scene.evidence(launches: 1)).notes
    #expect(notes == ["user and kernel are told apart by 2 ticks only: a rough split"])
  }

  @Test(arguments: [
    ("schedstat-run-queue-ns", WallTime.State.notRunning, "not told from sleep"),
    ("rusage-user-ns", .running, "not told from the kernel"),
    ("rusage-voluntary-switches", .notRunning, "from what the hypervisor took"),
  ])
  func `states that can't be told apart are one part, with a note`(
    event: String, state: WallTime.State, note: String
  ) throws {
    let scene = ProfileScenes.serialQueue
    let rows = scene.rows.filter { $0.thread == nil || $0.event != event }
    let wall = try wall(scene.evidence([rows]))
    #expect(wall.parts.contains { $0.state == state })
    #expect(wall.notes.contains { $0.contains(note) })
    #expect(abs(wall.parts.reduce(0) { $0 + $1.share } - 1) < 1e-9)
  }

  @Test func `the rows of submitters have a note that the work of the pool is missing`() throws {
    #expect(
      try wall(ProfileScenes.operationQueue.evidence()).notes.contains {
        $0.hasPrefix("of the submitting threads only")
      })
  }

  @Test func `the wall time is unavailable without running times`() {
    let scene = ProfileScenes.ticket
    let rows = scene.rows.filter {
      $0.thread == nil || ($0.event != "schedstat-running-ns" && $0.event != "rusage-user-ns")
    }
    #expect(
      CaseProfile(scene.evidence([rows])).wallTime
        == .unavailable(reason: "neither schedstat nor rusage was read for each thread"))
  }
}
