import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct AdviseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise", abstract: "Says which primitive of a run to take, and how sure that is.",
    discussion: """
      For each situation (threads, critical section, share of reads), the output names the primitive to take with its \
      conditions, the primitives that can't be told from the best, and the cost of the usual choice. docs/advice.md \
      states the rule.
      """)

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  @Option(
    name: .long, parsing: .unconditional,
    help: "The number of threads; the advice is for the nearest measured number.",
    transform: CountArgument.from(1...1_000_000))
  var threads: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: "The critical section, such as 200ns; the advice is for the nearest measured length.")
  var inside: DurationArgument?

  @Flag(
    name: .long,
    help: "Only primitives that serve threads in the order of arrival, or starve no thread.")
  var fair = false

  @Flag(name: .long, help: "Only primitives whose threads sleep in long waits or never wait.")
  var blocking = false

  @Option(name: .long, help: "text, json or markdown.")
  var format = ReportFormat.text

  func validate() throws {
    if let inside, !(0...1e9).contains(inside.nanoseconds(bareUnit: 1)) {
      throw ValidationError("--inside takes a time from 0 to 1s, such as 200ns")
    }
  }

  func run() throws {
    let run = try RunFolder(FilePath(path)).readWhole()
    let requirements = AdviceRequirements(isFair: fair, isBlocking: blocking)
    let all = Advisor(Summarizer(run).summary(), requirements: requirements).advices()
    let section = inside.map { Int($0.nanoseconds(bareUnit: 1).rounded()) }
    let advices = all.nearest(threads: threads, inside: section)
    guard !advices.isEmpty else {
      throw CommandFailure.world(Self.reason(requirements))
    }
    noteDistance(advices, section)
    switch format {
    case .text: Console.output(advices.document)
    case .json: Console.output(try JSONOutput.text(of: TableDescription.advices.json(advices)))
    case .markdown: Console.output(Markdown.text(advices.document))
    }
  }

  private static func reason(_ requirements: AdviceRequirements) -> String {
    requirements == AdviceRequirements()
      ? "the run has no valid case of threads that share data: measure some with `run locks`"
      : "no primitive of the run has what is asked for: leave --fair or --blocking out, or measure "
        + "more primitives with a larger --profile"
  }

  /// Writes a note to standard error if the advice is for settings other than the wanted ones.
  private func noteDistance(_ advices: [Advice], _ section: Int?) {
    let off = advices.filter { advice in
      threads.map { $0 != advice.threads } ?? false || section.map { $0 != advice.inside } ?? false
    }
    guard !off.isEmpty else { return }
    let suites = Set(off.map(\.finding.suite)).sorted().joined(separator: " ")
    let workloads = Set(off.map { $0.finding.best[0].summary.id.workload }).sorted().map {
      "--workload \($0)"
    }
    let wanted =
      workloads
      + [threads.map { "--threads \($0)" }, section.map { "--inside \($0)" }].compactMap { $0 }
    Console.note(
      "not everything that was asked for was measured: the advice is for the nearest settings; measure the wanted ones with: \(Console.toolName) run \(suites) "
        + wanted.joined(separator: " "))
  }
}
