import BenchmarkModel
import Testing

/// Tests of broken locks in a user's own tool: each fault is reported, and the rest of the run is
/// kept.
@Suite(.timeLimit(.minutes(10))) struct BrokenLockTests {
  private let tool: Tool

  init() throws { tool = try Tool.brokenLocks() }

  private func measure(
    _ results: Results, _ locks: [String], profile: String
  ) async throws -> Tool.Outcome {
    // The case has two threads on every machine, because a deadlock needs both.
    try await tool.call(
      ["run", "--profile", profile, "--output", results.path, "--filter", "locks/contended/*"]
        + ["--threads", "2", "--inside", "0", "--primitive", "ticket"]
        + locks.flatMap { ["--primitive", $0] })
  }

  private func row(_ results: Results, _ lock: String) throws -> [String: String] {
    try #require(try results.table("locks.csv").first { $0["primitive"] == lock })
  }

  private func failures(_ results: Results, _ lock: String) throws -> [[String: String]] {
    try results.table("raw/failures.csv").filter {
      $0["case"]?.hasPrefix("locks/contended/\(lock)/") == true
    }
  }

  private func expectTheRestIsKept(_ results: Results) throws {
    let good = try row(results, "ticket")
    #expect(good["status"] == "valid")
    #expect(good["ns_per_op"] != "")
    #expect(try results.run().document.state == .complete)
  }

  @Test func `a user's own tool lists its locks and the package's, and its errors have its name`()
    async throws
  {
    let outcome = try await tool.succeeds("list", "locks")
    #expect(outcome.output.contains("locks/uncontended/loses-updates/inside=0"))
    #expect(outcome.output.contains("locks/uncontended/ticket/inside=0"))
    let wrong = try await tool("list", "nosuch")
    #expect(wrong.error.hasPrefix("BrokenLocksBench: error: "))
  }

  @Test func `a lock that loses updates is invalid, with the number of lost updates`() async throws
  {
    let results = try Results()
    let outcome = try await measure(results, ["loses-updates"], profile: "quick")
    try expectTheRestIsKept(results)
    guard try results.run().document.environment.usableCPUs.count > 1 else { return }
    #expect(outcome.code == 3)
    let row = try row(results, "loses-updates")
    #expect(row["status"] == "invalid")
    #expect(row["reason"]?.hasPrefix("lost ") == true)
    #expect(row["ns_per_op"] == "")
    #expect(try failures(results, "loses-updates").isEmpty)
    #expect(outcome.output.contains("INVALID"))
  }

  @Test func `a lock that crashes, exits or prints fails with a description of what it did`()
    async throws
  {
    let results = try Results()
    let outcome = try await measure(results, ["crashes", "exits", "babbles"], profile: "smoke")
    #expect(outcome.code == 3)
    try expectTheRestIsKept(results)
    for (lock, kind, reason) in [
      ("crashes", "crashed", "killed by SIG"), ("crashes", "crashed", "the tenth acquisition"),
      ("exits", "exited", "exited with status 9"), ("babbles", "garbled", "'locked!'"),
    ] {
      let rows = try failures(results, lock)
      #expect(rows.count == (try results.run().document.plan.blocks))
      #expect(rows.allSatisfy { $0["kind"] == kind })
      #expect(rows.allSatisfy { $0["reason"]?.contains(reason) == true }, "\(rows)")
      let row = try row(results, lock)
      #expect(row["status"] == "failed")
      #expect(row["reason"]?.contains(reason) == true)
      #expect(row["ns_per_op"] == "")
      #expect(outcome.output.contains("FAILED locks/contended/\(lock)/"))
    }
    #expect(try failures(results, "exits").allSatisfy { $0["status"] == "9" })
  }

  // The lock prints where its allocation is, because the optimiser of a release build may leave out
  // an allocation whose address is not used.
  @Test func `the launches of a case have their memory at different offsets of a cache line`()
    async throws
  {
    let results = try Results()
    _ = try await tool.call([
      "run", "--seed", "1", "--output", results.path, "--filter",
      "locks/contended/offset/threads=2/inside=0/outside=0",
    ])
    let reasons = try failures(results, "offset").compactMap { $0["reason"] }
    let offsets = reasons.compactMap { $0.firstMatch(of: #/offset (\d+) of/#)?.output.1 }
    #expect(offsets.count >= 8 && offsets.count == reasons.count)
    #expect(Set(offsets).count > 1, "\(offsets)")
  }

  // Whether the fault is seen depends on whether another thread is inside. With a lock whose
  // waiters sleep, a thread rarely comes while another is inside.
  @Test func `a quick run checks a user's own lock in a case that does not measure its cost`()
    async throws
  {
    let results = try Results()
    _ = try await measure(results, ["rarely-lies"], profile: "quick")
    let table = try results.table("locks.csv")
    let exclusion = try #require(
      table.first { $0["case"] == "locks/exclusion/rarely-lies/threads=2" })
    // The package's own locks are proven, so they have no such case.
    #expect(!table.contains { $0["case"]?.hasPrefix("locks/exclusion/ticket") == true })
    #expect(exclusion["checked_operations"].flatMap { Int($0) } ?? 0 > 0)
  }

  @Test(arguments: [
    ("loses-updates", "another thread was inside in"),
    ("deadlocks", "a thread waits forever"), ("self-deadlocks", "a thread waits forever"),
    ("never-returns", "a thread waits forever"), ("crashes", "the tenth acquisition"),
    ("exits", "exited with status 9"), ("babbles", "locked!"),
    ("no-lock", "another thread was inside in"),
    ("broken-skips-atomic", "another thread was inside"),
    ("broken-lost-wakeup", "a thread waits forever"),
    ("broken-self-deadlock", "a thread waits forever"),
  ])
  func `a proof catches each broken lock, and says what was seen`(
    lock: String, seen: String
  ) async throws {
    let outcome = try await tool("prove", lock)
    // On one CPU, threads that do not wait are rarely inside together, so the fault may stay
    // unseen.
    if outcome.code == 0, seen.hasPrefix("another"), try await !hasTwoCPUs() { return }
    #expect(outcome.code == 3, "\(outcome.output)")
    #expect(outcome.output.hasPrefix("\(lock)  INVALID"), "\(outcome.output)")
    #expect(outcome.output.contains(seen), "\(outcome.output)")
  }

  @Test func `the proof of a working lock says which faults it excludes`() async throws {
    let outcome = try await tool.succeeds(
      "prove", "told", "--operations", "30000", "--threads", "2")
    #expect(outcome.output.contains("a failure rate above 1 in 10014"))
    #expect(outcome.output.contains("not promised: a try (it has none)"))
    #expect(outcome.output.contains(") a thread came while another was inside"))
    let unheld = try await tool("prove", "atomic-add")
    #expect(unheld.code == 64)
    #expect(unheld.error.contains("is nothing that a thread can hold"))
  }

  private func hasTwoCPUs() async throws -> Bool {
    let results = try Results()
    _ = try await measure(results, [], profile: "smoke")
    return try results.run().document.environment.usableCPUs.count > 1
  }

  // A launch that never ends takes seconds, until its deadline. Therefore only one lock is measured
  // in the profile `quick`; in `smoke`, a case has one launch, and none is skipped.
  @Test(arguments: [
    ("deadlocks", "quick"), ("self-deadlocks", "smoke"), ("never-returns", "smoke"),
  ])
  func `a lock that never returns is not launched again after two launches`(
    lock: String, profile: String
  ) async throws {
    let results = try Results()
    let outcome = try await measure(results, [lock], profile: profile)
    #expect(outcome.code == 3)
    try expectTheRestIsKept(results)
    let blocks = try results.run().document.plan.blocks
    let rows = try failures(results, lock)
    let kinds = (0..<blocks).map { $0 < 2 ? "timed-out" : "skipped" }
    #expect(rows.map { $0["kind"] } == kinds)
    for row in rows {
      let reason =
        row["kind"] == "skipped" ? "not launched: " : "deadlocked, or too slow for its deadline"
      #expect(row["reason"]?.contains(reason) == true)
    }
    let row = try row(results, lock)
    #expect(row["status"] == "failed")
    #expect(row["ns_per_op"] == "")
  }
}
