package import BenchmarkModel

/// How much of the catalogue is measured, and how often.
package struct Profile: Equatable, Sendable {
  /// The name on the command line.
  package let name: String
  /// One line for the help.
  package let summary: String
  /// Which values the parameters take.
  package let tier: Tier
  /// How many times a case of several threads is launched.
  package let blocks: Int
  /// How many times a case of one thread is launched: its processes differ less than those of contended
  /// cases, so it needs fewer for an interval as narrow.
  package let steadyInvocations: Int
  /// What an invocation measures of a case that asks for nothing else.
  package let sampling: Sampling
  /// How many times a case is launched in each pass that counts.
  package let countedInvocations: Int
  /// How long further launches may take for the intervals that are widest, as a multiple of the blocks' time;
  /// nil where none are made, and disturbed launches count.
  package var furtherShare: Double?

  /// The half width of an interval that further launches aim at, as a share of its value.
  static let precision = 0.05
  /// How many times as many launches as in the blocks a case gets at most.
  static let mostFurther = 8

  /// Everything once.
  package static let smoke = Profile(
    name: "smoke", summary: "does everything work? headline cases, no intervals", tier: .headline,
    blocks: 1, steadyInvocations: 1,
    sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 3_000_000), countedInvocations: 1)

  /// A minute on two CPUs.
  package static let quick = Profile(
    name: "quick", summary: "a first look: headline cases with intervals", tier: .headline,
    blocks: 12, steadyInvocations: 8,
    // Processes differ more than their trials do: the minute goes into launches, not long ones.
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 3_000_000), countedInvocations: 1,
    furtherShare: 0.5)

  /// A quarter of an hour on two CPUs.
  package static let standard = Profile(
    name: "standard", summary: "the default parameters", tier: .standard, blocks: 12,
    steadyInvocations: 8,
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 5_000_000), countedInvocations: 3,
    furtherShare: 0.5)

  /// As long as it takes.
  package static let thorough = Profile(
    name: "thorough", summary: "full sweeps, as long as they take", tier: .thorough, blocks: 60,
    steadyInvocations: 30,
    sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 10_000_000),
    countedInvocations: 5, furtherShare: 0.5)

  /// What a launch of a gate measures: one number, from samples of 5 ms.
  package static let gate = Profile(
    name: "gate", summary: "a launch of a gate: headline cases", tier: .headline, blocks: 1,
    steadyInvocations: 1,
    sampling: Sampling(warmups: 2, trials: 12, trialNanoseconds: 5_000_000), countedInvocations: 1)

  /// The built-in profiles of runs, from the shortest.
  package static let all = [smoke, quick, standard, thorough]

  /// The profile of that name.
  package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
