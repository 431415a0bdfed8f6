import Synchronization
import Testing

@testable import BenchmarkFleet

/// A stand-in for SLURM that answers from a list and remembers its calls.
private final class PaperSlurm: Sendable {
  struct Call: Equatable {
    let name: String
    let arguments: [String]
  }

  private let answers: [String: ProgramAnswer]
  private let seen = Mutex<[Call]>([])

  init(_ answers: [String: ProgramAnswer]) { self.answers = answers }

  var calls: [Call] { seen.withLock { $0 } }

  var scheduler: SlurmScheduler {
    SlurmScheduler { name, arguments throws(SchedulerError) in
      self.seen.withLock { $0.append(Call(name: name, arguments: arguments)) }
      let key = ([name] + arguments.prefix { !$0.hasPrefix("-") }.prefix(2)).joined(separator: " ")
      return self.answers[key] ?? self.answers[name] ?? ProgramAnswer()
    }
  }
}

@Suite struct SlurmTests {
  /// Lines that SLURM 22.05 printed.
  private static let sinfo = """
    n1|idle|2|2|1|1|fast
    n1|idle|2|2|1|1|fast
    n2|allocated|2|1|2|2|fast,ib
    n3|down*|8|1|4|2|(null)
    n4|idle~|2|2|1|1|slow

    """

  @Test
  func `named nodes come in the order of their list, each once, with all threads of their cores`()
    async throws
  {
    let slurm = PaperSlurm([
      "scontrol show hostnames": ProgramAnswer(output: "n3\nn2\nn1\n"),
      "sinfo": ProgramAnswer(output: Self.sinfo),
    ])
    let nodes = try await slurm.scheduler.nodes(.named("n[1-3]", partition: "main"))
    #expect(nodes.map(\.name) == ["n3", "n2", "n1"])
    #expect(nodes.map(\.cpus) == [8, 4, 2])
    #expect(nodes.map(\.state) == ["down", "allocated", "idle"])
    #expect(slurm.calls[1].arguments.contains("--partition=main"))
  }

