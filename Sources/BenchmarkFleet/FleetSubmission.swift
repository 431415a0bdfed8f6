package import BenchmarkModel
import BenchmarkRunner
package import SystemPackage

/// The submission of a fleet, which writes the fleet's folder and submits its jobs.
package struct FleetSubmission: Sendable {
  private let folder: FleetFolder
  private let scheduler: any Scheduler

  /// Makes a submission into a folder that need not exist.
  package init(folder: FleetFolder, scheduler: any Scheduler) {
    self.folder = folder
    self.scheduler = scheduler
  }

  /// Writes the folder and submits a job for each node; after a failure, removes the folder unless
  /// jobs that read it may be left in the queue.
  ///
  /// - Parameters:
  ///   - fleet: The plans and the nodes.
  ///   - executables: The files that are copied into the folder.
  ///   - sharedPath: The folder's absolute path, as all nodes see it.
  ///   - prepare: Writes the jobs' other files.
  /// - Throws: ``FleetFolderError``, ``SchedulerError``.
  package func submit(
    _ fleet: Fleet, executables: FleetExecutables, sharedPath: FilePath,
    prepare: @Sendable () throws -> Void = {}
  ) async throws -> Fleet {
    let wasThere = try folder.checkFree()
    do {
      try folder.create()
      // fleet.json is written first, so that after any failure the folder is known as a fleet's,
      // and the jobs' name is known.
      try folder.write(fleet)
      try folder.copy(executables)
      try folder.writeScript(of: fleet, at: sharedPath)
      try prepare()
      var submitted = fleet
      submitted.jobs = try await scheduler.submit(
        JobRequest(
          name: fleet.jobName, script: sharedPath.appending("job.sh").string,
          options: JobScript.options(of: fleet), nodes: fleet.nodes.map(\.name)))
      do throws(FleetFolderError) {
        try folder.write(submitted)
      } catch {
        do { try await scheduler.cancel(named: fleet.jobName) } catch _ {
          throw SchedulerError.leftBehind(fleet.jobName, reason: "\(error)")
        }
        throw error
      }
      return submitted
    } catch SchedulerError.leftBehind(let name, let reason) {
      throw SchedulerError.leftBehind(name, reason: reason)
    } catch {
      // An empty folder that existed before, or a link to one, stays.
      if wasThere { folder.empty() } else { FileAccess.removeFolder(folder.path) }
      throw error
    }
  }
}

/// The executables of a fleet's nodes.
package struct FleetExecutables: Sendable {
  let tool: FilePath
  let benchmarks: FilePath?
  let library: FilePath?

  /// - Parameters:
  ///   - tool: The tool that nodes run.
  ///   - benchmarks: The executable whose benchmarks the tool measures; nil for the tool itself.
  ///   - library: The library that counts allocations, beside the measured executable; nil if there
  ///     is none.
  package init(tool: FilePath, benchmarks: FilePath?, library: FilePath?) {
    self.tool = tool
    self.benchmarks = benchmarks
    self.library = library
  }
}

extension Fleet {
  /// A random word of 8 hexadecimal digits for a new fleet.
  package static func newID() -> String {
    String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
  }

  /// Makes a fleet of nodes that the scheduler named, with one plan for each number of CPUs.
  ///
  /// - Parameters:
  ///   - cpus: The number of CPUs that a job may use on every node; nil for all CPUs of each node.
  ///   - limits: Returns the limits of each job for the time of the longest plan.
  ///   - kind: Makes the plan for machines with a number of CPUs.
  package init(
    id: String, startNanoseconds: UInt64, tool: ToolVersion, arguments: [String],
    nodes: [SchedulerNode], cpus: Int? = nil,
    limits: (_ longestNanoseconds: UInt64) throws -> FleetLimits,
    kind: (_ cpus: Int) throws -> FleetKind
  ) rethrows {
    let counts = nodes.map { cpus ?? $0.cpus }
    let kinds = try counts.uniqued().map(kind)
    self.init(
      id: id, startNanoseconds: startNanoseconds, tool: tool, arguments: arguments, kinds: kinds,
      nodes: zip(nodes, counts).map { node, count in
        FleetNode(name: node.name, kind: kinds.firstIndex { $0.cpus == count } ?? 0)
      }, limits: try limits(kinds.map(\.expectedNanoseconds).max() ?? 0))
  }
}
