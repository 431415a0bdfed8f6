public import BenchmarkModel

/// How much of the catalogue is measured, and how often.
public struct Profile: Equatable, Sendable {
  /// The name on the command line.
  public let name: String
  /// One line for the help.
  public let summary: String
  /// Which values the parameters take.
  public let tier: Tier
  /// How many times a case of several threads is launched.
  public let blocks: Int
  /// How many times a case of one thread is launched: its processes differ by a percent where those
  /// of contended cases differ by ten, so it needs fewer for an interval as narrow.
  public let steadyInvocations: Int
  /// What an invocation measures of a case that asks for nothing else.
  public let sampling: Sampling
  /// How many times a case is launched in each pass that counts.
  public let countedInvocations: Int

  /// Everything once.
  public static let smoke = Profile(
    name: "smoke", summary: "does everything work? headline cases, no intervals", tier: .headline,
    blocks: 1, steadyInvocations: 1,
    sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 3_000_000), countedInvocations: 1)

  /// A minute on two CPUs.
  public static let quick = Profile(
    name: "quick", summary: "a first look: headline cases with intervals", tier: .headline,
    blocks: 12, steadyInvocations: 7,
    // Processes differ more than their trials do: the minute goes into launches, not long ones.
    sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 3_000_000), countedInvocations: 1)

  /// A quarter of an hour on two CPUs.
  public static let standard = Profile(
    name: "standard", summary: "the default parameters", tier: .standard, blocks: 12,
    steadyInvocations: 7,
    sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 5_000_000), countedInvocations: 3)

  /// As long as it takes.
  public static let thorough = Profile(
    name: "thorough", summary: "full sweeps, as long as they take", tier: .thorough, blocks: 30,
    steadyInvocations: 15,
    sampling: Sampling(warmups: 2, trials: 12, trialNanoseconds: 10_000_000),
    countedInvocations: 5)

  /// What a launch of a gate measures: one number, from samples of 5 ms.
  public static let gate = Profile(
    name: "gate", summary: "a launch of a gate: headline cases", tier: .headline, blocks: 1,
    steadyInvocations: 1,
    sampling: Sampling(warmups: 2, trials: 12, trialNanoseconds: 5_000_000), countedInvocations: 1)

  /// The built-in profiles of runs, from the shortest.
  public static let all = [smoke, quick, standard, thorough]

  /// The profile of that name.
  public static func named(_ name: String) -> Profile? { all.first { $0.name == name } }
}
