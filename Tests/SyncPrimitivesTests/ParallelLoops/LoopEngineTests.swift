import CSyncShims
import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  @Suite struct LoopEngineTests {
    private static let makers: [String: @Sendable (Int) -> any ParallelLoop] = [
      "serial": { SerialLoop(width: $0) },
      "concurrent-perform": { ConcurrentPerform(width: $0) },
      "operation-queue": { OperationQueueLoop(width: $0) },
      "task-group": { TaskGroupLoop(width: $0) },
      "threads-static": { ThreadsStatic(width: $0) },
      "threads-counter": { ThreadsCounter(width: $0) },
      "eight strides": { Strides<ConcurrentPerform>(width: $0) },
      "strides of three": { Strides<ThreadsCounter>(width: $0, stride: 3) },
      "one long stride": { Strides<SerialLoop>(width: $0, stride: .max) },
      "strided operations": { Strides<OperationQueueLoop>(width: $0) },
      "strided tasks": { Strides<TaskGroupLoop>(width: $0, stride: 2) },
      "a loop in a loop": { LoopInLoop<ConcurrentPerform>(width: $0) },
      "five loops in a loop": { LoopInLoop<ConcurrentPerform>(width: $0, outer: 5) },
    ]

    static let names = makers.keys.sorted()

    @Test(arguments: names)
    func `an engine has run each index once when it returns, in loop after loop`(
      name: String
    ) async throws {
      let maker = try #require(Self.makers[name])
      let iterations = [0, 1, 7, 8, 9, 100]
      let counts = try await Trials.onThreadOfItsOwn {
        [1, 2, 3, 16].flatMap { width -> [[Int]] in
          let engine = maker(width)
          return iterations.map { Self.times(engine, iterations: $0) }
            + (0..<50).map { _ in Self.times(engine, iterations: 20) }
        }
      }
      #expect(counts.allSatisfy { $0.allSatisfy { $0 == 1 } })
      let expected = iterations + [Int](repeating: 20, count: 50)
      #expect(counts.map(\.count) == [1, 2, 3, 16].flatMap { _ in expected })
    }

    /// The number of times that each index was run.
    private static func times(_ engine: any ParallelLoop, iterations: Int) -> [Int] {
      let seen = MutexProtected([Int](repeating: 0, count: iterations))
      engine.run(iterations: iterations) { index in seen.withLock { $0[index] += 1 } }
      return seen.withLock { $0 }
    }

    @Test(arguments: [1, 2, 3, 5])
    func `a static split gives each thread one range of indices, of nearly equal length`(
      width: Int
    ) async throws {
      let owners = try await Trials.onThreadOfItsOwn {
        let owners = MutexProtected([Int32](repeating: 0, count: 17))
        ThreadsStatic(width: width).run(iterations: 17) { index in
          let thread = sync_thread_id()
          owners.withLock { $0[index] = thread }
        }
        return owners.withLock { $0 }
      }
      let changes = zip(owners, owners.dropFirst()).filter { $0 != $1 }
      #expect(changes.count == width - 1)
      let stretches = Set(owners).map { owner in owners.filter { $0 == owner }.count }
      #expect(stretches.count == width)
      #expect((stretches.max() ?? 0) - (stretches.min() ?? 0) <= 1)
    }

    @Test(arguments: [0, 1, 4])
    func `a team has the requested number of participants, but at least one`(width: Int) {
      #expect(LoopTeam(width: width).size == max(1, width))
      #expect(LoopTeam(width: width).refusal == nil)
    }

    @Test func `a team that is smaller than requested says so`() {
      #expect(
        LoopTeam.refusal(size: 2, width: 4)
          == "the system gave 2 of 4 threads; raise `ulimit -u`")
    }

    @Test func `strides are as equal as possible, and at most as long as requested`() {
      func lengths(_ stride: Int, _ iterations: Int, width: Int = 2) -> [Int] {
        let count = Strides<SerialLoop>(width: width, stride: stride).count(iterations: iterations)
        return (0..<count).map { iterations * ($0 + 1) / count - iterations * $0 / count }
      }
      #expect(lengths(1, 3) == [1, 1, 1])
      #expect(lengths(3, 10).sorted() == [2, 2, 3, 3])
      #expect(lengths(10, 10) == [10])
      #expect(lengths(.max, 10) == [10])
      #expect(lengths(4, 0).isEmpty)
      // A length of 0 requests eight strides for each thread.
      #expect(lengths(0, 5).count == 5)
      #expect(lengths(0, 160) == [Int](repeating: 10, count: 16))
    }
  }
}
