import ArgumentParser
import BenchmarkModel

/// The options that say how pairs are measured.
struct PairingOptions: ParsableArguments {
  @Option(name: .long, help: "A YAML file of limits by case; see docs/gate.md.")
  var config: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The time after which no pair begins, such as 90s or 10m.")
  var budget: DurationArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The seed of all random choices; drawn when left out, and recorded.",
    transform: UInt64.seed)
  var seed: UInt64?

  @Option(
    name: .long,
    help:
      "cores (one thread per core first, the default), siblings, spread (across nodes first) or unpinned."
  )
  var placement: NameArgument<PlacementMode>?

  @Option(name: .long, help: "The folder for the pairs; a new folder in results/ when left out.")
  var output: String?

  @Option(
    name: .customLong("pairs"), parsing: .unconditional,
    help: ArgumentHelp(
      "Measures so many pairs of each case, decided or not: for trying the rules out.",
      visibility: .hidden))
  var fixedPairs: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The largest chance that any case FAILs if the executables don't differ; a fleet's node gets a share by its number of cases.",
      visibility: .hidden))
  var alpha: Double?

  /// Whether no option is given.
  var isEmpty: Bool {
    config == nil && budget == nil && seed == nil && placement == nil && output == nil
      && fixedPairs == nil && alpha == nil
  }

}

extension DurationArgument {
  /// The time as a budget in ns; a bare number is in seconds.
  var budgetNanoseconds: UInt64 { get throws { try nanoseconds(of: "--budget") } }

  /// The option's time in ns, at least a second; a bare number is in seconds.
  func nanoseconds(of option: String) throws -> UInt64 {
    let nanoseconds = nanoseconds(bareUnit: 1e9)
    guard nanoseconds >= 1e9, nanoseconds < 1e18 else {
      throw CommandFailure.usage(
        "\(option) takes a time from a second to thirty years, such as 30s or 10m")
    }
    return UInt64(nanoseconds)
  }
}
