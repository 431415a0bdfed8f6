import ArgumentParser
import BenchmarkFleet
import BenchmarkRunner
import CSyncShims
import SystemPackage

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Measures many machines through the site's SLURM: one plan, one job per node.",
    discussion: """
      `submit` submits the jobs, `wait` waits for them, `collect` checks and gathers what they measured; \
      then `compare` and `report` take the fleet's folder. docs/fleet.md has each step up to a comparison.
      """,
    subcommands: [
      FleetSubmitCommand.self, FleetStatusCommand.self, FleetWaitCommand.self,
      FleetCancelCommand.self, FleetCollectCommand.self, FleetGateCommand.self,
    ])
}

/// The argument that names a fleet's folder.
struct FleetArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The fleet's folder.", valueName: "folder"))
  var path: String

  var folder: FleetFolder { FleetFolder(FilePath(path)) }

  /// The fleet's document.
  func fleet() throws -> Fleet { try FleetFailure.naming { try folder.read() } }

  /// The nodes' progress, from the scheduler and the folder together.
  func status(of fleet: Fleet, _ scheduler: any Scheduler) async throws -> FleetStatus {
    var jobs = try await scheduler.jobs(named: fleet.jobName)
    if jobs.count < fleet.nodes.count {
      let now = sync_realtime_ns()
      let days = Int((now - min(now, fleet.startNanoseconds)) / 86_400_000_000_000) + 1
      // Of a node's jobs in this list, the last counts. So a job that the scheduler still knows
      // overrides the accounting, which `remembered` reads.
      jobs = await scheduler.remembered(named: fleet.jobName, days: days) + jobs
    }
    return FleetStatus(fleet, in: folder, jobs: jobs)
  }

  /// The command that reads the nodes' results, as a user types it.
  var next: String { command(folder.isGate ? "gate --replay" : "fleet collect") }

  /// A command with the folder, as a user types it.
  func command(_ words: String) -> String {
    "\(Console.toolName) \(words) \(Console.quoted(path))"
  }
}

/// The handling of errors that end a fleet's command.
enum FleetFailure {
  /// The scheduler of this site.
  static var scheduler: any Scheduler { SlurmScheduler() }

  /// Calls `body`, whose errors end the command with their own text.
  static func naming<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as FleetFolderError {
      throw CommandFailure.world(error.description)
    } catch SchedulerError.interrupted {
      Console.note("stopped")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    } catch let error as FleetGateError {
      throw CommandFailure.world(error.description)
    } catch let error as SchedulerError {
      let isUsage = if case .constraint = error { true } else { false }
      throw CommandFailure(message: error.description, status: isUsage ? .usage : .world)
    }
  }

  /// Calls async `body`, which Ctrl-C cancels, and whose errors end the command with their own
  /// text.
  static func waiting<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try naming { try Interruption.running(body) }
  }
}
