/// A piece of code to measure: its name, its threads, and a closure that does one operation.
///
/// Benchmarks are listed in ``Benchmarks/main(tool:_:)``.
public struct Benchmark: Sendable {
  /// The name, such as `cache/get`.
  public let name: String
  /// The numbers of threads to measure with; if empty, there is one thread, and the cases do not
  /// have the parameter `threads`.
  public let threads: [ThreadCount]
  /// Whether a further case times every operation, for percentiles.
  public let recordsLatencies: Bool
  /// The expected time of an operation; nil if a few operations fit into a trial of milliseconds.
  public let operationTime: Duration?
  /// Whether a check follows each trial.
  let isChecked: Bool
  /// The file and line of the declaration.
  let place: String
  let preparation: Preparation

  /// The closure that sets the benchmark up and returns its operation; called once in a launch.
  @usableFromInline enum Preparation: Sendable {
    case immediate(@Sendable () throws -> ImmediateWork)
    case suspending(@Sendable () async throws -> SuspendingWork)
  }

  @usableFromInline init(
    _ name: String, threads: [ThreadCount], latencies: Bool, operationTime: Duration?,
    isChecked: Bool, file: StaticString, line: UInt, _ preparation: Preparation
  ) {
    self.init(
      name, threads: threads, latencies: latencies, operationTime: operationTime,
      isChecked: isChecked, place: "\(file):\(line)", preparation)
  }

  init(
    _ name: String, threads: [ThreadCount], latencies: Bool, operationTime: Duration?,
    isChecked: Bool, place: String, _ preparation: Preparation
  ) {
    self.name = name
    self.threads = threads
    recordsLatencies = latencies
    self.operationTime = operationTime
    self.isChecked = isChecked
    self.place = place
    self.preparation = preparation
  }

  /// Whether operations are awaited, in tasks on the threads of the system's pool.
  var isAsync: Bool {
    if case .suspending = preparation { true } else { false }
  }
}

/// A number of threads to measure with.
public enum ThreadCount: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The given number.
  case exactly(Int)
  /// As many threads as there are CPUs to use.
  case allCPUs

  /// Makes a number of threads from a literal.
  public init(integerLiteral value: Int) { self = .exactly(value) }

  /// The number on a machine of `cpus` CPUs.
  func count(cpus: Int) -> Int {
    switch self {
    case .exactly(let count): count
    case .allCPUs: cpus
    }
  }
}

/// The thread that does an operation, as a benchmark's closure sees the thread.
public struct BenchmarkThread: Sendable {
  /// The thread's number, from 0.
  public let index: Int
  /// The number of threads.
  public let count: Int
  /// The number of operations that the thread has done before, since the set-up.
  public let operation: UInt64

  init(index: Int, count: Int, operation: UInt64) {
    self.index = index
    self.count = count
    self.operation = operation
  }

  /// A pseudo-random number that differs between operations; each launch has the same sequence.
  ///
  /// Source: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
  public var random: UInt64 {
    var bits = (operation &* UInt64(count) &+ UInt64(index) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

/// The counts that a check may compare with what the operations left behind.
public struct BenchmarkTally: Sendable {
  /// The operations that all threads have done since the set-up, warm-ups included.
  public let operations: UInt64
  /// The number of threads.
  public let threads: Int
}
