import BenchmarkReports

@testable import BenchmarkAnalysis
@testable import BenchmarkRunner

extension Reader {
  /// The output of perf, folded into stacks and drawn.
  static let perfScript = Reader(
    name: "perf-script", summary: "perf script: records, frames, symbols, stacks"
  ) { input in
    let script = PerfScript(input)
    let onCPU = OnCPUStacks(script)
    let offCPU = OffCPUStacks(script)
    _ = FlameGraph(onCPU.folded, title: "a", subtitle: []).svg
    _ = offCPU.folded.weight(containing: "a")
  }

  /// A dump of callgrind, and the instructions per operation (a slope) of nine equal dumps.
  static let callgrind = Reader(name: "callgrind", summary: "callgrind's dumps: events and summary")
  { input in
    guard let dump = try? CallgrindDump(input.text) else { return }
    let count = try? InstructionCount(
      dumps: Array(repeating: dump, count: 9), operations: 100, kernel: "a")
    require(count?.perOperation == 0, "equal dumps have no slope")
  }

  /// An executable, whose debug sections are hidden from valgrind.
  static let executables = Reader(
    name: "executables", summary: "ELF: an executable without its debug sections"
  ) { input in
    require(
      ExecutableImage(Array(input)).withoutDebugSections.count == input.count,
      "an executable keeps its length")
  }
}
