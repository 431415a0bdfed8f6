import BenchmarkModel
import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of the details of spinning locks, in addition to the proofs in LockProofTests.
  @Suite struct SpinningLockTests {
    // MARK: Tries

    @Test func `a ticket that is drawn but not yet served makes a try fail`() {
      let lock = TicketLock()
      lock.acquire()
      lock.next.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
      lock.release()
      let whileDrawn = lock.tryAcquire()
      lock.release()
      let afterwards = lock.tryAcquire()
      #expect(!whileDrawn)
      #expect(afterwards)
    }

    @Test func `tickets continue at 0 after their largest number`() {
      let lock = TicketBackoffLock()
      lock.next.pointer.pointee.store(.max, ordering: .relaxed)
      lock.served.pointer.pointee.store(.max, ordering: .relaxed)
      for _ in 0..<2 {
        lock.acquire()
        let whileHeld = lock.tryAcquire()
        lock.release()
        let whileFree = lock.tryAcquire()
        lock.release()
        #expect(!whileHeld)
        #expect(whileFree)
      }
      let served = lock.served.pointer.pointee.load(ordering: .relaxed)
      #expect(served == 3)
    }

    // MARK: Nodes

    @Test func `a thread keeps its predecessor's node, and uses it in the next CLH lock`() {
      let first = CLHLock()
      let second = CLHLock()
      var state = first.makeThreadState()
      let (own, ofFirst, ofSecond) = (state, first.last, second.last)
      first.exclusively(&state) {}
      #expect(state == ofFirst)
      #expect(first.last == own)
      second.exclusively(&state) {}
      #expect(state == ofSecond)
      #expect(second.last == ofFirst)
      first.exclusively(&state) {}
      #expect(state == own)
      #expect(first.last == ofSecond)
      second.endThreadState(state)
    }

    @Test func `CLH locks have the same set of nodes after threads have passed them on`()
      async throws
    {
      let locks = NodeLedger()
      let program = TrialProgram(threadCount: 3) { thread in
        var state = locks.first.makeThreadState()
        locks.start(state)
        for round in 0..<thread.operations {
          if round % 3 == 0 {
            locks.second.exclusively(&state) {}
          } else {
            locks.first.exclusively(&state) {}
          }
        }
        // `end` only notes the node, because a freed node may be allocated again before the sets
        // are compared.
        locks.end(state)
        return thread.operations
      } conclude: {
        TrialConclusion(operations: $0.reduce(0, +))
      }
      let rows = try await Trials.rows(program, pace: .operations, trials: 3, operations: 100)
      let threads = 3 * (rows.count + 1)
      let (started, ended) = locks.taken
      #expect(started.count == threads + 2)
      #expect(ended.count == threads + 2)
      #expect(Set(started) == Set(ended))
      #expect(Set(ended).count == ended.count)
    }

    @Test func `an MCS node serves one lock after another, and may be freed after a release`() {
      let first = MCSLock()
      let second = MCSLock()
      var state = first.makeThreadState()
      let own = state
      for _ in 0..<3 {
        first.exclusively(&state) {}
        second.exclusively(&state) {}
        #expect(first.exclusivelyIfFree(&state) {})
      }
      #expect(state == own)
      #expect(first.tail.pointer.pointee.load(ordering: .relaxed) == nil)
      #expect(second.tail.pointer.pointee.load(ordering: .relaxed) == nil)
      second.endThreadState(state)
    }

    @Test func `nodes have their own cache lines`() {
      let mcs = MCSLock()
      let clh = CLHLock()
      let nodes = (mcs.makeThreadState(), clh.makeThreadState())
      #expect(UInt(bitPattern: nodes.0) % 128 == 0)
      #expect(UInt(bitPattern: nodes.1) % 128 == 0)
      mcs.endThreadState(nodes.0)
      clh.endThreadState(nodes.1)
    }
  }
}

extension CLHLock {
  fileprivate var last: CLHNode.Pointer? { tail.pointer.pointee.load(ordering: .relaxed) }
}

/// Two CLH locks, and the nodes that the locks and their threads had at the start and at the end.
///
/// A lock of this package guards the lists, because the thread sanitizer does not see
/// Synchronization.Mutex.
private final class NodeLedger: @unchecked Sendable {
  let first = CLHLock()
  let second = CLHLock()
  private let notes = TestAndSetLock()
  private var started: [UInt] = []
  private var ended: [UInt] = []

  init() { started = lastNodes }

  deinit {
    for node in Set(ended).subtracting(lastNodes) {
      if let pointer = CLHNode.Pointer(bitPattern: node) { first.endThreadState(pointer) }
    }
  }

  private var lastNodes: [UInt] { [first.last, second.last].map { UInt(bitPattern: $0) } }

  func start(_ node: CLHNode.Pointer) {
    notes.acquire()
    started.append(UInt(bitPattern: node))
    notes.release()
  }

  func end(_ node: CLHNode.Pointer) {
    notes.acquire()
    ended.append(UInt(bitPattern: node))
    notes.release()
  }

  /// All nodes at the start and at the end; read after every thread has stopped.
  var taken: (started: [UInt], ended: [UInt]) { (started, ended + lastNodes) }
}
