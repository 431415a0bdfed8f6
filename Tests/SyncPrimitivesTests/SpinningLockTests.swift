import BenchmarkModel
import CSyncShims
import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives

extension PrimitiveTests {
  /// What is particular to single spinning locks; that they exclude is tested with all locks.
  @Suite struct SpinningLockTests {
    // MARK: Tries

    /// Tries a lock that is free, held, and held after a try, with a second one free beside it.
    private func tries<Exclusion: TryExclusion & ~Copyable>(
      _ type: Exclusion.Type
    ) -> (free: [Bool], held: [Bool], runs: Int) {
      let lock = Exclusion()
      let beside = Exclusion()
      var own = lock.makeThreadState()
      var second = lock.makeThreadState()
      var (free, held, runs): ([Bool], [Bool], Int) = ([], [], 0)
      for _ in 0..<3 {
        free.append(lock.exclusivelyIfFree(&own) { runs += 1 })
        lock.exclusively(&own) {
          held.append(lock.exclusivelyIfFree(&second) { runs += 100 })
          free.append(beside.exclusivelyIfFree(&second) { runs += 1 })
        }
        let isTried = lock.exclusivelyIfFree(&own) {
          held.append(lock.exclusivelyIfFree(&second) { runs += 100 })
        }
        free.append(isTried)
        free.append(lock.exclusivelyIfFree(&second) { runs += 1 })
      }
      lock.endThreadState(own)
      lock.endThreadState(second)
      return (free, held, runs)
    }

    @Test func `a try fails while the lock is held and succeeds when it is free`() {
      let all = [
        tries(TestAndSetLock.self), tries(TTASLock<NoRest>.self), tries(TTASLock<Pause>.self),
        tries(TTASLock<Yield>.self), tries(TTASBackoffLock.self), tries(TicketLock.self),
        tries(TicketBackoffLock.self), tries(MCSLock.self),
      ]
      for tried in all {
        #expect(tried.free == [Bool](repeating: true, count: 12))
        #expect(tried.held == [Bool](repeating: false, count: 6))
        #expect(tried.runs == 9)
      }
    }

    @Test func `a ticket drawn and not yet served makes a try fail`() {
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

    @Test func `tickets go on past their largest number`() {
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
      } conclude: {
        TrialConclusion(operations: $0.reduce(0, +))
      }
      let rows = try await Trials.rows(program, pace: .operations, trials: 3, operations: 300)
      // The warm-up counts, too.
      return (box.value.pointer.pointee, UInt64(rows.count + 1) * 600)
    }

    @Test func `tries from two threads lose no update`() async throws {
      var seen: [(counted: UInt64, succeeded: UInt64)] = []
      seen.append(try await countByTries(TestAndSetLock.self))
      seen.append(try await countByTries(TTASLock<NoRest>.self))
      seen.append(try await countByTries(TTASLock<Pause>.self))
      seen.append(try await countByTries(TTASLock<Yield>.self))
      seen.append(try await countByTries(TTASBackoffLock.self))
      seen.append(try await countByTries(TicketLock.self))
      seen.append(try await countByTries(TicketBackoffLock.self))
      seen.append(try await countByTries(MCSLock.self))
      for one in seen { #expect(one.counted == one.succeeded) }
    }

    // MARK: Order

    /// Who got a lock, in order: five threads that came one after the other while it was held.
    ///
    /// - Parameter arrivals: Another value with each thread that has come.
    private func order<Exclusion: MutualExclusion & ~Copyable>(
      _ type: Exclusion.Type,
      arrivals: @escaping @Sendable (borrowing Exclusion) -> UInt
    ) async throws -> [Int] {
      try await Trials.onThreadOfItsOwn {
        let queue = ServiceQueue<Exclusion>()
        var threads: [pthread_t] = []
        var state = queue.lock.makeThreadState()
        queue.lock.exclusively(&state) {
          for index in 0..<5 {
            let before = arrivals(queue.lock)
            guard let thread = startThread({ queue.pass(index) }) else { return }
            threads.append(thread)
            while arrivals(queue.lock) == before { sync_yield() }
          }
        }
        for thread in threads { pthread_join(thread, nil) }
        queue.lock.endThreadState(state)
        return queue.served
      }
    }

    @Test func `a fair spinlock serves who came first`() async throws {
      let orders = [
        try await order(TicketLock.self) { UInt($0.next.pointer.pointee.load(ordering: .relaxed)) },
        try await order(TicketBackoffLock.self) {
          UInt($0.next.pointer.pointee.load(ordering: .relaxed))
        },
        try await order(MCSLock.self) {
          UInt(bitPattern: $0.tail.pointer.pointee.load(ordering: .relaxed))
        },
        try await order(CLHLock.self) { UInt(bitPattern: $0.last) },
      ]
      for order in orders { #expect(order == [0, 1, 2, 3, 4]) }
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
        locks.start(state)
        for round in 0..<thread.operations {
          if round % 3 == 0 {
            locks.second.exclusively(&state) {}
          } else {
            locks.first.exclusively(&state) {}
          }
        }
        // Not ended here: the set of all must be seen before any is freed and perhaps made again.
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

/// A lock, and the order in which threads got it.
private final class ServiceQueue<Exclusion: MutualExclusion & ~Copyable>: @unchecked Sendable {
  let lock = Exclusion()
  /// Written by the lock's holder, read after the last.
  private(set) var served: [Int] = []

  /// Gets the lock once.
  func pass(_ index: Int) {
    var state = lock.makeThreadState()
    lock.exclusively(&state) { served.append(index) }
    lock.endThreadState(state)
  }
}

/// Two CLH locks, and the nodes that they and their threads started and ended with.
///
/// Behind a lock of ours: the thread sanitizer sees nothing of Synchronization.Mutex.
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

  /// All nodes, before and after, when every thread has stopped.
  var taken: (started: [UInt], ended: [UInt]) { (started, ended + lastNodes) }
}
