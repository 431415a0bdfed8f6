import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import Glibc

/// The files of the flame graphs that the command `profile` draws beside its text; nil for a graph
/// that is not wanted.
struct FlameGraphs {
  /// The file for the stacks of threads that are on a CPU.
  let onCPU: String?
  /// The file for the stacks of threads that are off their CPUs.
  let offCPU: String?

  /// Refuses files that can't be written, before anything is measured.
  func check() throws(CommandFailure) {
    for path in [onCPU, offCPU].compactMap({ $0 }) {
      var folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        .joined(separator: "/")
      if folder.isEmpty { folder = path.hasPrefix("/") ? "/" : "." }
      guard !path.isEmpty, !path.hasSuffix("/"), access(folder, W_OK | X_OK) == 0,
        Self.isFileOrNothing(path)
      else {
        throw CommandFailure.usage(
          "can't write a picture to '\(path)': name a file in a folder that can be written")
      }
    }
  }

  /// Whether a picture may be written to the path: nothing is there yet, or a regular file is.
  private static func isFileOrNothing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// Draws the requested pictures, and returns whether all could be drawn.
  ///
  /// If the stacks for a picture can't be sampled, standard error gets the reason, and the other
  /// picture is still drawn.
  func draw(_ run: Run, title: String) throws -> Bool {
    let isOnDrawn = try draw(run, "\(title): on CPU", to: onCPU) { sampler, request in
      try await sampler.onCPU(
        request: request.lasting(nanoseconds: StackSampler.onCPUNanoseconds))
    }
    let isOffDrawn = try draw(run, "\(title): off CPU", to: offCPU) { sampler, request in
      try await sampler.offCPU(
        request: request.lasting(nanoseconds: StackSampler.offCPUNanoseconds))
    }
    return isOnDrawn && isOffDrawn
  }

  private func draw(
    _ run: Run, _ title: String, to path: String?,
    sampling: @escaping @Sendable (StackSampler, WorkerRequest) async throws -> SampledStacks
  ) throws -> Bool {
    guard let path else { return true }
    let request = run.request(for: Launch(caseIndex: 0, block: 0))
    do {
      let sampler = try StackSampler.installed()
      let stacks = try Interruption.running { try await sampling(sampler, request) }
      let graph = FlameGraph(
        stacks.folded, title: title,
        subtitle: [stacks.caption, ChartCaption.text(run.document)])
      try FileAccess.write(graph.svg, to: path)
      Console.note("drew \(path): \(stacks.caption)")
      return true
    } catch let error as SamplingError {
      Console.note("no picture '\(path)': \(error)")
      return false
    }
  }
}
