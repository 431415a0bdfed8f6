import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct DeclaredBenchmarksTests {
  private func fault(_ outcome: WorkerOutcome) -> DeclaredBenchmarks.Fault? {
    do throws(DeclaredBenchmarks.Fault) {
      _ = try DeclaredBenchmarks.read(outcome)
      return nil
    } catch {
      return error
    }
  }

  @Test func `the error for an executable that does not answer in time has the deadline`() {
    #expect(fault(.timedOut) == .timedOut)
    #expect(DeclaredBenchmarks.Fault.timedOut.description.contains("within 30 s"))
  }

  @Test func `declarations of another version are refused before the rest is read`() {
    let text = "{\"protocolVersion\": 3, \"suites\": 7}"
    #expect(fault(.exited(status: 0, output: text, error: "")) == .otherProtocol(3))
  }

  @Test func `the executable's reason for a refusal is passed on whole`() {
    let reason = "two benchmarks have the name 'a', at a long place\n  rename one"
    let outcome = WorkerOutcome.exited(status: 64, output: "", error: "own: error: \(reason)\n")
    #expect(fault(outcome) == .other(reason))
  }
}
