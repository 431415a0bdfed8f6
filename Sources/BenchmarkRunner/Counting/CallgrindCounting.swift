public import BenchmarkModel

/// Counts instructions by callgrind, where it is installed.
public struct CallgrindCounting: InstructionCounting {
  /// Makes it.
  public init() {}

  public func count(_ request: WorkerRequest, kernel: String) async -> CountedRecord {
    .failed(.instructions, "not yet")
  }
}
