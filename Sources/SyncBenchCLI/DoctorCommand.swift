import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Says what this machine can measure, what will disturb it, and how to mend each point.",
    discussion: """
      `doctor --events` lists the events that can be counted here, and the reasons why others can't: first the default \
      set, then the events that libpfm4, tracefs and sysfs name. Each event is opened to see whether it counts; \
      tracepoints only if a glob selects at most 64, because the kernel takes some 35 ms to close one.
      """)

  /// The default time of watching the CPUs, in seconds.
  private static let usualWatch = 10

  @Option(
    help: ArgumentHelp(
      "The time to watch the places of the CPUs on the host, in seconds; 0 for none. (default: 10)",
      valueName: "seconds"))
  var watch: Int?

  @Flag(help: "Lists the events that can be counted, instead.")
  var events = false

  @Argument(
    help: ArgumentHelp(
      "The events to list, such as '*miss*' or 'sched:*', with a line for each unit mask; with --events.",
      valueName: "glob"))
  var glob: String?

  @Option(help: "text or json; with --events. (default: text)")
  var format: DataFormat?

  func validate() throws {
    let watch = watch ?? Self.usualWatch
    guard (0...3600).contains(watch) else {
      throw ValidationError("--watch is \(watch): give 0 to 3600 seconds")
    }
    guard events || (glob == nil && format == nil) else {
      throw ValidationError("a glob and --format go with --events")
    }
    guard !events || self.watch == nil else {
      throw ValidationError("--events lists events, and watches nothing: leave --watch out")
    }
  }

  func run() throws {
    if events { return Console.output(try EventList(glob: glob).text(as: format ?? .text)) }
    let report = DoctorReport(Machine.current.environment, capabilities: Capabilities().all)
    Console.output(report.document)
    let watch = watch ?? Self.usualWatch
    if watch > 0 { watchPlaces(forSeconds: watch) }
  }

  /// Watches the first two CPUs in the order of `cores`, and the first two in the order of
  /// `siblings`, because most cases of two threads run on one of these pairs.
  private func watchPlaces(forSeconds watch: Int) {
    let topology = Machine.current.environment.topology
    let placements = Machine.current.placements
    let sets = [PlacementMode.cores, .siblings].map { Set(placements.order($0).prefix(2)) }
    let pairs = sets[0] == sets[1] ? [sets[0]] : sets
    let heading: StyledText = "Where the host puts this machine's CPUs, watched for \(watch) s"
    Console.output([.space, .heading(heading)])
    guard pairs.allSatisfy({ $0.count > 1 }) else {
      Console.output([.text("with one usable CPU there are no two CPUs to watch", label: "  ")])
      return
    }
    let readings = PlaceWatch.look(atPairs: pairs.map { $0.sorted() }, forSeconds: watch)
    for (cpus, read) in zip(pairs, readings) {
      let seen = WatchedPlaces(
        PlaceShares(cpus: CPUList(cpus), readings: read), haveSiblings: topology.haveSiblings(cpus))
      Console.output(seen.document)
    }
  }
}
