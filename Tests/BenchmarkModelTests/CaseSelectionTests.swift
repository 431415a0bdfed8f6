import BenchmarkModel
import Testing

@Suite struct CaseSelectionTests {
  private let names = [
    "locks/uncontended/mutex/inside=0", "locks/contended/ticket/threads=2",
    "sync/alone/serial-queue-sync", "locks/uncontended/ticket/inside=0",
  ]

  private func order(_ change: (inout CaseSelection) -> Void) throws -> [Int] {
    var selection = CaseSelection()
    change(&selection)
    let ids = try names.map { try CaseID(parsing: $0) }
    return selection.inOrder(ids, of: \.self).compactMap(ids.firstIndex)
  }

  @Test func `cases come in the order in which the command line names them`() throws {
    #expect(try order { $0.filters = ["*/ticket/*", "*"] } == [1, 3, 0, 2])
    #expect(try order { $0.suites = ["sync", "locks"] } == [2, 0, 1, 3])
    #expect(try order { $0.workloads = ["contended", "uncontended"] } == [1, 0, 3, 2])
    #expect(try order { $0.primitives = ["ticket", "mutex"] } == [1, 3, 0, 2])
    #expect(
      try order {
        $0.filters = ["locks/*"]
        $0.primitives = ["ticket", "mutex"]
      } == [1, 3, 0, 2])
  }

  @Test func `cases keep their order if the command line names none`() throws {
    #expect(try order { _ in } == [0, 1, 2, 3])
  }
}
