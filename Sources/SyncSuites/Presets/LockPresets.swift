import BenchmarkModel
import BenchmarkRunner

/// Published benchmarks of locks, as cases of the locks suite.
///
/// A figure is listed only if it was read in the source that its preset names. If the source uses
/// another unit, the figure is converted, and its note gives the printed value.
enum LockPresets {
  /// All presets.
  ///
  /// Each preset is a file beside this file and a name in this list.
  static let all: [Preset] = [
    swift88440, nioLock, costLadder, longestWait, longestIdle, parkingLot, parkingLot338,
    manyLocks, ckFairness, lockhammer, smallLocks,
  ]

  /// The parameters of `contended`, in the workload's order.
  static func contended(threads: Int, inside: Int = 0, outside: Int = 0) -> [Parameter] {
    [Parameter("threads", threads), Parameter("inside", inside), Parameter("outside", outside)]
  }

  /// The conversion of a source's figure to ns of an operation, all threads together.
  struct Conversion: Sendable {
    let unit: String
    let nanoseconds: @Sendable (_ figure: Double, _ threads: Double) -> Double

    static let timeOfEach = Conversion(unit: "ns of each thread") { $0 / $1 }
    static let kilohertzOfEach = Conversion(unit: "kHz a thread") { 1e6 / ($0 * $1) }
  }

  /// A lock's figures in `contended`, by thread count.
  ///
  /// - Parameter conversion: The conversion of the figures; nil for times of an operation.
  static func costs(
    _ label: String, _ primitive: String?, inside: Int = 0, outside: Int = 0,
    _ figures: KeyValuePairs<Int, Double>, _ conversion: Conversion? = nil
  ) -> [PublishedFigure] {
    figures.map { threads, figure in
      PublishedFigure(
        label, workload: "contended", primitive: primitive,
        parameters: contended(threads: threads, inside: inside, outside: outside),
        metric: "ns_per_op", value: conversion?.nanoseconds(figure, Double(threads)) ?? figure,
        note: conversion.map { "\(figure) \($0.unit)" } ?? "")
    }
  }
}
