import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

/// A run in which every name could break the format that it is written into.
enum HostileRun {
  /// A name with the special characters of all formats.
  static let name = "a|b`c<d>@e_f*g\\h{i}$j&k#l^m~n%\n\"o,p\""

  static var summary: RunSummary {
    var made = MadeRun(suite: name)
    made.parameters = [name]
    made.columns = [MetricColumn("\(name)_ns", .lowerIsBetter, .elapsedPerOperation)]
    made.host = name
    made.commandLine = [name]
    made.add("\(name)/\(name)/\(name)=1", cpus: [], [5])
    made.add("\(name)/broken/\(name)=1", cpus: [], [costs(5).broken(name)])
    var run = made.run
    run.document.environment.software.swiftVersion = name
    return Summarizer(run, hasIntervals: false).summary()
  }
}
