import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of locks, as cases of the locks suite.
///
/// Each figure was read in the source that its preset names, or is the median of values that were
/// read there. If the source gives the speed of one thread, the figure is converted, and its note
/// gives the source's value.
enum LockPresets {
  /// All presets.
  ///
  /// Each preset is declared in a file beside this file, and named in this list.
  static let all: [Preset] = [
    swift88440, nioLock, costLadder, longestWait, longestIdle, parkingLot, parkingLot338,
    manyLocks, ckFairness, lockhammer, smallLocks,
  ]

  /// The parameters of `contended`, in the workload's order.
  static func contended(threads: Int, inside: Int = 0, outside: Int = 0) -> [Parameter] {
    [Parameter("threads", threads), Parameter("inside", inside), Parameter("outside", outside)]
  }

  /// A lock's figures in `contended`, by thread count.
  static func costs(
    _ label: String, _ primitive: String?, inside: Int = 0, outside: Int = 0,
    _ figures: KeyValuePairs<Int, Double>, _ unit: SourceUnit? = nil
  ) -> [PublishedFigure] {
    published(label, "contended", primitive, figures, unit) {
      contended(threads: $0, inside: inside, outside: outside)
    }
  }
}

/// A unit in which sources give the speed of one of several threads.
enum SourceUnit: String {
  case timeOfEach = "ns of each thread"
  case kilohertzOfEach = "kHz a thread"

  /// Converts a figure to ns per operation: wall time divided by the number of operations of all
  /// threads.
  func nanoseconds(_ figure: Double, threads: Double) -> Double {
    self == .timeOfEach ? figure / threads : 1e6 / (figure * threads)
  }
}

/// A primitive's figures, one for each value of a parameter.
///
/// If `unit` is given, it is the unit of one thread's speed, and the parameter is the number of
/// threads.
func published(
  _ label: String, _ workload: String, _ primitive: String?, metric: String = "ns_per_op",
  _ figures: KeyValuePairs<Int, Double>, _ unit: SourceUnit? = nil,
  _ parameters: (Int) -> [Parameter]
) -> [PublishedFigure] {
  figures.map { value, figure in
    PublishedFigure(
      label, workload: workload, primitive: primitive, parameters: parameters(value),
      metric: metric, value: unit?.nanoseconds(figure, threads: Double(value)) ?? figure,
      note: unit.map { "\(figure) \($0.rawValue)" } ?? "")
  }
}
