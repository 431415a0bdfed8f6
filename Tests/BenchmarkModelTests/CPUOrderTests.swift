import Foundation
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct CPUOrderTests {
  private let sixteen = MadeUpMachine.sixteen
  private let all = Array(0..<16)

  @Test func `the order 'cores' fills one node after the other, and ends with the siblings`() {
    #expect(sixteen.order(.cores, allowed: all) == all)
  }

  @Test func `the order 'siblings' has the siblings of a core next to each other`() {
    #expect(
      sixteen.order(.siblings, allowed: all)
        == [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15])
  }

  @Test func `the order 'spread' goes across nodes, then clusters, then cores, then siblings`() {
    #expect(
      sixteen.order(.spread, allowed: all)
        == [0, 4, 2, 6, 1, 5, 3, 7, 8, 12, 10, 14, 9, 13, 11, 15])
  }

  @Test func `the order 'spread' of some of the CPUs goes across the nodes of these CPUs`() {
    #expect(sixteen.order(.spread, allowed: [1, 2, 3, 7, 15]) == [1, 7, 2, 3, 15])
  }

  @Test func `every placement has every allowed CPU once`() {
    let machine = MadeUpMachine.many
    let allowed = (0..<288).filter { $0 % 5 != 2 }
    for mode in PlacementMode.allCases {
      #expect(machine.order(mode, allowed: allowed).sorted() == allowed)
    }
  }

  @Test func `two CPUs share the smallest part of the machine that has both`() {
    #expect(sixteen.sharing(0, 8) == .core)
    #expect(sixteen.sharing(0, 9) == .cluster)
    #expect(sixteen.sharing(0, 2) == .node)
    #expect(sixteen.sharing(0, 4) == .machine)
    #expect(sixteen.sharing(0, 16) == nil)
  }

  @Test func `a machine that reports no nodes is divided by sockets`() {
    let machine = CPUTopology(
      cpus: (0..<4).map { LogicalCPU(id: $0, core: $0, package: $0 / 2) })
    #expect(machine.sharing(0, 1) == .node)
    #expect(machine.sharing(1, 2) == .machine)
    #expect(machine.order(.spread, allowed: [0, 1, 2, 3]) == [0, 2, 1, 3])
  }

  @Test func `a map of CPUs is ordered by node, then by cluster, with siblings next to each other`()
  {
    #expect(
      sixteen.inMapOrder(all).map(\.id)
        == [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15])
  }

  @Test func `a topology that an older version wrote without clusters is read`() throws {
    let old = Data(#"{"core":{"0":"0"},"offline":"","online":"0"}"#.utf8)
    #expect(try JSONDecoder().decode(CPUTopology.self, from: old).cpus[0].cluster == nil)
  }

  @Test func `the placement and the memory of a case are words in its path`() throws {
    let name = "locks/contended/ticket/threads=2/placement=spread/memory=other"
    let id = try CaseID(parsing: name)
    #expect(id.description == name)
    #expect(id.text(of: "placement") == "spread")
    #expect(id.text(of: "threads") == "2")
    #expect(
      id.situation == "locks/contended/threads=2/placement=spread/memory=other")
    #expect(throws: CaseIDError.self) {
      try CaseID(parsing: "locks/contended/ticket/placement=2")
    }
    #expect(throws: CaseIDError.self) {
      try CaseID(parsing: "locks/contended/ticket/threads=spread")
    }
  }
}
