import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct RunRecorderTests {
  private let document = RunFixture.document(
    [RunFixture.plannedCase("ticket"), RunFixture.plannedCase("mutex")], blocks: 2)

  private let tree: FixtureTree
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
  }

  /// The records of the whole plan in the order of measurement, of which the second is a failure.
  private var story: [(launch: Launch, record: LaunchRecord)] {
    document.plan.schedule().enumerated().map { index, launch in
      (launch, index == 1 ? RunFixture.failure(7) : RunFixture.record(index))
    }
  }

  private func id(_ launch: Launch) -> CaseID {
    document.plan.cases[launch.caseIndex].id
  }

  @Test func `recorded launches and calibrations are read back`() throws {
    let recorder = try folder.begin(document)
    try recorder.record(calibration: "work", value: 812.3456789)
    var expected = Run(document: document, calibrations: ["work": 812.3456789])
    for (launch, record) in story {
      try recorder.record(record, case: id(launch), launch: launch.block)
      expected.records[launch] = record
      #expect(try folder.read() == expected)
    }
  }

  @Test func `a resumed run keeps its records and adds new records`() throws {
    var expected = Run(document: document, calibrations: ["work": 0.1, "a/b/c": 1e9])
    do {
      let recorder = try folder.begin(document)
      for (name, value) in expected.calibrations {
        try recorder.record(calibration: name, value: value)
      }
      try recorder.record(story[0].record, case: id(story[0].launch), launch: 0)
      expected.records[story[0].launch] = story[0].record
    }
    for (launch, record) in story.dropFirst() {
      let recorder = try RunRecorder(resuming: try folder.read(), in: folder)
      #expect(try folder.read() == expected)
      try recorder.record(record, case: id(launch), launch: launch.block)
      expected.records[launch] = record
    }
    #expect(try folder.read() == expected)
  }

  @Test func `tables are not written through a link to another folder`() throws {
    do { _ = try folder.begin(document) }
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/raw", toPath: tree.root + "/outside")
    try tree.link("/run/raw", to: "../outside")
    try tree.file("/outside/threads.csv", "case,launch,thread,cpu,ops,longest_wait_ns")
    let run = try folder.read()
    #expect(
      throws: RunFolderError.cannotWrite("\(folder.path)/raw", .tooManySymbolicLinkLevels)
    ) { _ = try RunRecorder(resuming: run, in: folder) }
    #expect(
      try String(contentsOfFile: tree.root + "/outside/threads.csv", encoding: .utf8)
        == "case,launch,thread,cpu,ops,longest_wait_ns\n")
  }

  @Test func `a run that is being measured is locked until its recorder is released`() throws {
    do {
      let recorder = try folder.begin(document)
      let run = try folder.read()
      #expect(throws: RunFolderError.locked(folder.path.string)) {
        _ = try RunRecorder(resuming: run, in: folder)
      }
      #expect(throws: RunFolderError.locked(folder.path.string)) {
        _ = try RunRecorder(creatingIn: folder, for: document)
      }
      try recorder.record(calibration: "work", value: 1)
    }
    let recorder = try RunRecorder(resuming: try folder.read(), in: folder)
    try recorder.record(calibration: "more", value: 2)
    #expect(try folder.read().calibrations == ["work": 1, "more": 2])
  }

  @Test func `a released recorder unlocks its run, even if a child process inherited the lock`()
    throws
  {
    let inherited: CInt
    do {
      let recorder = try folder.begin(document)
      // A child process has such a descriptor between its fork and its exec.
      inherited = dup(try #require(descriptor(of: "\(folder.path)/raw")))
      try recorder.record(calibration: "work", value: 1)
    }
    defer { close(inherited) }
    _ = try RunRecorder(resuming: try folder.read(), in: folder)
  }

  /// This process's descriptor of an open path.
  private func descriptor(of path: String) -> CInt? {
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    return (0..<65_536).first {
      let link = "/proc/self/fd/\($0)"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == resolved
    }
  }

  @Test func `a run that was read before its last launch can't be resumed, and the launch stays`()
    throws
  {
    do {
      let recorder = try folder.begin(document)
      try recorder.record(story[0].record, case: id(story[0].launch), launch: 0)
    }
    #expect(throws: RunFolderError.locked(folder.path.string)) {
      _ = try RunRecorder(resuming: Run(document: document), in: folder)
    }
    #expect(try folder.read().records == [story[0].launch: story[0].record])
    _ = try RunRecorder(resuming: try folder.read(), in: folder)
  }

  // A kill leaves every earlier write whole and cuts the last write at any byte. So the test
  // replays all writes byte by byte, reads the run after each byte, and resumes it after some
  // bytes.
  @Test func `a kill at any byte loses at most the launch in flight`() throws {
    let writes = try writesOfTheStory()
    let folder = tree.runFolder("killed")
    try folder.begin(document)
    var done = 0
    var position = 0
    for write in writes {
      for length in 0..<write.bytes.count {
        position += 1
        try tree.data("/killed/\(write.path)", write.before + write.bytes[..<length])
        try expectExactly(done, in: folder)
        // A resumption syncs six files, so the run is resumed only after every 29th byte.
        if position % 29 == 0 { try expectResumed(folder, tree.runFolder("at-\(position)"), done) }
      }
      try tree.data("/killed/\(write.path)", write.before + write.bytes)
      if write.isLastOfLaunch { done += 1 }
    }
    #expect(done == story.count)
    try expectExactly(done, in: folder)
  }

  @Test func `a kill at any byte of the calibrations loses at most the calibration in flight`()
    throws
  {
    let names = ["work", "locks/contended/ticket/threads=2", "locks/contended/mutex/threads=2"]
    do {
      let recorder = try folder.begin(document)
      for (index, name) in names.enumerated() {
        try recorder.record(calibration: name, value: Double(index) + 0.25)
      }
    }
    let path = folder.path.appending("raw/calibration.csv").string
    let whole = try Data(contentsOf: URL(filePath: path))
    // The file is made with its header, so every cut keeps the header.
    for length in "name,value\n".utf8.count...whole.count {
      try tree.data("/run/raw/calibration.csv", whole[..<length])
      let lines = whole[..<length].count { $0 == UInt8(ascii: "\n") }
      let read = try folder.read().calibrations
      #expect(Set(read.keys) == Set(names.prefix(max(0, lines - 1))))
    }
  }

  // MARK: The story, write by write

  private struct Write {
    let path: String
    /// The bytes of the file before the write.
    let before: Data
    let bytes: Data
    let isLastOfLaunch: Bool
  }

  /// Records the story and returns the write of each record to each table.
  ///
  /// The trials come last, because a record counts only with its trials.
  private func writesOfTheStory() throws -> [Write] {
    let folder = tree.runFolder("whole")
    let recorder = try folder.begin(document)
    var writes: [Write] = []
    var files = try contents(folder)
    for (launch, record) in story {
      try recorder.record(record, case: id(launch), launch: launch.block)
      let now = try contents(folder)
      let changed = now.keys.filter { now[$0] != files[$0] }
        .sorted {
          ($0 == RawTable.trials.path ? 1 : 0, $0) < ($1 == RawTable.trials.path ? 1 : 0, $1)
        }
      for path in changed {
        let before = files[path] ?? Data()
        let after = now[path] ?? Data()
        #expect(after.starts(with: before), "a recorder must only append")
        writes.append(
          Write(
            path: path, before: before, bytes: Data(after.dropFirst(before.count)),
            isLastOfLaunch: path == changed.last))
      }
      files = now
    }
    return writes
  }

  private func contents(_ folder: RunFolder) throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try RawTable.allCases.map { table in
        let path = folder.path.appending(table.path).string
        return (table.path, try Data(contentsOf: URL(filePath: path)))
      })
  }

  private func expectExactly(_ count: Int, in folder: RunFolder) throws {
    let records = try folder.read().records
    guard records.count == count else {
      Issue.record("\(records.count) records, not \(count)")
      return
    }
    for (launch, record) in story.prefix(count) where records[launch] != record {
      Issue.record("\(launch) is not what was recorded")
    }
  }

  private func expectResumed(_ killed: RunFolder, _ folder: RunFolder, _ done: Int) throws {
    try FileManager.default.copyItem(atPath: killed.path.string, toPath: folder.path.string)
    let recorder = try RunRecorder(resuming: try folder.read(), in: folder)
    try expectExactly(done, in: folder)
    for (launch, record) in story.dropFirst(done) {
      try recorder.record(record, case: id(launch), launch: launch.block)
    }
    try expectExactly(story.count, in: folder)
  }
}
