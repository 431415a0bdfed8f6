import BenchmarkModel
import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkFleet

@Suite struct FleetCollectionTests {
  private let fleet = FleetFixture.fleet(["n1", "n2", "n3", "n4", "n5"])
  private let tree: FixtureTree
  private let folder: FleetFolder

  init() throws {
    tree = try FixtureTree()
    folder = try tree.fleetFolder(fleet)
  }

  @Test func `each run is kept, or refused with its reason, whatever the other runs are`() throws {
    try FleetFixture.measure("n1", in: folder)
    try FleetFixture.measure("n2", in: folder, executable: "beef")
    try FleetFixture.measure("n3", in: folder, seed: 8)
    try FleetFixture.measure("n4", in: folder, trials: 1)
    let collected = try folder.collect(fleet, failures: ["n5": "failed: the node died"])
    #expect(collected.hosts.map(\.state) == [.kept, .refused, .refused, .refused, .missing])
    #expect(collected.hosts[1].reason.contains("another executable (beef, not cafe)"))
    #expect(collected.hosts[2].reason.contains("another plan"))
    #expect(collected.hosts[3].reason.contains("1 launches are missing"))
    #expect(collected.hosts[4].reason == "failed: the node died")
    #expect(try folder.collection() == collected)
  }

  @Test func `a run that was stopped, or damaged, is refused`() throws {
    try FleetFixture.measure("n1", in: folder, state: .interrupted)
    try FleetFixture.measure("n2", in: folder)
    try tree.file("/fleet/hosts/n2/run.json", "{")
    try FleetFixture.measure("n3", in: folder)
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.map(\.state) == [.refused, .refused, .kept, .missing, .missing])
    #expect(collected.hosts[0].reason == "it is not finished (interrupted)")
  }

  @Test func `a second collection finds new runs, and one table has all hosts`() throws {
    try FleetFixture.measure("n1", in: folder)
    #expect(try folder.collect(fleet).nodes(.kept).count == 1)
    try FleetFixture.measure("n2", in: folder)
    #expect(try folder.collect(fleet).nodes(.kept).count == 2)
    #expect(try folder.summary() == "host,case,ops\nn1,c,2000\nn2,c,2000\n")
  }

  @Test(arguments: [
    "case,ops\nc,1\n", "case,ops\n\"c\nn1,d\",1\n", "case,ops\n=1+1,1\n", "",
  ])
  func `figures are those of the raw rows, whatever a node's own summary says`(own: String) throws {
    try FleetFixture.measure("n1", in: folder)
    try tree.data("/fleet/hosts/n1/summary.csv", Data(own.utf8))
    #expect(try folder.collect(fleet).nodes(.kept).count == 1)
    #expect(try folder.summary() == "host,case,ops\nn1,c,2000\n")
  }

  @Test func `a figure that holds a line feed stays in its host's row`() throws {
    try FleetFixture.measure("n1", in: folder)
    _ = try folder.collect(fleet, columns: ["case"]) { _ in [["c\nn2,d"]] }
    #expect(try folder.summary() == "host,case\nn1,\"c\nn2,d\"\n")
  }

  @Test(
    arguments: [Misplaced.pipe, .folder, .device], RawTable.allCases.map(\.path) + ["run.json"])
  func `an object that is no file makes its own node's run refused, and no other`(
    kind: Misplaced, file: String
  ) throws {
    for node in ["n1", "n2", "n3"] { try FleetFixture.measure(node, in: folder) }
    try kind.put(at: "\(tree.root)/fleet/hosts/n2/\(file)")
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.prefix(3).map(\.state) == [.kept, .refused, .kept])
    #expect(collected.hosts[1].reason.contains(file))
  }

  @Test func `a run of another node is refused`() throws {
    try FleetFixture.measure("n1", in: folder)
    try FleetFixture.measure("n2", in: folder, began: 1)
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.prefix(2).map(\.state) == [.kept, .refused])
    #expect(collected.hosts[1].reason.contains("the run of n1"))
  }

  @Test func `collecting removes what killed commands left in the folder, and follows no link`()
    throws
  {
    let left = ".syncbench-new-0123456789abcdef"
    for name in ["", "bin/", "hosts/", "cases/"] { try tree.file("/fleet/\(name)\(left)", "") }
    try tree.file("/outside/\(left)", "")
    try FileManager.default.removeItem(atPath: tree.root + "/fleet/parked")
    try tree.link("/fleet/parked", to: "../outside")
    _ = try folder.collect(fleet)
    let found = FileManager.default.enumerator(atPath: tree.root)?.compactMap { "\($0)" } ?? []
    #expect(found.filter { $0.hasSuffix(left) } == ["outside/\(left)"])
  }

  @Test func `a run that is still being copied does not count`() throws {
    try tree.file("/fleet/incoming/n1/run.json", "{}")
    #expect(try folder.collect(fleet).nodes(.missing).count == 5)
  }

  @Test func `a collection can't be read before it was made`() throws {
    #expect(throws: FleetFolderError.notCollected(folder.path.string)) { try folder.collection() }
  }
}
