import BenchmarkModel
public import BenchmarkRunner
public import SyncBenchCLI

/// The entry point of a package's benchmarks.
public enum Benchmarks {
  /// Runs the command that the arguments name over the benchmarks, and ends the process.
  ///
  /// The cases are those of the suite `mine`.
  ///
  /// - Parameters:
  ///   - suites: Further suites, such as `BuiltInSuites.all()` of SyncSuites.
  ///   - tool: The name and version of the package in `--version`, run.json and gates.
  ///   - benchmarks: The benchmarks, a line each; `for` and `if` may be used.
  public static func main(
    suites: @autoclosure () -> [Suite] = [], tool: OwnTool? = nil,
    @BenchmarkBuilder _ benchmarks: () -> [Benchmark]
  ) -> Never {
    SyncBench.main(suites: { [own(benchmarks)] + suites() }(), tool: tool)
  }

  /// Makes a suite of benchmarks, for a tool that has other suites too.
  ///
  /// - Throws: ``BenchmarkError`` if no benchmark is listed, or if a name is wrong.
  public static func suite(
    named name: String = "mine", @BenchmarkBuilder _ benchmarks: () -> [Benchmark]
  ) throws(BenchmarkError) -> Suite {
    try BenchmarkSuite(named: name, benchmarks()).suite
  }

  private static func own(@BenchmarkBuilder _ benchmarks: () -> [Benchmark]) -> Suite {
    do throws(BenchmarkError) {
      return try suite(benchmarks)
    } catch {
      SyncBench.refuse(error.description)
    }
  }
}

/// Collects the benchmarks of a list.
@resultBuilder public enum BenchmarkBuilder {
  /// Takes one benchmark.
  public static func buildExpression(_ benchmark: Benchmark) -> [Benchmark] { [benchmark] }
  /// Takes benchmarks that were made elsewhere.
  public static func buildExpression(_ benchmarks: [Benchmark]) -> [Benchmark] { benchmarks }
  /// Joins the statements of a block.
  public static func buildBlock(_ parts: [Benchmark]...) -> [Benchmark] { parts.flatMap { $0 } }
  /// Joins the rounds of a `for`.
  public static func buildArray(_ parts: [[Benchmark]]) -> [Benchmark] { parts.flatMap { $0 } }
  /// Takes the benchmarks of an `if` without `else`, if there are any.
  public static func buildOptional(_ part: [Benchmark]?) -> [Benchmark] { part ?? [] }
  /// Takes the benchmarks of an `if`.
  public static func buildEither(first part: [Benchmark]) -> [Benchmark] { part }
  /// Takes the benchmarks of an `else`.
  public static func buildEither(second part: [Benchmark]) -> [Benchmark] { part }
  /// Takes the benchmarks of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Benchmark]) -> [Benchmark] { part }
}
