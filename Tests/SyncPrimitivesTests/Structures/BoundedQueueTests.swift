import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A broken queue that works except for every tenth element.
private struct FaultyQueue<Fault: QueueFault>: BoundedQueue, ~Copyable {
  let queue: ConditionBoundedQueue<WaitingInALoop>
  let count = CacheAligned<Int>(0)
  let held = CacheAligned<QueueElement?>(nil)

  init(capacity: Int) { queue = ConditionBoundedQueue(capacity: capacity + 2) }

  borrowing func put(_ element: QueueElement) {
    count.pointer.pointee += 1
    guard count.pointer.pointee.isMultiple(of: 10) else {
      queue.put(element)
      if let late = held.pointer.pointee { queue.put(late) }
      held.pointer.pointee = nil
      return
    }
    switch Fault.kind {
    case .loses: break
    case .doubles:
      queue.put(element)
      queue.put(element)
    case .reorders: held.pointer.pointee = element
    case .replaces: queue.put(QueueElement(order: element.order + 1))
    }
  }

  borrowing func take() -> QueueElement? { queue.take() }

  borrowing func close(consumers: Int) {
    if let late = held.pointer.pointee { queue.put(late) }
    queue.close(consumers: consumers)
  }

  borrowing func open() {
    count.pointer.pointee = 0
    held.pointer.pointee = nil
    queue.open()
  }
}

private enum FaultKind { case loses, doubles, reorders, replaces }
private protocol QueueFault: Sendable { static var kind: FaultKind { get } }
private enum Loses: QueueFault { static let kind = FaultKind.loses }
private enum Doubles: QueueFault { static let kind = FaultKind.doubles }
private enum Reorders: QueueFault { static let kind = FaultKind.reorders }
private enum Replaces: QueueFault { static let kind = FaultKind.replaces }

extension PrimitiveTests {
  /// Tests of the bounded queues and of their checks for lost, doubled and reordered elements.
  @Suite struct BoundedQueueTests {
    private static func traffic(_ threads: Int, _ consumers: Int, capacity: Int = 4) -> CaseContext
    {
      Trials.context(
        "p", [("threads", threads), ("consumers", consumers), ("capacity", capacity)])
    }

    private func violation<Queue: BoundedQueue & ~Copyable>(_ type: Queue.Type) async throws
      -> String
    {
      let program = boundedQueueProgram(Self.traffic(2, 1), type)
      return try #require(try await Trials.violation(of: program))
    }

    @Test func `a queue that loses, doubles, reorders or replaces an element is caught`()
      async throws
    {
      #expect(try await violation(FaultyQueue<Loses>.self).contains("did not come"))
      #expect(try await violation(FaultyQueue<Doubles>.self).contains("came twice"))
      let reorders = try await violation(FaultyQueue<Reorders>.self)
      #expect(reorders.contains("after a later one of their producer"))
      let replaces = try await violation(FaultyQueue<Replaces>.self)
      #expect(!replaces.isEmpty)
    }

    @Test func `an element that comes at two consumers does not hide a loss`() {
      let first = TakenElements(producers: 1)
      let second = TakenElements(producers: 1)
      for order in [1, 2, 4] as [UInt64] { first.note(QueueElement(order: order)) }
      second.note(QueueElement(order: 2))
      #expect(
        fault(put: [4], taken: [first.take(), second.take()])
          == "the elements of producer 0 that came are not those put in")
      #expect(fault(put: [0], taken: [first.take(), second.take()]) == nil)
    }

    @Test func `an element of an unknown producer is reported`() {
      let taken = TakenElements(producers: 1)
      taken.note(QueueElement(order: 1 << 48 | 1))
      #expect(fault(put: [0], taken: [taken.take()])?.contains("came twice, or after") == true)
    }

    @Test func `a woken thread that does not check the condition again breaks the queue`()
      async throws
    {
      let program = boundedQueueProgram(
        Self.traffic(4, 2, capacity: 1), ConditionBoundedQueue<WaitingOnce>.self)
      try await Trials.expectCaught(of: program)
    }

    @Test(arguments: [(2, 1), (4, 1), (4, 3), (4, 2)], [1, 3, 16])
    func `each queue delivers each element once`(threads: (Int, Int), capacity: Int) async throws {
      let context = Self.traffic(threads.0, threads.1, capacity: capacity)
      let programs = [
        boundedQueueProgram(context, ConditionBoundedQueue<WaitingInALoop>.self),
        boundedQueueProgram(context, SemaphoreBoundedQueue<PthreadMutex>.self),
        boundedQueueProgram(context, SemaphoreBoundedQueue<SerialQueueSync>.self),
        awaitedQueueProgram(context, ContinuationQueue.self),
      ]
      for program in programs {
        try await Trials.expectVerified(program, isPinned: false)
      }
    }

    @Test func `a case without a producer is refused`() {
      let queue = ConditionBoundedQueue<WaitingInALoop>.self
      for (threads, consumers) in [(2, 2), (1, 1)] {
        let program = boundedQueueProgram(Self.traffic(threads, consumers), queue)
        #expect(program.conclude([0]).refusal?.contains("must be less than `threads`") == true)
      }
    }

    @Test func `fairness is defined for several threads of which at least one did something`() {
      #expect(fairness([5]) == nil)
      #expect(fairness([0, 0]) == nil)
      #expect(fairness([3, 3]) == 1)
      #expect(fairness([3, 0]) == 0.5)
    }
  }
}
