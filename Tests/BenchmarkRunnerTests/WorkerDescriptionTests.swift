import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct WorkerDescriptionTests {
  private let worker = Worker(catalog: CatalogFixture.catalog, tool: { CatalogFixture.tool })

  private func describe(
    _ selection: CaseSelection = CaseSelection(), cpus: [Int] = [2, 0], isPinned: Bool = true
  ) throws -> WorkerDescription {
    let request = WorkerRequest(
      task: .describe,
      description: DescriptionRequest(
        selection: selection, cpuOrder: cpus, isPinned: isPinned))
    let messages = try worker.respond(to: request)
    guard messages.count == 1, case .described(let description) = messages[0] else {
      throw Unexpected(messages: messages)
    }
    return description
  }

  private struct Unexpected: Error { let messages: [WorkerMessage] }

  @Test(arguments: [true, false])
  func `a description has the plan that a gate would measure`(isPinned: Bool) throws {
    var selection = CaseSelection()
    selection.primitives = ["ticket"]
    selection.suites = ["locks"]
    let description = try describe(selection, isPinned: isPinned)
    let cases = try CatalogFixture.catalog.cases(tier: .headline, cpus: 2, selection: selection)
    #expect(
      description.plan
        == Planner(cpuOrder: [2, 0], isPinned: isPinned)
        .plan(cases, of: CatalogFixture.suites, profile: .gate, seed: 0))
    #expect(
      description.plan?.cases.map(\.id.description) == [
        "locks/uncontended/ticket/inside=0", "locks/contended/ticket/threads=2/inside=0",
      ])
    #expect(
      description.plan?.cases.last?.placement == (isPinned ? .pinned(cpus: [2, 0]) : .unpinned))
    #expect(description.problem.isEmpty)
    #expect(description.tool == CatalogFixture.tool)
  }

  @Test func `a description lists every known case, whatever was selected`() throws {
    var selection = CaseSelection()
    selection.suites = ["qos"]
    let description = try describe(selection)
    #expect(description.plan?.cases.count == 1)
    #expect(
      description.known == (try CatalogFixture.catalog.cases(tier: .thorough, cpus: 2).map(\.id)))
    #expect(
      description.known.contains(try CaseID(parsing: "locks/uncontended/mutex/inside=1000")))
  }

  @Test func `a word that selects nothing is reported and left out, if other words select cases`()
    throws
  {
    var selection = CaseSelection()
    selection.filters = ["locks/*/ticket/*", "locks/*/only-the-other-side/*"]
    selection.primitives = ["ticket", "nobody"]
    let description = try describe(selection)
    #expect(
      description.plan?.cases.map(\.id.primitive).allSatisfy { $0 == "ticket" } == true)
    #expect(description.problem.isEmpty)
    #expect(
      description.unmet.keys.sorted() == ["locks/*/only-the-other-side/*", "nobody"])
  }

  @Test func `a selection that can't be met is described with the reason`() throws {
    var selection = CaseSelection()
    selection.primitives = ["rusty"]
    let description = try describe(selection)
    #expect(description.plan == nil)
    #expect(description.problem == CatalogError.unknownPrimitive("rusty", near: []).description)
    #expect(!description.known.isEmpty)
  }

  @Test func `a request that does not say what to describe, or for which CPUs, is refused`() {
    #expect(throws: WorkerError.malformedRequest("it does not say what to describe")) {
      try worker.respond(to: WorkerRequest(task: .describe))
    }
    #expect(throws: WorkerError.malformedRequest("it names no CPU")) { try describe(cpus: []) }
  }

  @Test func `the tool's version is determined only for a description`() throws {
    let asked = Counter()
    let worker = Worker(catalog: CatalogFixture.catalog) {
      _ = asked.next()
      return CatalogFixture.tool
    }
    _ = try worker.respond(
      to: WorkerRequest(
        task: .measure, caseID: try CaseID(parsing: "locks/uncontended/ticket/inside=0"),
        pace: .operations))
    #expect(asked.count == 0)
    _ = try worker.respond(
      to: WorkerRequest(
        task: .describe,
        description: CatalogFixture.description))
    #expect(asked.count == 1)
  }

}

@Suite struct WorkerGreetingTests {
  @Test func `the hello is the first message of an answer and of a refusal`() {
    let hello = WorkerMessage.hello(protocolVersion: workerProtocolVersion)
    let done = Worker.answer { () throws(WorkerError) in [.calibrated(value: 3)] }
    #expect(done.messages == [hello, .calibrated(value: 3), .done])
    #expect(done.status == 0)
    let refused = Worker.answer { () throws(WorkerError) in throw WorkerError.debugBuild }
    #expect(
      refused.messages == [hello, .refused(reason: WorkerError.debugBuild.description)])
    #expect(refused.status == 1)
  }

  @Test(arguments: [1, 3])
  func `a request of another version is refused by its version, even if nothing else decodes`(
    version: Int
  ) {
    let bytes = Array("{\"protocolVersion\":\(version),\"task\":\"divine\"}".utf8)
    #expect(throws: WorkerError.otherProtocol(version)) { try Worker.decode(bytes) }
  }

  @Test(arguments: ["", "{}", "[2]", "{\"protocolVersion\":2,\"task\":\"divine\"}"])
  func `bytes that are no request are malformed`(text: String) {
    let error = WorkerError.malformedRequest("\(text.utf8.count) bytes that don't decode")
    #expect(throws: error) { try Worker.decode(Array(text.utf8)) }
  }
}
