public import BenchmarkRunner
import Glibc

@_exported public import struct BenchmarkRunner.OwnTool

/// The entry point of a package's benchmarks.
public enum Benchmarks {
  /// Runs the command that the process's arguments name, with the benchmarks as its cases, and ends
  /// the process.
  ///
  /// The cases are those of the suite `mine`. The commands are those of another executable, which
  /// replaces this one: the executable that the variable `SYNCBENCH_TOOL` names, or else
  /// `syncbench-code` beside this executable, or else `syncbench` on `PATH`.
  ///
  /// - Parameters:
  ///   - tool: The name and version of the package in `--version`, run.json and gates.
  ///   - benchmarks: The benchmarks, a line each; `for` and `if` may be used.
  public static func main(
    tool: OwnTool? = nil, @BenchmarkBuilder _ benchmarks: () -> [Benchmark]
  ) -> Never {
    let (arguments, benchmarks) = (CommandLine.arguments, benchmarks())
    let suite: Suite
    do throws(BenchmarkError) {
      suite = try BenchmarkSuite(named: own, benchmarks).suite
    } catch {
      MeasuringTool.end(error.description, status: EX_USAGE)
    }
    let word = arguments.dropFirst().first
    // A worker starts here, so that it does not pay for what follows.
    if word == "worker" {
      let worker = Worker(catalog: CaseCatalog(suites: [suite])) { Build(of: tool).version() }
      exit(worker.main(arguments: arguments))
    }
    refuseDebug()
    if word == MeasuringTool.declarationsWord {
      MeasuringTool.print(Declarations(of: own, benchmarks, build: Build(of: tool)))
    }
    MeasuringTool.take(over: arguments)
  }

  private static func refuseDebug() {
    #if DEBUG
      MeasuringTool.end(WorkerError.debugBuild.description, status: EX_USAGE)
    #endif
  }

  /// The suite of an executable's benchmarks.
  private static let own = "mine"

  /// Makes a suite of benchmarks, for a tool that has other suites too.
  ///
  /// - Throws: ``BenchmarkError`` if no benchmark is listed, or if a name or a number of threads is
  ///   wrong.
  public static func suite(
    named name: String = "mine", @BenchmarkBuilder _ benchmarks: () -> [Benchmark]
  ) throws(BenchmarkError) -> Suite {
    try BenchmarkSuite(named: name, benchmarks()).suite
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
