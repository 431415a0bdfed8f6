import BenchmarkModel
import Testing

@testable import SyncBenchCLI

@Suite struct BuildTests {
  private let own = OwnTool(name: "mybench", version: "2.1.0")

  @Test func `a tool of one's own says what it is, and what it stands on`() {
    let line = Build.line(of: own, swift: "6.3.1")
    #expect(line.hasPrefix("mybench 2.1.0 on syncbench \(SyncBench.version) (commit "))
    #expect(line.contains(", Swift 6.3.1, "))
    #expect(
      Build.line(of: nil, swift: "6.3.1").hasPrefix("syncbench \(SyncBench.version) (commit "))
  }

  @Test func `runs and gates name both versions`() {
    #expect(Build.version(of: own).version == "2.1.0 on syncbench \(SyncBench.version)")
    #expect(Build.version(of: nil).version == SyncBench.version)
  }
}
