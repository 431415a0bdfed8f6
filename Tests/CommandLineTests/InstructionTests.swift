import BenchmarkModel
import BenchmarkRunner
import Testing

/// Tests of the instruction counts of built-in cases; a load of the machine does not change these
/// counts.
@Suite(
  .enabled(
    if: (try? Callgrind.installed()) != nil, "valgrind is not installed: `apt-get install valgrind`"
  ),
  .timeLimit(.minutes(20)))
struct InstructionTests {
  private func count(_ id: String) async throws -> InstructionCount {
    let callgrind = try Callgrind.installed(executable: WorkerExecutable(at: Tool.release().path))
    let request = WorkerRequest(
      task: .measure, caseID: try CaseID(parsing: id), pace: .operations)
    return try await callgrind.count(
      request, operations: 1024, kernel: "uncontendedLoop", deadlineNanoseconds: 600_000_000_000)
  }

  @Test(arguments: [
    "locks/uncontended/test-and-set/inside=0", "locks/uncontended/mutex/inside=0",
    "locks/uncontended/pthread-mutex/inside=0", "sync/alone/serial-queue-sync/inside=0",
  ])
  func `a case without waiting takes the same number of instructions each time`(id: String)
    async throws
  {
    let first = try await count(id)
    print("\(id): \(first.perOperation) instructions an operation")
    #expect(first.uncertainty == 0)
    #expect(first.perOperation == first.perOperation.rounded())
    #expect(first.perOperation > 1)
    #expect(try await count(id) == first)
  }

  @Test func `a case that does more takes more instructions`() async throws {
    let spin = try await count("locks/uncontended/test-and-set/inside=0").perOperation
    let pthread = try await count("locks/uncontended/pthread-mutex/inside=0").perOperation
    let queue = try await count("sync/alone/serial-queue-sync/inside=0").perOperation
    #expect(spin < pthread)
    #expect(pthread < queue)
  }

  @Test func `counting a function that no trial runs is an error, and not a count of 0`()
    async throws
  {
    let callgrind = try Callgrind.installed(executable: WorkerExecutable(at: Tool.release().path))
    let id = try CaseID(parsing: "locks/uncontended/mutex/inside=0")
    let request = WorkerRequest(task: .measure, caseID: id, pace: .operations)
    let error = CallgrindError.kernelNotCounted(kernel: "noSuchLoop", runs: 0, trials: 9)
    await #expect(throws: error) {
      _ = try await callgrind.count(
        request, operations: 10, kernel: "noSuchLoop", deadlineNanoseconds: 600_000_000_000)
    }
  }
}
