import BenchmarkModel
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// The counted part of a run on disk.
@Suite struct CounterRecordTests {
  private let document = RunFixture.document(
    [RunFixture.plannedCase("ticket", kernel: "loop"), RunFixture.plannedCase("mutex")], blocks: 1,
    counting: CountingPlan(
      events: RunFixture.events, passes: [.counters, .instructions], launches: 2, cases: [0, 1]))

  private let tree: FixtureTree
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
  }

  /// The plan's counted launches with their records; the second record is a failure.
  private var story: [(launch: CountedLaunch, record: CountedRecord)] {
    document.plan.countedSchedule().enumerated().map { index, launch in
      (
        launch,
        index == 1
          ? .failed(launch.pass, "killed, \"or\" lost") : record(launch.pass, index)
      )
    }
  }

  private func record(_ pass: CountingPass, _ number: Int) -> CountedRecord {
    CountedRecord(rows: [
      CounterRow(
        pass: pass, event: "page-faults", status: .scaled, value: Double(number) / 3,
        operations: UInt64(number), reason: "a line"),
      CounterRow(
        pass: pass, thread: 0, event: "cycles", status: .unavailable, value: nil, operations: 0,
        reason: "no PMU"),
      RunFixture.closing(pass, 5),
    ])
  }

  private func append(_ index: Int, to recorder: borrowing RunRecorder) throws {
    let (launch, record) = story[index]
    try recorder.record(record, launch)
  }

  private func expectExactly(_ count: Int, in folder: RunFolder) throws {
    let counted = try folder.read().counted
    let expected = Dictionary(
      uniqueKeysWithValues: story.prefix(count).map { ($0.launch, $0.record) })
    // Compared outside `#expect`, which would print every byte on failure.
    let isExact = counted == expected
    #expect(isExact, "\(counted.count) counted launches, not \(count)")
  }

  private var file: String { CounterTable.path }

  private func contents(_ folder: RunFolder) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path.appending(file).string))
  }

  @Test func `recorded counts are read back, and a resumed run keeps them`() throws {
    do {
      let recorder = try folder.begin(document)
      try append(0, to: recorder)
    }
    for index in story.indices.dropFirst() {
      let recorder = try RunRecorder(resuming: try folder.read(), in: folder)
      try expectExactly(index, in: folder)
      try append(index, to: recorder)
      try expectExactly(index + 1, in: folder)
    }
  }

  @Test func `a run that counts nothing has no table of counts`() throws {
    let document = RunFixture.document([RunFixture.plannedCase("ticket")], blocks: 1)
    let recorder = try folder.begin(document)
    #expect(!FileAccess.exists(folder.path.appending(file)))
    try recorder.record(
      record(.counters, 1), CountedLaunch(caseIndex: 0, pass: .counters, number: 0))
    #expect(!FileAccess.exists(folder.path.appending(file)))
    #expect(try folder.read().counted.isEmpty)
  }

  @Test func `a run that counts and has no table of counts is damaged`() throws {
    _ = try folder.begin(document)
    let path = folder.path.appending(file).string
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: RunFolderError.missingTable(path)) { try folder.read() }
  }

  // The rows of a launch are one write, which a kill can cut at any byte.
  @Test func `a kill at any byte loses at most the launch whose rows are being written`() throws {
    var ends: [Int] = []
    do {
      let recorder = try folder.begin(document)
      ends.append(try contents(folder).count)
      for index in story.indices {
        try append(index, to: recorder)
        ends.append(try contents(folder).count)
      }
    }
    let whole = try contents(folder)
    // Only the first two launches are cut, because they have every kind of byte (one has a quoted
    // field), and cutting the other launches too would take long.
    for length in Array(ends[0]...ends[2]) + [whole.count] {
      try tree.data("/run/\(file)", whole[..<length])
      let done = ends.count { $0 <= length } - 1
      try expectExactly(done, in: folder)
      // A resumption syncs seven files, so only every 29th length is resumed.
      guard length % 29 == 0 else { continue }
      let copy = tree.runFolder("at-\(length)")
      try FileManager.default.copyItem(atPath: folder.path.string, toPath: copy.path.string)
      let recorder = try RunRecorder(resuming: try copy.read(), in: copy)
      for index in story.indices.dropFirst(done) { try append(index, to: recorder) }
      try expectExactly(story.count, in: copy)
      let isWhole = try contents(copy) == whole
      #expect(isWhole, "torn rows are left after \(length) bytes")
    }
  }

  @Test func `resuming a stale run does not cut away the counts recorded since it was read`() throws
  {
    do {
      let recorder = try folder.begin(document)
      try append(0, to: recorder)
    }
    #expect(throws: RunFolderError.locked(folder.path.string)) {
      _ = try RunRecorder(resuming: Run(document: document), in: folder)
    }
    try expectExactly(1, in: folder)
  }

  @Test(arguments: [
    "locks/contended/clh/threads=2,0,counters,,ops,counted,1,1,,,,",
    "locks/contended/ticket/threads=2,2,counters,,ops,counted,1,1,,,,",
    "locks/contended/ticket/threads=2,-1,counters,,ops,counted,1,1,,,,",
    "locks/contended/ticket/threads=2,0,allocations,,ops,counted,1,1,,,,",
    "locks/contended/mutex/threads=2,0,instructions,,ops,counted,1,1,,,,",
    "locks/contended/ticket/threads=2,0,counters,,ops,counted,one,1,,,,",
    "locks/contended/ticket/threads=2,0,counters,,ops",
  ])
  func `a row that is not of the plan, or can't be read, is refused with its line`(row: String)
    throws
  {
    _ = try folder.begin(document)
    try tree.file("/run/\(file)", CounterTable.columns(of: nil).joined(separator: ",") + "\n" + row)
    #expect(throws: RunFolderError.self) { try folder.read() }.map { #expect($0.badLine == 2) }
  }

  @Test func `a table of counts with another header is refused`() throws {
    _ = try folder.begin(document)
    try tree.file("/run/\(file)", "case,count")
    #expect(throws: RunFolderError.self) { try folder.read() }.map { #expect($0.badLine == 1) }
  }

  @Test func `a plan that counts a case it does not have is refused`() throws {
    try folder.create()
    try folder.write(
      RunFixture.document(
        [RunFixture.plannedCase("ticket")], blocks: 1,
        counting: CountingPlan(events: [], passes: [.counters], launches: 1, cases: [1])))
    #expect(
      throws: RunFolderError.foreign(
        folder.documentPath.string, detail: "its plan counts the case with index 1 of 1, from 0")
    ) { try folder.read() }
  }
}
