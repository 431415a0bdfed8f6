import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// The counts that AllocationLoops prints for a loop.
private struct LoopCounts {
  let total: AllocationCount
  let sharingThreads: UInt64
  let threads: [AllocationCount]

  init(_ output: String) throws {
    let rows = output.split(separator: "\n").map {
      $0.split(separator: " ").compactMap { UInt64($0) }
    }
    let first = try #require(rows.first { $0.count == 4 }, "no counts in '\(output)'")
    total = AllocationCount(allocations: first[0], allocatedBytes: first[1], frees: first[2])
    sharingThreads = first[3]
    threads = rows.dropFirst().filter { $0.count == 4 }.map {
      AllocationCount(allocations: $0[1], allocatedBytes: $0[2], frees: $0[3])
    }
  }
}

/// Whether the tests have the library to preload and the program to preload it into.
private let loopsExist =
  (try? AllocationLibrary.path(beside: ownPath)) != nil && FileAccess.exists(loopsPath)

private let loopsPath = ownPath.removingLastComponent().appending("AllocationLoops")

private let ownPath = WorkerExecutable.running.path ?? "/"

@Suite(
  .enabled(
    if: loopsExist,
    "libSyncbenchAllocations.so or AllocationLoops is not beside the tests: `swift build --build-tests`"
  ))
struct AllocationLoopTests {
  private func count(
    _ loop: String, threads: Int = 0, turns: Int, together: Bool = true
  ) async throws -> LoopCounts {
    let library = try AllocationLibrary.path(beside: ownPath)
    let present = getenv("LD_PRELOAD").map { String(cString: $0) }
    let preload = try #require(AllocationLibrary.preload(library, before: present))
    let result = try await run(
      .path(loopsPath),
      arguments: [loop, "\(threads)", "\(turns)", together ? "together" : "in-turn"],
      environment: .inherit.updating(["LD_PRELOAD": preload]), input: .none,
      output: .string(limit: 16 << 20), error: .string(limit: 1 << 20))
    #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    return try LoopCounts(result.standardOutput)
  }

  @Test func `a thread's calls of malloc are counted one by one, with their bytes`() async throws {
    let counts = try await count("blocks", turns: 1000)
    let expected = AllocationCount(allocations: 1000, allocatedBytes: 50_500, frees: 1000)
    #expect(counts.total == expected)
  }

  @Test(arguments: [true, false])
  func `each of eight threads has counts of its own`(
    together: Bool
  ) async throws {
    let counts = try await count("blocks", threads: 8, turns: 2000, together: together)
    let each = AllocationCount(allocations: 2000, allocatedBytes: 101_000, frees: 2000)
    #expect(counts.threads == Array(repeating: each, count: 8))
    #expect(counts.sharingThreads == 0)
  }

  @Test func `an allocation by any function counts once, and a failed call does not count`()
    async throws
  {
    let counts = try await count("family", turns: 500)
    let expected = AllocationCount(allocations: 4500, allocatedBytes: 150_000, frees: 4500)
    #expect(counts.total == expected)
  }

  @Test func `an object allocates once, a serial sync twice and a barrier sync three times`()
    async throws
  {
    let counts = try await count("objects", turns: 300)
    #expect(counts.total.allocations == 300)
    #expect(counts.total.frees == 300)
    #expect(try await count("serial-sync", turns: 400).total.allocations == 800)
    #expect(try await count("barrier-sync", turns: 400).total.allocations == 1200)
  }

  @Test func `threads beyond the table's rows share one row, and all other rows stay exact`()
    async throws
  {
    let counts = try await count("blocks", threads: 4500, turns: 10, together: false)
    #expect(counts.sharingThreads > 0)
    #expect(counts.threads.count + Int(counts.sharingThreads) >= 4500)
    let each = AllocationCount(allocations: 10, allocatedBytes: 55, frees: 10)
    #expect(counts.threads.allSatisfy { $0 == each })
  }
}

@Suite struct AllocationSnapshotTests {
  private func snapshot(_ rows: [[UInt64]]) -> AllocationSnapshot {
    var snapshot = AllocationSnapshot(rows: rows.count)
    snapshot.words = rows.flatMap { $0 }
    snapshot.rows = rows.count
    return snapshot
  }

  @Test func `a process without the library has no reader`() {
    #expect(AllocationReader() == nil)
  }

  @Test func `a thread that started between two snapshots has counted from zero`() {
    let before = snapshot([[0, 0, 0, 0], [7, 10, 100, 5]])
    let after = snapshot([[2, 4, 40, 1], [7, 13, 130, 6], [8, 2, 20, 2]])
    let difference = after.since(before)
    #expect(difference.sharingThreads == 2)
    #expect(
      difference.count(of: 7) == AllocationCount(allocations: 3, allocatedBytes: 30, frees: 1))
    #expect(
      difference.count(of: 8) == AllocationCount(allocations: 2, allocatedBytes: 20, frees: 2))
    #expect(difference.count(of: 9) == nil)
    #expect(difference.total().allocations == 9)
    #expect(difference.total(without: 7).allocations == 6)
  }

  @Test func `two rows with the same thread number are added up`() {
    let after = snapshot([[0, 0, 0, 0], [7, 1, 10, 1], [7, 2, 20, 2]])
    #expect(after.since(snapshot([])).count(of: 7)?.allocations == 3)
  }

  @Test func `a snapshot grows if there are more threads than it has rows`() {
    let reader = AllocationReader { words, capacity in
      if let words, capacity >= 3 {
        for index in 0..<12 { words[index] = UInt64(index) }
      }
      return 3
    }
    var snapshot = AllocationSnapshot(rows: 1)
    reader.read(into: &snapshot)
    #expect(snapshot.rows == 3)
    #expect(snapshot.since(self.snapshot([])).count(of: 8)?.allocatedBytes == 10)
  }
}

@Suite struct AllocationLibraryTests {
  @Test(arguments: ["/bin/", "/bin/lib/", "/lib/"])
  func `the library is found in the executable's folder, in its lib folder and in ../lib`(
    folder: String
  ) throws {
    let tree = try FixtureTree()
    let file = folder + AllocationLibrary.fileName
    try tree.file(file, "")
    let found = try AllocationLibrary.path(beside: FilePath(tree.root + "/bin/tool"))
    #expect(found.string == tree.root + file)
  }

  @Test func `the error for a missing library says how to build it`() throws {
    let error = #expect(throws: AllocationLibrary.Missing.self) {
      try AllocationLibrary.path(beside: "/nowhere/bin/tool")
    }
    #expect(error?.description.contains("--product SyncbenchAllocations") == true)
    #expect(error?.description.contains("'/nowhere/bin'") == true)
  }

  @Test func `the preload list keeps the libraries that were already in it`() {
    #expect(AllocationLibrary.preload("/a/b.so", before: nil) == "/a/b.so")
    #expect(AllocationLibrary.preload("/a/b.so", before: "") == "/a/b.so")
    #expect(AllocationLibrary.preload("/a/b.so", before: "/c.so d.so") == "/a/b.so:/c.so d.so")
    #expect(AllocationLibrary.preload("/a folder/b.so", before: nil) == nil)
  }
}
