import BenchmarkModel

/// A client of SLURM's commands, which reads only their formats for programs, never their tables
/// for people.
package struct SlurmScheduler: Scheduler {
  private let call: ProgramCalling

  /// The longest time that a busy controller may take to answer, in seconds.
  private static let deadlineSeconds = 90

  /// Makes a client of the SLURM that the environment names.
  package init() {
    let program = ProgramCall(deadlineSeconds: Self.deadlineSeconds)
    self.init { name, arguments throws(SchedulerError) in
      try await program(name, arguments)
    }
  }

  /// Makes a client that calls its programs by `call`.
  package init(_ call: @escaping ProgramCalling) { self.call = call }

  /// Returns the output of a program that succeeded.
  private func output(
    of name: String, _ arguments: [String]
  ) async throws(SchedulerError) -> String {
    let answer = try await call(name, arguments)
    guard answer.isSuccess else { throw .refused(name, reason: Self.complaint(answer)) }
    return answer.output
  }

  /// The program's complaint, with up to three lines joined into one, because the first line often
  /// lacks the cause.
  private static func complaint(_ answer: ProgramAnswer) -> String {
    let lines = (answer.error + "\n" + answer.output).split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("scontrol:") || $0.contains("error") }
    let text = lines.map(String.init).uniqued().prefix(3).joined(separator: "; ")
    return text.isEmpty ? "it did not say why" : String(text.prefix(400))
  }

  // MARK: Nodes

  /// Asks `scontrol show hostnames` for the names of a list, and `sinfo` for the nodes' properties.
  package func nodes(_ request: NodeRequest) async throws(SchedulerError) -> [SchedulerNode] {
    var arguments = ["--noheader", "--Node", "--format=%N|%T|%c|%X|%Y|%Z|%f"]
    if let partition = request.partition { arguments.append("--partition=\(partition)") }
    switch request {
    case .named(let list, _):
      let names = try await output(of: "scontrol", ["show", "hostnames", list])
        .split(whereSeparator: \.isNewline).map(String.init).uniqued()
      let known = try SlurmNodes.read(
        try await output(of: "sinfo", arguments + ["--nodes=\(list)"]))
      let byName = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      let missing = names.filter { byName[$0] == nil }
      guard missing.isEmpty, !names.isEmpty else {
        throw .noNode(missing.first ?? list, partition: request.partition)
      }
      return names.compactMap { byName[$0] }
    case .some(let count, let constraint, _):
      let features = try SlurmConstraint(constraint)
      let fitting = try SlurmNodes.read(try await output(of: "sinfo", arguments))
        .filter { features.allow($0.features) && !SlurmNodes.isOut($0.state) }
      guard fitting.count >= count else {
        throw .tooFewNodes(
          wanted: count, found: fitting.count,
          what: constraint.map { " that have '\($0)' and are not down" } ?? " that are not down")
      }
      let isFree = { (node: SchedulerNode) in node.state == "idle" }
      return Array((fitting.filter(isFree) + fitting.filter { !isFree($0) }).prefix(count))
    }
  }

  // MARK: Jobs

  /// Submits a job for each node, held until all jobs are in the queue.
  ///
  /// The jobs are no array, because SLURM takes the tasks of an array to be alike and stops at the
  /// first task that can't start. A single node that is down or busy would keep all tasks waiting.
  package func submit(_ request: JobRequest) async throws(SchedulerError) -> [String] {
    var jobs: [String] = []
    do throws(SchedulerError) {
      for node in request.nodes { jobs.append(try await submitHeld(request, node)) }
      _ = try await output(of: "scontrol", ["release", jobs.joined(separator: ",")])
    } catch {
      // All jobs are cancelled by their name, because a program that did not answer may have
      // accepted a job without telling the number.
      try await takeBack(request.name, after: error)
      throw error
    }
    return jobs
  }

  /// Submits a node's job that must not start yet, and returns the job's number.
  private func submitHeld(
    _ request: JobRequest, _ node: String
  ) async throws(SchedulerError) -> String {
    let arguments = ["--parsable", "--hold", "--job-name=\(request.name)", "--nodelist=\(node)"]
    let answer = try await output(of: "sbatch", request.options + arguments + [request.script])
    // If there are several clusters, the line has the cluster's name after a semicolon.
    let line = answer.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    let job = String(line.prefix { $0 != ";" })
    guard !job.isEmpty, job.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      throw .garbled("sbatch", line: line)
    }
    return job
  }

  /// Cancels the jobs of a name, in a task of its own, because the submitting task may have been
  /// cancelled.
  private func takeBack(_ name: String, after error: SchedulerError) async throws(SchedulerError) {
    if case .missing = error { return }
    let call = call
    let answer = await Task.detached { try? await call("scancel", ["--name=\(name)"]) }.value
    guard answer?.isSuccess == true else {
      throw .leftBehind(name, reason: error.description)
    }
  }

  /// Asks `squeue`, which also lists jobs for some minutes after their end.
  package func jobs(named name: String) async throws(SchedulerError) -> [NodeJob] {
    let lines = try await output(
      of: "squeue",
      [
        "--noheader", "--states=all", "--name=\(name)", "--format=%n|%N|%T|%M|%r",
      ])
    return try SlurmJobs.read(lines)
  }

  /// Asks `sacct`, because the controller forgets jobs some minutes after their end.
  package func remembered(named name: String, days: Int) async -> [NodeJob] {
    let arguments = [
      "--noheader", "--parsable2", "--allocations", "--name=\(name)", "--starttime=now-\(days)days",
      "--format=NodeList,State",
    ]
    guard let answer = try? await call("sacct", arguments), answer.isSuccess else { return [] }
    return SlurmJobs.readAccounts(answer.output)
  }

  /// Calls `scancel` for the name, so that jobs which were submitted by hand end too.
  package func cancel(named name: String) async throws(SchedulerError) {
    _ = try await output(of: "scancel", ["--name=\(name)"])
  }
}
