import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct WorkerTests {
  private let worker = Worker(catalog: CatalogFixture.catalog, tool: { CatalogFixture.tool })

  @Test func `a worker measures the case that it is asked for`() throws {
    let request = WorkerRequest(
      task: .measure, caseID: try CaseID(parsing: "locks/uncontended/ticket/inside=0"),
      sampling: Sampling(warmups: 0, trials: 2, trialNanoseconds: 1), pace: .operations,
      operations: 5)
    let trials = try worker.respond(to: request).compactMap { message in
      if case .trial(let row) = message { row.operations } else { nil as UInt64? }
    }
    #expect(trials == [5, 5])
  }

  @Test func `a worker calibrates the work and a case's operations`() throws {
    for request in [
      WorkerRequest(task: .calibrateWork),
      WorkerRequest(
        task: .calibrateOperations,
        caseID: try CaseID(parsing: "locks/uncontended/ticket/inside=0"),
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1000)),
    ] {
      guard case .calibrated(let value) = try worker.respond(to: request).first else {
        Issue.record("\(request.task) gave no value")
        continue
      }
      #expect(value.isCalibrated)
    }
  }

  @Test func `another protocol is refused before anything is done`() {
    var request = WorkerRequest(task: .measure)
    request.protocolVersion = workerProtocolVersion + 1
    #expect(throws: WorkerError.otherProtocol(workerProtocolVersion + 1)) {
      try worker.respond(to: request)
    }
  }

  @Test func `a case that this executable can't make is refused`() throws {
    #expect(throws: WorkerError.malformedRequest("it names no case")) {
      try worker.respond(to: WorkerRequest(task: .measure))
    }
    for name in [
      "locks/contended/clh/threads=2/inside=0", "locks/contended/ticket/threads=0/inside=0",
    ] {
      let request = WorkerRequest(task: .measure, caseID: try CaseID(parsing: name))
      #expect(throws: WorkerError.self) { try worker.respond(to: request) }
    }
  }
}
