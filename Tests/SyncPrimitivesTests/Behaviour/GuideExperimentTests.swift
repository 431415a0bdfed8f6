import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the experiments on guides' claims, and of the experiments' controls, if their outcome
  /// is the same on every machine.
  @Suite struct GuideExperimentTests {
    private static let all =
      PropertyBehaviours.all + GroupBehaviours.all + Lifetimes.all + QueueTargets.all
      + OperationStates.all + PoolThreads.all + ItemBehaviours.all

    private func holds(_ name: String) throws -> Bool {
      try #require(Self.all.first { $0.name == name }).attempt()
    }

    @Test(arguments: [
      "queue-property-section", "guarded-finish-once", "group-results-left-after",
      "item-keeps-capture", "timer-kept-by-its-handler", "timer-freed-by-cancel",
      "item-kept-by-its-closure", "item-freed-by-weak-capture", "target-shares-its-thread",
      "async-on-suspended-queue", "async-on-busy-queue", "inactive-queue-runs-nothing",
      "told-finish-frees-dependant", "output-read-by-dependant", "chain-hands-cancelling-on",
      "limit-of-4-holds", "task-on-dispatch-thread", "actor-on-dispatch-thread",
      "own-thread-on-no-queue", "cancelled-task-goes-on", "cancelled-task-sees-it",
      "cancelled-task-throws", "cancelled-before-submission",
    ])
    func `an experiment has the outcome that its summary states`(name: String) throws {
      #expect(try holds(name))
    }

    @Test(arguments: ["silent-finish-frees-dependant", "group-entered-by-its-work"])
    func `an experiment that does what a guide forbids fails`(name: String) throws {
      #expect(try !holds(name))
    }

    @Test func `an image that is filtered before its download is a violation`() {
      let record = PipelineRecord(count: 2)
      record.download(0)
      record.filter(0)
      record.filter(1)
      record.download(1)
      record.endRound()
      #expect(record.conclude(operations: 2).violation?.contains("filtered") == true)
    }

    @Test func `more filters together than the limit are a violation`() {
      let record = PipelineRecord(count: 3)
      for image in 0..<3 { record.download(image) }
      let company = Company(of: 3)
      OwnThreads(3) { image in
        record.filter(image) { company.join(atMost: 1_000_000_000) }
      }.join()
      record.endRound()
      #expect(
        record.conclude(operations: 3).violation
          == "downloads at once: 1 of at most 6; filters at once: 3 of at most 2")
    }

    @Test func `a pipeline within its limits has no violation`() {
      let record = PipelineRecord(count: 4)
      for image in 0..<4 {
        record.download(image)
        record.filter(image)
      }
      record.endRound()
      let conclusion = record.conclude(operations: 4)
      #expect(conclusion.violation == nil)
      #expect(conclusion.observations.map(\.value) == [1, 1])
    }

    @Test func `updates between the get and the set of a queue's property are lost`() {
      let counter = QueuePropertyGetSetCounter()
      let company = Company(of: 2)
      // Both threads have read before either thread writes.
      OwnThreads(2) { _ in
        counter.add { company.join(atMost: 1_000_000_000) }
      }.join()
      #expect(counter.total() == 1)
    }
  }
}
