import ArgumentParser
import BenchmarkFleet
import BenchmarkRunner
import Glibc
import SystemPackage

/// The options that choose machines and the resources of their jobs.
struct FleetNodeOptions: ParsableArguments {
  @Option(name: .long, help: "The nodes, as the scheduler lists them, such as 'n[1-8]'.")
  var nodes: String?

  @Option(
    name: .long, help: "Features that the nodes must have, such as 'icelake&ib'; with --count.")
  var constraint: String?

  @Option(name: .long, parsing: .unconditional, help: "How many nodes; free ones are taken first.")
  var count: Int?

  @Option(name: .long, help: "The partition; the site's default when left out.")
  var partition: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "A job's longest time on its node, such as 30m; derived from the plan when left out.")
  var time: DurationArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help:
      "How many CPUs a job may use on each node, if it is not the number that the scheduler gives.")
  var cpus: Int?

  @Option(name: .long, help: "The frequency to ask for, as srun takes it, such as High or 2400000.")
  var cpuFreq: String?

  /// The chosen machines.
  func request() throws(CommandFailure) -> NodeRequest {
    switch (nodes, count) {
    case (let list?, nil) where constraint == nil && !list.isEmpty:
      return .named(list, partition: partition)
    case (nil, let count?) where count > 0:
      return .some(count, constraint: constraint, partition: partition)
    case (nil, let count?) where count < 1:
      throw CommandFailure.usage("--count takes 1 or more, not \(count)")
    default:
      throw CommandFailure.usage(
        """
        say which machines in one of two ways: --nodes 'n[1-8]', or --count 4 with --constraint FEATURE where only some \
        will do
        """)
    }
  }

  /// Refuses an option's value that the job's script would not read as one word, and a number of
  /// CPUs that no node has.
  func checkWords() throws(CommandFailure) {
    for (option, word) in [("--partition", partition), ("--cpu-freq", cpuFreq)] {
      guard let word else { continue }
      guard !word.isEmpty,
        word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.,:".contains($0)) })
      else {
        throw CommandFailure.usage("\(option) takes a name, not '\(word)'")
      }
    }
    if let cpus, !(1...65_536).contains(cpus) {
      throw CommandFailure.usage("--cpus takes 1 to 65,536, not \(cpus)")
    }
  }

  private func minutes() throws(CommandFailure) -> Int? {
    guard let time else { return nil }
    let minutes = time.nanoseconds(bareUnit: 6e10) / 6e10
    guard minutes >= 1, minutes < 1e6 else {
      throw CommandFailure.usage("--time takes a minute or more, such as 30m or 2h")
    }
    return Int(minutes.rounded(.up))
  }

  /// The resources of each job, if the longest plan takes `longest` ns.
  func limits(longest: UInt64) throws -> FleetLimits {
    FleetLimits(
      minutes: try minutes() ?? Self.usualMinutes(longest), partition: partition,
      constraint: constraint, frequency: cpuFreq)
  }

  /// One and a half times the plan's time, rounded up to minutes, plus five minutes.
  private static func usualMinutes(_ nanoseconds: UInt64) -> Int {
    Int(min(1e6, Double(nanoseconds) * 1.5 / 6e10)) + 6
  }

  /// The executables of the nodes: a syncbench, and the executable of benchmarks that it measures,
  /// if there is one.
  ///
  /// - Parameters:
  ///   - tool: The syncbench; nil for this one.
  ///   - benchmarks: The executable of benchmarks; nil for the one that this tool measures.
  static func executables(tool: String?, benchmarks: String?) -> FleetExecutables {
    let tool = FilePath(tool ?? "/proc/self/exe")
    let measured = benchmarks.map { FilePath($0) } ?? Session.executable.launchPath
    let isOther = Console.benchmarks != nil
    return FleetExecutables(
      tool: tool, benchmarks: isOther ? measured : nil,
      library: library(beside: isOther ? measured : tool))
  }

  /// The library that counts allocations, if it lies beside the executable.
  private static func library(beside executable: FilePath) -> FilePath? {
    let real = realpath(executable.string, nil).map { pointer in
      defer { free(pointer) }
      return FilePath(String(cString: pointer))
    }
    let library = real?.removingLastComponent().appending(Self.libraryName)
    return library.flatMap { FileAccess.exists($0) ? $0 : nil }
  }

  private static let libraryName = "libSyncbenchAllocations.so"
}
