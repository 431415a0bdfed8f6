import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// What is particular to single spinning locks; that they exclude is tested with all locks.
  @Suite struct SpinningLockTests {
    // MARK: Tries

    private func expectTries<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type) {
      let lock = Exclusion()
      let other = Exclusion()
      var own = lock.makeThreadState()
      var second = lock.makeThreadState()
      var runs = 0
      for _ in 0..<3 {
        #expect(lock.exclusivelyIfFree(&own) { runs += 1 })
        lock.exclusively(&own) {
          #expect(!lock.exclusivelyIfFree(&second) { runs += 100 })
          #expect(other.exclusivelyIfFree(&second) { runs += 1 })
        }
        let tried = lock.exclusivelyIfFree(&own) {
          #expect(!lock.exclusivelyIfFree(&second) { runs += 100 })
        }
        #expect(tried)
        #expect(lock.exclusivelyIfFree(&second) { runs += 1 })
      }
      #expect(runs == 9)
      lock.endThreadState(own)
      lock.endThreadState(second)
    }

    @Test func `a try fails while the lock is held and succeeds when it is free`() {
      expectTries(TestAndSetLock.self)
      expectTries(TTASLock.self)
      expectTries(TTASPauseLock.self)
      expectTries(TTASYieldLock.self)
      expectTries(TTASBackoffLock.self)
      expectTries(TicketLock.self)
      expectTries(TicketBackoffLock.self)
      expectTries(MCSLock.self)
    }

    @Test func `a ticket drawn and not yet served makes a try fail`() {
      let lock = TicketLock()
      lock.acquire()
      lock.next.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
      lock.release()
      #expect(!lock.tryAcquire())
      lock.release()
      #expect(lock.tryAcquire())
    }

    @Test func `tickets go on past their largest number`() {
      let lock = TicketBackoffLock()
      lock.next.pointer.pointee.store(.max, ordering: .relaxed)
      lock.served.pointer.pointee.store(.max, ordering: .relaxed)
      for _ in 0..<2 {
        lock.acquire()
        #expect(!lock.tryAcquire())
        lock.release()
        #expect(lock.tryAcquire())
        lock.release()
      }
      #expect(lock.served.pointer.pointee.load(ordering: .relaxed) == 3)
    }

    // MARK: Tries among threads

    /// Counts by tries alone, on two threads at once; what was counted, and how many tries succeeded.
    private func countByTries<Exclusion: TryExclusion & ~Copyable>(
      _ type: Exclusion.Type
    ) async throws -> (counted: UInt64, succeeded: UInt64) {
      let box = LockBox<Exclusion>()
      let program = TrialProgram(threadCount: 2) { thread in
        var state = box.lock.makeThreadState()
        var done: UInt64 = 0
        while done < thread.operations {
          let succeeded = box.lock.exclusivelyIfFree(&state) {
            incrementGuarded(box.value.pointer, workSteps: 20)
          }
          if succeeded { done += 1 }
        }
        box.lock.endThreadState(state)
        return done
      } conclude: { TrialConclusion(operations: $0.reduce(0, +)) }
      let rows = try await Trials.rows(program, pace: .operations, trials: 3, operations: 300)
      // The warm-up counts, too.
      return (box.value.pointer.pointee, UInt64(rows.count + 1) * 600)
    }

    @Test func `tries from two threads lose no update`() async throws {
      var seen: [(counted: UInt64, succeeded: UInt64)] = []
      seen.append(try await countByTries(TestAndSetLock.self))
      seen.append(try await countByTries(TTASLock.self))
      seen.append(try await countByTries(TTASPauseLock.self))
      seen.append(try await countByTries(TTASYieldLock.self))
      seen.append(try await countByTries(TTASBackoffLock.self))
      seen.append(try await countByTries(TicketLock.self))
      seen.append(try await countByTries(TicketBackoffLock.self))
      seen.append(try await countByTries(MCSLock.self))
      for one in seen { #expect(one.counted == one.succeeded) }
    }

    // MARK: Nodes

    @Test func `a CLH thread goes on with the node of the one before, through any lock`() {
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

    @Test func `a CLH lock's nodes are the same set after threads have passed them on`()
      async throws
    {
      let locks = NodeLedger()
      let program = TrialProgram(threadCount: 3) { thread in
        var state = locks.first.makeThreadState()
        locks.note(state, starts: true)
        for round in 0..<thread.operations {
          if round % 3 == 0 {
            locks.second.exclusively(&state) {}
          } else {
            locks.first.exclusively(&state) {}
          }
        }
        // Not ended here: the set of all must be seen before any is freed and perhaps made again.
        locks.note(state, starts: false)
        return thread.operations
      } conclude: { TrialConclusion(operations: $0.reduce(0, +)) }
      let rows = try await Trials.rows(program, pace: .operations, trials: 3, operations: 100)
      let threads = 3 * (rows.count + 1)
      let (started, ended) = locks.taken
      #expect(started.count == threads + 2)
      #expect(ended.count == threads + 2)
      #expect(Set(started) == Set(ended))
      #expect(Set(ended).count == ended.count)
    }

    @Test func `an MCS node serves one lock after another and may be freed when it is released`() {
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

    @Test func `nodes stand on cache lines of their own`() {
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

/// A lock and what it guards, shared by threads.
private final class LockBox<Exclusion: TryExclusion & ~Copyable>: Sendable {
  let lock = Exclusion()
  let value = CacheAligned<UInt64>(0)
}

/// Two CLH locks, and the nodes that they and their threads started and ended with.
private final class NodeLedger: Sendable {
  let first = CLHLock()
  let second = CLHLock()
  private let started = Mutex<[UInt]>([])
  private let ended = Mutex<[UInt]>([])

  init() {
    started.withLock { $0 = lastNodes }
  }

  deinit {
    let kept = lastNodes
    for node in ended.withLock({ $0 }) where !kept.contains(node) {
      CLHNode.Pointer(bitPattern: node).map(first.endThreadState)
    }
  }

  private var lastNodes: [UInt] { [first.last, second.last].map { UInt(bitPattern: $0) } }

  func note(_ node: CLHNode.Pointer, starts: Bool) {
    (starts ? started : ended).withLock { $0.append(UInt(bitPattern: node)) }
  }

  /// All nodes, before and after, when every thread has stopped.
  var taken: (started: [UInt], ended: [UInt]) {
    (started.withLock { $0 }, ended.withLock { $0 } + lastNodes)
  }
}
