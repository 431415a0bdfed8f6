package import BenchmarkModel

/// The part of the catalogue that is measured, and the number of launches.
package struct Profile: Equatable, Sendable {
  /// The name on the command line.
  package let name: String
  /// One line for the help.
  package let summary: String
  /// The tier of the parameters' values.
  package let tier: Tier
  /// The number of launches of a case of several threads.
  package internal(set) var blocks: Int
  /// The number of launches of a case of one thread: its launches differ less than those of
  /// contended cases, so fewer launches give an equally narrow interval.
  package internal(set) var steadyLaunches: Int
  /// The sampling of a case that asks for no other.
  package let sampling: Sampling
  /// The number of launches of a case in each counting pass.
  package let countedLaunches: Int
  /// The time for further launches (repeats of disturbed launches first, then launches for the
  /// widest intervals), as a multiple of the blocks' time; nil if none are made and disturbed
  /// launches count.
  package var furtherShare: Double?

  /// The half width of a figure's interval that further launches aim at, as a share of the figure.
  static let precision = 0.05
  /// The largest number of launches of a case, as a multiple of the number of blocks; launches that
  /// repeat disturbed launches come on top.
  static let mostFurther = 8

  /// One launch of each headline case.
  package static let smoke = Profile(
    name: "smoke", summary: "does everything work? headline cases, no intervals", tier: .headline,
    blocks: 1, steadyLaunches: 1,
    sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 3_000_000), countedLaunches: 1)

  /// Headline cases with intervals, in a minute on two CPUs.
  package static let quick = Profile(
    name: "quick", summary: "a first look: headline cases with intervals", tier: .headline,
    blocks: 12, steadyLaunches: 8,
    // Launches differ more than the trials of a launch, so the minute is spent on many short
    // launches.
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 3_000_000), countedLaunches: 1,
    furtherShare: 0.5)

  /// The default parameters, in a quarter of an hour on two CPUs.
  package static let standard = Profile(
    name: "standard", summary: "the default parameters", tier: .standard, blocks: 12,
    steadyLaunches: 8,
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 5_000_000), countedLaunches: 3,
    furtherShare: 0.5)

  /// All parameters, without a limit of time.
  package static let thorough = Profile(
    name: "thorough", summary: "full sweeps, as long as they take", tier: .thorough, blocks: 60,
    steadyLaunches: 30,
    sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000),
    countedLaunches: 5, furtherShare: 0.5)

  /// The profile of a gate, whose launches each give one figure from trials of 5 ms.
  package static let gate = Profile(
    name: "gate", summary: "a launch of a gate: headline cases", tier: .headline, blocks: 1,
    steadyLaunches: 1,
    sampling: Sampling(warmups: 2, trials: 12, trialNanoseconds: 5_000_000), countedLaunches: 1)

  /// The built-in profiles of runs, from the shortest.
  package static let all = [smoke, quick, standard, thorough]

  /// The profile of that name.
  package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
