package import BenchmarkRunner

/// The benchmarks of an executable, as it declares them to the tool that measures them.
package struct Declarations: Codable, Sendable {
  /// The version of this form, which the executable and the tool must share.
  package static let currentVersion = 1

  /// The version of the executable's form.
  let protocolVersion: Int
  /// The build of the executable.
  package let build: Build
  private let suites: [DeclaredSuite]

  private struct DeclaredSuite: Codable {
    let name: String
    let benchmarks: [DeclaredBenchmark]
  }

  /// Declares the benchmarks of a suite.
  package init(of name: String, _ benchmarks: [Benchmark], build: Build) {
    protocolVersion = Self.currentVersion
    self.build = build
    suites = [DeclaredSuite(name: name, benchmarks: benchmarks.map(DeclaredBenchmark.init))]
  }

  /// The suites, as the executable makes them, with closures that can't be called.
  package func catalog() throws(BenchmarkError) -> CaseCatalog {
    var made: [Suite] = []
    for suite in suites {
      made.append(try BenchmarkSuite(named: suite.name, suite.benchmarks.map(\.benchmark)).suite)
    }
    return CaseCatalog(suites: made)
  }
}

/// A benchmark without its closures.
private struct DeclaredBenchmark: Codable {
  let name: String
  let threads: [DeclaredThreads]
  let latencies: Bool
  let operationTime: Duration?
  let isAsync: Bool
  let place: String

  init(_ benchmark: Benchmark) {
    name = benchmark.name
    threads = benchmark.threads.map(DeclaredThreads.init)
    latencies = benchmark.recordsLatencies
    operationTime = benchmark.operationTime
    isAsync = benchmark.isAsync
    place = benchmark.place
  }

  var benchmark: Benchmark {
    Benchmark(
      name, threads: threads.map(\.count), latencies: latencies, operationTime: operationTime,
      place: place, isAsync ? .suspending { uncallable() } : .immediate { uncallable() })
  }
}

/// A number of threads: a number, or the word `allCPUs`.
private struct DeclaredThreads: Codable {
  let count: ThreadCount

  init(_ count: ThreadCount) { self.count = count }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    count =
      try (try? value.decode(Int.self)).map(ThreadCount.exactly)
      ?? {
        guard try value.decode(String.self) == Self.allCPUs else {
          throw DecodingError.dataCorruptedError(
            in: value, debugDescription: "no number of threads")
        }
        return .allCPUs
      }()
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch count {
    case .exactly(let count): try value.encode(count)
    case .allCPUs: try value.encode(Self.allCPUs)
    }
  }

  private static let allCPUs = "allCPUs"
}

private func uncallable<Work>() -> Work {
  preconditionFailure("the closures of a declared benchmark are in its own executable")
}
