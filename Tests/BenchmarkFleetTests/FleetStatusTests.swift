import BenchmarkModel
import BenchmarkRunner
import TestSupport
import Testing

@testable import BenchmarkFleet

@Suite struct FleetStatusTests {
  private let fleet = {
    var fleet = FleetFixture.fleet(["n1", "n2", "n3", "n4", "n5", "n6"])
    fleet.jobs = ["1"]
    return fleet
  }()
  private let tree: FixtureTree
  private let folder: FleetFolder

  init() throws {
    tree = try FixtureTree()
    folder = try tree.fleetFolder(fleet)
  }

  @Test func `a node without a job has failed if the fleet's submission was not finished`() throws {
    var begun = fleet
    begun.jobs = []
    let waiting = NodeJob(node: "n1", state: .waiting("JobHeldUser"))
    let status = FleetStatus(begun, in: folder, jobs: [waiting])
    #expect(status.nodes[0].state == .waiting("JobHeldUser", rows: nil))
    guard case .failed(let reason) = status.nodes[1].state else {
      Issue.record("\(status.nodes[1].state)")
      return
    }
    #expect(reason.hasPrefix("the submission was not finished"))
  }

  @Test func `a node's state comes from the folder first, and then from the scheduler`() throws {
    try FleetFixture.measure("n1", in: folder)
    try tree.file("/fleet/failed/n2", "it failed twice\nmore")
    try tree.file("/fleet/state/n3", "parked 120 0")
    try tree.file("/fleet/log/n5.txt", "2026-01-01  begun")
    let status = FleetStatus(
      fleet, in: folder,
      jobs: [
        NodeJob(node: "n1", state: .running(seconds: 5)),
        NodeJob(node: "n2", state: .ended("failed")),
        NodeJob(node: "n3", state: .waiting("BeginTime")),
        NodeJob(node: "n4", state: .running(seconds: 30)),
        NodeJob(node: "n5", state: .ended("timeout")),
      ])
    #expect(
      status.nodes.map(\.state) == [
        .done, .failed("it failed twice"), .waiting("BeginTime", rows: 120),
        .running(seconds: 30, expectedSeconds: 60),
        .failed("its job ended: timeout; the last line of its log: 2026-01-01  begun"),
        .failed(
          "the scheduler knows no job of it, and it left no run; it wrote no log: does the node see the folder '\(folder.path)'?"
        ),
      ])
    #expect(!status.isOver)
  }

  @Test(
    arguments: Misplaced.allCases,
    [
      ("hosts/n2", NodeJob.State.ended("failed"), true), ("failed/n2", .running(seconds: 1), false),
      ("failed/n2", .completed, true), ("state/n2", .waiting("BeginTime"), false),
      ("log/n2.txt", .ended("timeout"), true),
    ])
  func `damage to one node's files does not affect the other nodes`(
    kind: Misplaced, damage: (file: String, job: NodeJob.State, isOver: Bool)
  ) throws {
    // The run of a node is a folder, so a folder there is no damage.
    if damage.file == "hosts/n2", kind == .folder { return }
    try FleetFixture.measure("n1", in: folder)
    try kind.put(at: "\(tree.root)/fleet/\(damage.file)")
    let status = FleetStatus(
      fleet, in: folder,
      jobs: [
        NodeJob(node: "n2", state: damage.job), NodeJob(node: "n3", state: .waiting("Priority")),
      ])
    #expect(status.nodes[0].state == .done)
    #expect(status.nodes[2].state == .waiting("Priority", rows: nil))
    guard case .damaged(let reason, damage.isOver) = status.nodes[1].state else {
      Issue.record("\(status.nodes[1].state)")
      return
    }
    #expect(reason.contains(damage.file))
  }

  @Test func `a line of a megabyte in a node's log is shortened`() throws {
    try tree.file("/fleet/log/n1.txt", String(repeating: "x", count: 1 << 20))
    let status = FleetStatus(fleet, in: folder, jobs: [NodeJob(node: "n1", state: .completed)])
    #expect(try #require(status.failures.first).reason.utf8.count < 1000)
  }

  @Test func `if the scheduler does not answer, nodes that are not done are unknown`() throws {
    try FleetFixture.measure("n1", in: folder)
    let status = FleetStatus(fleet, in: folder, jobs: nil)
    #expect(status.count { $0 == .done } == 1)
    #expect(status.count { $0 == .unknown } == 5)
  }
}
