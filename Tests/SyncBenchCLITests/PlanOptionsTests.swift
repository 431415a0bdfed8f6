import ArgumentParser
import BenchmarkModel
import Testing

@testable import SyncBenchCLI

@Suite struct PlanOptionsTests {
  @Test func `options that are passed on to another machine keep their meaning`() throws {
    let words = [
      "locks", "sync", "--filter", "locks/*/it's", "--workload", "contended", "--primitive",
      "mutex",
      "--threads", "1,2", "--inside", "200ns,1us", "--outside", "0", "--profile", "smoke",
      "--placement", "siblings,cores", "--memory", "first,other", "--budget", "90s", "--precision",
      "5%", "--counters",
    ]
    let options = try PlanOptions.parse(words)
    let again = try PlanOptions.parse(options.arguments(seed: 7))
    #expect(again.seed == 7)
    #expect(try again.cases.selection == options.cases.selection)
    #expect(try again.budget?.budgetNanoseconds == options.budget?.budgetNanoseconds)
    #expect(again.precision == options.precision)
    #expect(again.profile?.profile == options.profile?.profile)
    #expect(again.placement?.values.map(\.value) == [.siblings, .cores])
    #expect(again.memory?.values.map(\.value) == [.first, .other])
    #expect(again.counting.counters)
  }

  @Test func `a requested seed outweighs a drawn seed`() throws {
    let options = try PlanOptions.parse(["--seed", "3"])
    #expect(options.arguments(seed: 7) == ["--seed", "3"])
  }

  @Test(arguments: [
    [], ["--nodes", "n1", "--count", "2"], ["--constraint", "x"], ["--count", "0"],
  ])
  func `a fleet needs either names of machines or a number of at least 1, not both`(words: [String])
    throws
  {
    let options = try FleetNodeOptions.parse(words)
    #expect(throws: CommandFailure.self) { try options.request() }
  }

  @Test func `a name that would add a line to the job's script is refused`() throws {
    let options = try FleetNodeOptions.parse([
      "--nodes", "n1", "--partition", "a\n#SBATCH --wrap=x",
    ])
    #expect(throws: CommandFailure.self) { try options.checkWords() }
  }
}
