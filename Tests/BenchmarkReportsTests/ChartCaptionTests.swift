import BenchmarkReports
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct ChartCaptionTests {
  @Test func `a caption names host, machine, time and build`() {
    #expect(
      ChartCaption.text(document())
        == "host-1 · Model, 2 CPUs, Linux 6.1.0, Swift 6.3 · 2026-03-01 09:05 UTC · syncbench 0123456"
    )
  }

  @Test(arguments: [("0123456789ab-dirty", "0123456-dirty"), (nil, "0.1.0")])
  func `a dirty commit keeps its mark, and a tool without a commit is captioned with its version`(
    commit: String?, build: String
  ) {
    #expect(ChartCaption.text(document(commit: commit)).hasSuffix("syncbench \(build)"))
  }

  @Test func `a user's own tool is named as it was called`() {
    var own = document()
    own.commandLine = ["mybench", "run"]
    #expect(ChartCaption.text(own).hasSuffix("mybench 0123456"))
  }

  @Test func `a host label cannot break the caption's line`() {
    var odd = document()
    odd.host = "a\nb\u{1}c\u{202E}d\u{FFFE}e"
    #expect(ChartCaption.text(odd).hasPrefix("a b c d e · "))
  }

  private func document(commit: String? = "0123456789ab") -> RunDocument {
    var document = RunDocument.made(
      plan: Plan(profile: "quick", seed: 1, blocks: 1, cases: [], tables: []))
    document.tool = ToolVersion(version: "0.1.0", commit: commit, executable: "0")
    document.commandLine = ["syncbench", "run"]
    document.startNanoseconds = 1_772_355_905_000_000_000
    document.environment = MachineEnvironment(
      processor: .init(model: "Model"),
      topology: CPUTopology(cpus: (0..<2).map { LogicalCPU(id: $0, core: $0) }),
      kernel: .init(release: "6.1.0-13"),
      software: .init(swiftVersion: "6.3", buildMode: .release))
    return document
  }
}
