import ArgumentParser
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkRunner

struct FleetStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says of each node whether it waits, is measured, is done or failed.",
    discussion: """
      A node's progress is an estimate by the clock: other nodes can read the files of a measurement only after its end.
      """)

  @OptionGroup var argument: FleetArgument

  func run() throws {
    let fleet = try argument.fleet()
    let scheduler = FleetFailure.scheduler
    let argument = argument
    do {
      let status = try FleetFailure.waiting { try await argument.status(of: fleet, scheduler) }
      Console.output(FleetStatusReport(fleet, status).document)
    } catch let failure as CommandFailure {
      // Without an answer of the scheduler, the folder still says which nodes are done.
      let status = FleetStatus(fleet, in: argument.folder, jobs: nil)
      Console.output(FleetStatusReport(fleet, status).document)
      throw failure
    }
  }
}

struct FleetWaitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wait",
    abstract: "Waits until every node is done or has failed; Ctrl-C leaves the jobs.")

  @OptionGroup var argument: FleetArgument

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  /// The seconds to pause after each query; the last value also holds for all further queries.
  ///
  /// The pauses grow because frequent queries would take the scheduler's time from other users.
  private static let pauses = [1, 2, 5, 10, 15]
  /// The number of failed queries in a row after which the command gives up.
  private static let mostFailures = 8

  func run() throws {
    let fleet = try argument.fleet()
    let drawing = ProgressDrawing(isQuiet: quiet)
    let argument = argument
    let status: FleetStatus
    do {
      status = try FleetFailure.waiting {
        try await Self.waited(for: fleet, argument, FleetFailure.scheduler, drawing)
      }
    } catch is CancellationError {
      drawing.clear()
      Console.note("the jobs go on; wait again with: \(argument.command("fleet wait"))")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
    drawing.clear()
    Console.output(FleetStatusReport(fleet, status).document)
    Console.note("next: \(argument.next)")
    if !status.failures.isEmpty { throw ExitCode(ExitStatus.world.rawValue) }
  }

  static func waited(
    for fleet: Fleet, _ argument: FleetArgument, _ scheduler: any Scheduler,
    _ drawing: ProgressDrawing
  ) async throws -> FleetStatus {
    var (looks, failures) = (0, 0)
    while true {
      do {
        let status = try await argument.status(of: fleet, scheduler)
        if status.isOver { return status }
        let report = FleetStatusReport(fleet, status)
        drawing.draw(report.line, tenth: report.tenth)
        failures = 0
      } catch let error as SchedulerError {
        try Task.checkCancellation()
        if case .missing = error { throw error }
        failures += 1
        if failures == mostFailures { throw error }
        drawing.draw("\(error)", tenth: 0)
      }
      let pause = pauses[min(looks, pauses.count - 1)]
      looks += 1
      try await Task.sleep(nanoseconds: UInt64(pause) * 1_000_000_000)
    }
  }
}

struct FleetCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancels the fleet's jobs; what nodes have finished stays.")

  @OptionGroup var argument: FleetArgument

  func run() throws {
    let fleet = try argument.fleet()
    let scheduler = FleetFailure.scheduler
    try FleetFailure.waiting { try await scheduler.cancel(named: fleet.jobName) }
    Console.output(
      "cancelled the jobs of \(fleet.jobName); what is done stays: \(argument.next)\n"
    )
  }
}
