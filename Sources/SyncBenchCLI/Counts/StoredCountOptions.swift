import ArgumentParser
import BenchmarkModel
import SystemPackage

/// The options for gating counts, and for recording them.
struct StoredCountOptions: ParsableArguments {
  @Option(
    name: .long,
    help: "Compares counts with those stored in a folder, such as results/baselines/main.")
  var counts: String?

  @Flag(
    name: .long,
    help: "Counts the selected cases and stores them in the folder of --counts, for this toolchain."
  )
  var record = false

  @Option(
    name: .long, parsing: .unconditional,
    help: """
      The largest allowed growth of a count, such as 1% or 0.01; with --counts. --record stores it. (default: 1%, or \
      the stored limit)
      """)
  var limit: CountLimitArgument?

  @Option(
    name: .long,
    help: "The counter of instructions: hardware, callgrind, or auto for either; with --record.")
  var instructions: InstructionChoice?

  /// Refuses an option without the other option that it needs.
  func validate() throws {
    guard counts != nil || !record else {
      throw ValidationError(
        "--record goes with --counts, which names the folder to store counts in")
    }
    guard counts != nil || limit == nil else {
      throw ValidationError(
        "--limit goes with --counts; limits of times stand in a file for --config")
    }
    guard record || instructions == nil else {
      throw ValidationError(
        "--instructions goes with --record: a gate counts as the stored counts were counted")
    }
  }
}

/// A share such as `1%` or `0.01`, above 0 and below 100 %.
struct CountLimitArgument: ExpressibleByArgument, Equatable {
  /// The share of the baseline's count: 0.01 is 1 %.
  let share: Double

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (48...57).contains($0) }),
      let value = Double(digits)
    else { return nil }
    let share = argument.hasSuffix("%") ? value / 100 : value
    guard share > 0, share < 1 else { return nil }
    self.share = share
  }

  init(share: Double) { self.share = share }

  var defaultValueDescription: String { "\(FigureText.significant(share * 100))%" }
}

/// The means of counting instructions that the user chooses.
enum InstructionChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case hardware
  case callgrind

  /// The chosen means; nil for any available one.
  var means: InstructionMeans? {
    switch self {
    case .auto: nil
    case .hardware: .hardware
    case .callgrind: .callgrind
    }
  }
}
