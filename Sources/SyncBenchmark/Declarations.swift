package import BenchmarkRunner

/// The declarations of an executable with benchmarks, for the tool that measures them.
package struct Declarations: Codable, Sendable {
  /// The version of the JSON object's form, which must be equal in the executable and the tool.
  package static let currentVersion = 2

  /// The version of the form in which the executable wrote this object.
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
      guard !made.contains(where: { $0.name == suite.name }) else {
        throw .badSuiteName(suite.name)
      }
      made.append(try BenchmarkSuite(named: suite.name, suite.benchmarks.map(\.benchmark)).suite)
    }
    return CaseCatalog(suites: made)
  }
}

/// A benchmark without its closures.
private struct DeclaredBenchmark: Codable {
  let name: String
  /// The numbers of threads; a nil among them means ``ThreadCount/allCPUs``.
  let threads: [Int?]
  let latencies: Bool
  let operationTime: Duration?
  let isAsync: Bool
  let isChecked: Bool
  let place: String

  init(_ benchmark: Benchmark) {
    name = benchmark.name
    threads = benchmark.threads.map { if case .exactly(let count) = $0 { count } else { nil } }
    latencies = benchmark.recordsLatencies
    operationTime = benchmark.operationTime
    isAsync = benchmark.isAsync
    isChecked = benchmark.isChecked
    place = benchmark.place
  }

  var benchmark: Benchmark {
    Benchmark(
      name, threads: threads.map { $0.map(ThreadCount.exactly) ?? .allCPUs },
      latencies: latencies, operationTime: operationTime, isChecked: isChecked,
      place: place, isAsync ? .suspending { uncallable() } : .immediate { uncallable() })
  }
}

private func uncallable<Work>() -> Work {
  preconditionFailure("the closures of a declared benchmark are in its own executable")
}