  @Test func `a node that the cluster does not have is refused by its name`() async throws {
    let slurm = PaperSlurm([
      "scontrol show hostnames": ProgramAnswer(output: "n1\nn9\n"),
      "sinfo": ProgramAnswer(output: Self.sinfo),
    ])
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.nodes(.named("n[1,9]", partition: nil))
    }
    #expect("\(try #require(error))".contains("'n9'"))
  }

  @Test func `among nodes that fit, free nodes come first, and dead nodes are never chosen`()
    async throws
  {
    let slurm = PaperSlurm(["sinfo": ProgramAnswer(output: Self.sinfo)])
    let some = { (count: Int, constraint: String?) in
      try await slurm.scheduler.nodes(.some(count, constraint: constraint, partition: nil)).map(
        \.name)
    }
    #expect(try await some(3, nil) == ["n1", "n4", "n2"])
    #expect(try await some(2, "fast") == ["n1", "n2"])
    #expect(try await some(1, "fast&ib") == ["n2"])
    #expect(try await some(2, "ib|slow") == ["n4", "n2"])
    await #expect(
      throws: SchedulerError.tooFewNodes(
        wanted: 3, found: 2, what: " that have 'fast' and are not down")
    ) { try await some(3, "fast") }
    await #expect(throws: SchedulerError.constraint("[a|b]")) { try await some(1, "[a|b]") }
  }

  private let request = JobRequest(
    name: "job", script: "/x/job.sh", options: ["--exclusive"], nodes: ["n1", "n2"])

  @Test func `each node has its own job, which is held until all jobs are submitted`() async throws
  {
    let slurm = PaperSlurm(["sbatch": ProgramAnswer(output: "17;here\n")])
    #expect(try await slurm.scheduler.submit(request) == ["17", "17"])
    #expect(slurm.calls.map(\.name) == ["sbatch", "sbatch", "scontrol"])
    #expect(
      slurm.calls[0].arguments == [
        "--exclusive", "--parsable", "--hold", "--job-name=job", "--nodelist=n1", "/x/job.sh",
      ])
    #expect(slurm.calls[1].arguments.contains("--nodelist=n2"))
    #expect(slurm.calls[2].arguments == ["release", "17,17"])
  }

  @Test(arguments: ["١٧", "1７", "½", "-17", "17 18", ""])
  func `a job's number consists of ASCII digits`(number: String) async throws {
    let slurm = PaperSlurm(["sbatch": ProgramAnswer(output: number + "\n")])
    await #expect(throws: SchedulerError.garbled("sbatch", line: number)) {
      try await slurm.scheduler.submit(request)
    }
  }

  @Test(arguments: ["sbatch", "scontrol"])
  func `a failed submission cancels all jobs of its name`(failing: String) async throws {
    var answers = ["sbatch": ProgramAnswer(output: "17\n")]
    answers[failing] = ProgramAnswer(isSuccess: false, error: "not available for job 17")
    let slurm = PaperSlurm(answers)
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.submit(request)
    }
    #expect("\(try #require(error))".contains("not available for job 17"))
    #expect(slurm.calls.last?.name == "scancel")
    #expect(slurm.calls.last?.arguments == ["--name=job"])
  }

  @Test func `the error for jobs that can't be cancelled has the command that cancels them`()
    async throws
  {
    let no = ProgramAnswer(isSuccess: false, error: "no")
    let slurm = PaperSlurm([
      "sbatch": ProgramAnswer(output: "17\n"), "scontrol": no, "scancel": no,
    ])
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.submit(request)
    }
    #expect("\(try #require(error))".contains("scancel --name=job"))
  }

  @Test func `an interrupted submission still cancels its jobs`() async throws {
    let seen = Mutex<[String]>([])
    let scheduler = SlurmScheduler { name, _ throws(SchedulerError) in
      seen.withLock { $0.append(name) }
      if name == "scancel" { return ProgramAnswer(isSuccess: !Task.isCancelled) }
      withUnsafeCurrentTask { $0?.cancel() }
      throw .interrupted
    }
    let request = request
    let work = Task { try await scheduler.submit(request) }
    await #expect(throws: SchedulerError.interrupted) { try await work.value }
    #expect(seen.withLock { $0 } == ["sbatch", "scancel"])
  }

  @Test(arguments: [
    "n1|idle|4000000000|1|1|1|x", "n1|idle|2|65536|65536|65536|x", "n1|idle|2|99999999999|2|2|x",
  ])
  func `a node's line with impossibly many CPUs is refused as garbled`(line: String) async throws {
    let slurm = PaperSlurm(["sinfo": ProgramAnswer(output: line)])
    await #expect(throws: SchedulerError.garbled("sinfo", line: line)) {
      try await slurm.scheduler.nodes(.some(1, constraint: nil, partition: nil))
    }
  }

  @Test
  func `a node's state is read from squeue; if the node has two jobs, the unfinished job counts`()
    async throws
  {
    let lines = """
      n1|n1|RUNNING|1-02:03:04|None
      n6|n6|RUNNING|99999999999999-9223372036854775807:9:9|None
      n2||PENDING|0:00|BeginTime
      n3|n3|COMPLETED|0:20|None
      n4|n4|TIMEOUT|1:00|TimeLimit
      n4||PENDING|0:00|Nodes required for job are DOWN, DRAINED or reserved
      |n5|NODE_FAIL|0:05|NodeDown

      """
    let slurm = PaperSlurm(["squeue": ProgramAnswer(output: lines)])
    let jobs = try await slurm.scheduler.jobs(named: "job")
    #expect(
      jobs == [
        NodeJob(node: "n1", state: .running(seconds: 93_784)),
        NodeJob(node: "n6", state: .running(seconds: 90_000_000_549)),
        NodeJob(node: "n2", state: .waiting("it starts again in about two minutes (BeginTime)")),
        NodeJob(node: "n3", state: .completed),
        NodeJob(
          node: "n4", state: .waiting("Nodes required for job are DOWN, DRAINED or reserved")),
        NodeJob(node: "n5", state: .ended("node_fail")),
      ])
    #expect(slurm.calls[0].arguments.contains("--states=all"))
  }

  @Test func `jobs that the controller has forgotten come from accounting, if there is any`() async
  {
    let kept = PaperSlurm(["sacct": ProgramAnswer(output: "n1|COMPLETED\nn2|CANCELLED by 1000\n")])
    #expect(
      await kept.scheduler.remembered(named: "job", days: 2)
        == [
          NodeJob(node: "n1", state: .completed), NodeJob(node: "n2", state: .ended("cancelled")),
        ])
    let none = PaperSlurm([
      "sacct": ProgramAnswer(isSuccess: false, error: "Slurm accounting storage is disabled")
    ])
    #expect(await none.scheduler.remembered(named: "job", days: 2).isEmpty)
  }

  @Test func `if the controller refuses, the error quotes its message`() async throws {
    let slurm = PaperSlurm([
      "squeue": ProgramAnswer(
        isSuccess: false,
        error: "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n")
    ])
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.jobs(named: "job")
    }
    #expect("\(try #require(error))".contains("Unable to contact slurm controller"))
  }
}
