import Foundation
import Testing

@testable import BenchmarkModel

@Suite struct CPUTopologyTests {
  /// Two sockets, each with two cores of two threads; core numbers start again in each socket.
  private let server = CPUTopology(
    cpus: (0..<8).map { LogicalCPU(id: $0, core: $0 / 2 % 2, package: $0 % 2, node: $0 % 2) })

  @Test func `cores of the same number in two sockets are two cores`() {
    #expect(server.coreCount == 4)
    #expect(server.siblings(of: 0) == [0, 4])
    #expect(server.siblings(of: 5) == [1, 5])
    #expect(server.siblingSets.map(\.cpus) == [[0, 4], [1, 5], [2, 6], [3, 7]])
  }

  @Test func `threads fill the first socket's cores, then the second's, then the siblings`() {
    #expect(server.placementOrder(allowed: Array(0..<8)) == [0, 2, 1, 3, 4, 6, 5, 7])
  }

  @Test func `if the first CPU of a core isn't allowed, the second CPU takes its place`() {
    #expect(server.placementOrder(allowed: [4, 1, 5, 6]) == [4, 6, 1, 5])
    #expect(server.physicalCoreCount(allowed: [4, 1, 5, 6]) == 3)
  }

  @Test func `a repeated CPU is placed once, and unknown and offline CPUs never`() {
    let topology = CPUTopology(cpus: [
      LogicalCPU(id: 0, core: 0), LogicalCPU(id: 1, isOnline: false), LogicalCPU(id: 2, core: 2),
    ])
    #expect(topology.placementOrder(allowed: [2, 2, 0, 1, 99, -1]) == [0, 2])
    #expect(topology.placementOrder(allowed: []).isEmpty)
    #expect(CPUTopology().placementOrder(allowed: [0]).isEmpty)
  }

  @Test func `the strongest cores come first whatever their socket and number`() {
    let topology = CPUTopology(cpus: [
      LogicalCPU(id: 0, core: 0, package: 0, capacity: 400),
      LogicalCPU(id: 1, core: 1, package: 0, capacity: 1024),
      LogicalCPU(id: 2, core: 2, package: 1, capacity: 1024),
      LogicalCPU(id: 3, core: 3, package: 1, capacity: 700),
      LogicalCPU(id: 4, core: 4, package: 1),
    ])
    #expect(topology.placementOrder(allowed: Array(0...4)) == [1, 2, 3, 0, 4])
    #expect(topology.strongestCPUs == CPUList([1, 2]))
  }

  @Test func `a CPU whose core isn't reported counts as a core of its own`() {
    let topology = CPUTopology(cpus: (0..<3).map { LogicalCPU(id: $0) })
    #expect(topology.coreCount == 3)
    #expect(topology.siblings(of: 1) == [1])
    #expect(topology.siblings(of: 9).isEmpty)
    #expect(topology.socketCount == nil)
    #expect(topology.nodes.isEmpty)
    #expect(!topology.hasMixedCores)
  }

  @Test func `an empty topology has no cores and no number of threads per core`() {
    #expect(CPUTopology().threadsPerCore == nil)
    #expect(CPUTopology().coreCount == 0)
    #expect(!CPUTopology().hasMixedCores)
  }

  @Test func `each allowed CPU of 2048 is placed once, one of each core before any sibling`() {
    let topology = CPUTopology(
      cpus: (0..<2048).map { LogicalCPU(id: $0, core: $0 / 2 % 64, package: $0 / 128) })
    let allowed = (0..<2048).filter { $0 % 3 != 0 }
    let order = topology.placementOrder(allowed: allowed)
    #expect(order.sorted() == allowed)
    let cores = topology.physicalCoreCount(allowed: allowed)
    #expect(Set(order.prefix(cores).map { $0 / 2 }).count == cores)
  }

  @Test func `a topology is encoded as facts, each with the list of its CPUs`() throws {
    let topology = CPUTopology(
      cpus: server.cpus + [LogicalCPU(id: 8, isOnline: false)], possible: CPUList(0...15),
      multithreading: .active)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(topology)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"core":{"0":"0-1,4-5","1":"2-3,6-7"},"multithreading":"active",\
        "node":{"0":"0,2,4,6","1":"1,3,5,7"},"offline":"8","online":"0-7",\
        "package":{"0":"0,2,4,6","1":"1,3,5,7"},"possible":"0-15"}
        """)
    #expect(try JSONDecoder().decode(CPUTopology.self, from: data) == topology)
  }

  @Test func `capacities, kinds and clusters survive encoding and decoding`() throws {
    let topology = CPUTopology(cpus: [
      LogicalCPU(id: 0, core: 0, cluster: 0, capacity: 1024, kind: .performance),
      LogicalCPU(id: 1, core: 1, cluster: 1, capacity: 500, kind: .efficiency),
    ])
    let data = try JSONEncoder().encode(topology)
    #expect(try JSONDecoder().decode(CPUTopology.self, from: data) == topology)
  }
}
