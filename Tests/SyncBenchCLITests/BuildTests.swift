import Testing

@testable import BenchmarkModel
@testable import BenchmarkRunner
@testable import SyncBenchCLI

@Suite struct BuildTests {
  private let own = OwnTool(name: "mybench", version: "2.1.0")
  private let shared = Linkage(swiftRuntime: .shared, neededGlibc: "2.34")

  @Test func `the version line of a user's own tool names the tool and syncbench`() {
    let line = Build(of: own, swift: "6.3.1", linkage: shared).line
    #expect(line.hasPrefix("mybench 2.1.0 on syncbench \(SyncBench.version) ("))
    #expect(line.contains("Swift 6.3.1, "))
    #expect(line.hasSuffix(" Linux)"))
    #expect(
      Build(of: nil, swift: "6.3.1", linkage: shared).line
        .hasPrefix("syncbench \(SyncBench.version) ("))
  }

  @Test
  func `the version line says that the Swift runtime is linked in, and names the needed glibc`() {
    let linkage = Linkage(swiftRuntime: .linkedIn, neededGlibc: "2.35")
    let line = Build(of: nil, swift: "6.3.1", linkage: linkage).line
    #expect(line.contains("Swift 6.3.1 linked in, "))
    #expect(line.hasSuffix(" Linux with glibc 2.35 or newer)"))
  }

  @Test func `the version for runs and gates names the user's tool and syncbench`() {
    #expect(Build(of: own).version().version == "2.1.0 on syncbench \(SyncBench.version)")
    #expect(Build(of: nil).version().version == SyncBench.version)
  }
}
