import ArgumentParser
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Glibc
import SystemPackage

struct FleetSubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Fixes the plan, writes the fleet's folder and submits one job per node.",
    discussion: """
      All nodes have to see the folder. Each job takes a whole node for itself. The options of `run` say what is \
      measured.
      """)

  @OptionGroup var planned: PlanOptions

  @OptionGroup var nodes: FleetNodeOptions

  @Option(
    name: .long,
    help: "What the nodes run, such as a bundle's bin/syncbench; this executable when left out.")
  var executable: String?

  @Option(name: .long, help: "The fleet's folder; results/fleet-<time> when left out.")
  var output: String?

  func run() throws {
    try Build.refuseDebug()
    let request = try nodes.request()
    try nodes.checkWords()
    let path = output ?? ResultFolder.named(after: "fleet-")
    guard !path.isEmpty else {
      throw CommandFailure.usage("the path of the folder is empty")
    }
    let folder = FleetFolder(FilePath(path))
    let scheduler = FleetFailure.scheduler
    // Mistakes that can be found without the scheduler are reported before the scheduler is asked.
    _ = try FleetFailure.naming { try folder.checkFree() }
    let found = try FleetFailure.waiting { try await scheduler.nodes(request) }
    let fleet = try fleet(of: found)
    let submission = FleetSubmission(folder: folder, scheduler: scheduler)
    let executables = FleetNodeOptions.executables(tool: executable, benchmarks: nil)
    let place = AbsolutePath.of(FilePath(path))
    let submitted = try FleetFailure.waiting {
      try await submission.submit(fleet, executables: executables, sharedPath: place)
    }
    say(submitted, found, path)
  }

  // MARK: The fleet

  private func fleet(of found: [SchedulerNode]) throws -> Fleet {
    let seed = UInt64.random(in: 0...(1 << 53))
    var tool = Build.version
    if let executable {
      guard let fingerprint = Build.fingerprint(of: FilePath(executable)) else {
        throw CommandFailure.world("can't read '\(executable)': --executable takes a syncbench")
      }
      if Console.benchmarks == nil { tool.executable = fingerprint }
    }
    return try Fleet(
      id: Fleet.newID(), startNanoseconds: sync_realtime_ns(), tool: tool,
      arguments: planned.arguments(seed: seed), nodes: found, cpus: nodes.cpus,
      limits: { try nodes.limits(longest: $0) },
      kind: { cpus in
        // Which CPUs a job gets is known on its node alone, but neither the plan's fingerprint nor
        // its length depends on that.
        let planner = Planner(
          cpuOrder: Array(0..<cpus), isPinned: try planned.placementMode != .unpinned)
        let plan = try planned.plan(
          by: planner, cpus: cpus, of: planned.chosenProfile, seed: seed
        ).plan
        return FleetKind(
          cpus: cpus, plan: plan.fingerprint, cases: plan.cases.count { !$0.id.dependsOnLayout },
          expectedNanoseconds: plan.expectedNanoseconds)
      })
  }

  // MARK: Words

  private func say(_ fleet: Fleet, _ found: [SchedulerNode], _ path: String) {
    for kind in fleet.kinds.indices {
      let nodes = fleet.nodes.filter { $0.kind == kind }
      let plan = fleet.kinds[kind]
      Console.output(
        """
        \(Words.count(nodes.count, "node")) of \(Words.count(plan.cpus, "CPU")): \
        \(Words.count(plan.cases, "case")), about \(ProgressLine.clock(plan.expectedNanoseconds)) each \
        (\(Words.some(nodes.map(\.name), atMost: 4)))

        """)
    }
    let out = found.filter { $0.state == "down" || $0.state.hasPrefix("drain") }
    if !out.isEmpty {
      Console.note(
        "warning: \(Words.some(out.map { "\($0.name) is \($0.state)" }, atMost: 4)): a node's job waits until the node is back"
      )
    }
    let quoted = Console.quoted(path)
    Console.output(
      """
      submitted as \(fleet.jobs.count == 1 ? "job" : "jobs") \(fleet.jobs.joined(separator: ", ")), \
      \(Words.count(fleet.limits.minutes, "minute")) a turn at most
        \(Console.toolName) fleet wait \(quoted)
        \(Console.toolName) fleet collect \(quoted)

      """)
  }
}
