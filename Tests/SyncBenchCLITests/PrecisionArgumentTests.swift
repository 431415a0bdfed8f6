import ArgumentParser
import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct PrecisionArgumentTests {
  @Test(
    arguments: [
      ("5%", 0.05), ("0.05", 0.05), ("100%", 1), ("1", 1), ("0.5%", 0.005), ("0.01%", 0.0001),
      ("12.5%", 0.125), ("1e-2", 0.01),
    ] as [(String, Double)])
  func `a precision is a share or a percentage`(text: String, share: Double) throws {
    let found = try #require(PrecisionArgument(argument: text)).share
    #expect(abs(found - share) < 1e-12)
    let run = try RunCommand.parse(["--precision", text])
    #expect(run.planned.precision?.share == found)
  }

  @Test(arguments: [
    "0", "0%", "500%", "2", "x", "", "%", "5 %", "-5%", "-0.05", "nan", "nan%", "inf", "5%%",
    "0.001%", "1e-5",
  ])
  func `a text that is no share from 0.01 % to 100 % is refused`(text: String) {
    #expect(PrecisionArgument(argument: text) == nil)
    #expect(throws: (any Error).self) { try RunCommand.parse(["--precision", text]) }
  }

  @Test func `a run without the option requests no precision`() throws {
    #expect(try RunCommand.parse([]).planned.precision == nil)
  }
}
