import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct AssignmentArgumentTests {
  private func values(_ text: String, _ kind: AxisKind) throws -> [Int] {
    let argument = try #require(AssignmentArgument(argument: text))
    return try argument.values(
      of: Axis(argument.key, kind, headline: [], standard: [], thorough: []))
  }

  @Test func `a value is a whole number, a time or a percentage, depending on its parameter`()
    throws
  {
    #expect(try values("threads=1,2,8", .threads) == [1, 2, 8])
    #expect(try values("inside=0,200ns,1us", .nanoseconds) == [0, 200, 1000])
    #expect(try values("read-permille=95%,995,99.9%", .permille) == [950, 995, 999])
    #expect(try values("skew=99%,5", .percent) == [99, 5])
    #expect(try values("keys=1e5", .count) == [100_000])
  }

  @Test(arguments: [
    ("threads=two", AxisKind.threads), ("inside=0.5ns", .nanoseconds),
    ("read-permille=99.95%", .permille), ("skew=1.5%", .percent), ("keys=1,,2", .count),
  ])
  func `a word that is no value is refused with the range`(text: String, kind: AxisKind) {
    let error = #expect(throws: CommandFailure.self) { try values(text, kind) }
    #expect(error?.description.contains("it takes whole numbers from") == true)
  }

  @Test(arguments: ["threads", "threads=", "=2", ""])
  func `an assignment needs a key and a value`(text: String) {
    #expect(AssignmentArgument(argument: text) == nil)
  }
}
