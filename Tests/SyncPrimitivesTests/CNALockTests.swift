import Synchronization
import Testing

@testable import SyncPrimitives
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the order in which a CNA lock serves threads of several memory nodes.
  ///
  /// The tests invent each thread's memory node.
  @Suite struct CNALockTests {
    private final class Line: Sendable {
      let lock = CNALock()
      let served = SharedValue<[Int]>([])

      /// Starts a thread that waits in line with a queue node for `memoryNode`.
      func join(_ number: Int, on memoryNode: Int32) throws -> Contender {
        let contender = try Contender { [self] contender in
          var node = CNANode.Pointer.makeAligned(CNANode(memoryNode: memoryNode))
          contender.goes()
          lock.exclusively(&node) {
            contender.enters()
            served.withLock { $0.append(number) }
          }
          lock.endThreadState(node)
        }
        #expect(contender.waits())
        return contender
      }
    }

    /// The order in which waiters on the given memory nodes are served after a holder on node 0.
    private func order(of memoryNodes: [Int32]) throws -> [Int] {
      let line = Line()
      var own = CNANode.Pointer.makeAligned(CNANode(memoryNode: 0))
      var waiting: [Contender] = []
      try withoutActuallyEscaping({ (number: Int, node: Int32) in
        waiting.append(try line.join(number, on: node))
      }) { join in
        var refusal: (any Error)?
        line.lock.exclusively(&own) {
          do {
            for (number, node) in memoryNodes.enumerated() { try join(number, node) }
          } catch {
            refusal = error
          }
        }
        if let refusal { throw refusal }
      }
      for contender in waiting { contender.join() }
      line.lock.endThreadState(own)
      let isEmpty = line.lock.tail.pointer.pointee.load(ordering: .relaxed) == nil
      #expect(isEmpty)
      return line.served.withLock { $0 }
    }

    @Test func `waiters on the holder's memory node come first, in their order`() throws {
      #expect(try order(of: [1, 0, 1, 0]) == [1, 3, 0, 2])
    }

    @Test func `waiters of one memory node are served in order`() throws {
      #expect(try order(of: [0, 0, 0]) == [0, 1, 2])
      #expect(try order(of: [1, 1, 1]) == [0, 1, 2])
    }

    @Test func `after the holder's memory node, the other nodes are served one at a time`() throws {
      #expect(try order(of: [2, 1, 0, 2, 0]) == [2, 4, 0, 3, 1])
    }

    @Test func `a memory node gives the lock away once in 65,536 times on average`() {
      var node = CNANode(memoryNode: 0)
      var ended = 0
      for _ in 0..<(1 << 20) where node.endsTurn() { ended += 1 }
      #expect((4...40).contains(ended))
    }
  }
}
