import BenchmarkFleet
import Synchronization
import Testing

/// A SLURM that answers from a list, and remembers what it was asked.
private final class PaperSlurm: Sendable {
  struct Call: Equatable {
    let name: String
    let arguments: [String]
    let input: String
  }

  private let answers: [String: ProgramAnswer]
  private let seen = Mutex<[Call]>([])

  init(_ answers: [String: ProgramAnswer]) { self.answers = answers }

  var calls: [Call] { seen.withLock { $0 } }

  var scheduler: SlurmScheduler {
    SlurmScheduler { name, arguments, input throws(SchedulerError) in
      self.seen.withLock { $0.append(Call(name: name, arguments: arguments, input: input)) }
      let key = ([name] + arguments.prefix { !$0.hasPrefix("-") }.prefix(2)).joined(separator: " ")
      return self.answers[key] ?? self.answers[name] ?? ProgramAnswer()
    }
  }
}

@Suite struct SlurmTests {
  /// Lines that a SLURM 22.05 printed.
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

  @Test func `a node that the cluster has not is refused by its name`() async throws {
    let slurm = PaperSlurm([
      "scontrol show hostnames": ProgramAnswer(output: "n1\nn9\n"),
      "sinfo": ProgramAnswer(output: Self.sinfo),
    ])
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.nodes(.named("n[1,9]", partition: nil))
    }
    #expect("\(try #require(error))".contains("'n9'"))
  }

  @Test func `of nodes that only have to fit, free ones come first and dead ones never`()
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

  @Test func `an array is held until each of its tasks has its node`() async throws {
    let slurm = PaperSlurm([
      "scontrol show config": ProgramAnswer(output: "MaxArraySize            = 2\n"),
      "sbatch": ProgramAnswer(output: "17;here\n"),
    ])
    let jobs = try await slurm.scheduler.submit(
      JobRequest(name: "job", script: "/x/job.sh", nodes: ["n1", "n2", "n3"]))
    #expect(jobs == ["17", "17"])
    let calls = slurm.calls.dropFirst()
    #expect(calls.map(\.name) == ["sbatch", "sbatch", "scontrol", "scontrol"])
    #expect(
      slurm.calls[1].arguments == [
        "--parsable", "--hold", "--job-name=job", "--array=0-1", "/x/job.sh",
      ])
    #expect(slurm.calls[2].arguments.contains("--nodelist=n3"))
    #expect(
      slurm.calls[3].input
        == "update JobId=17_0 ReqNodeList=n1\nupdate JobId=17_1 ReqNodeList=n2\n")
    #expect(slurm.calls[4].arguments == ["release", "17,17"])
  }

  @Test func `jobs that can't be bound to their nodes are taken back`() async throws {
    let slurm = PaperSlurm([
      "scontrol show config": ProgramAnswer(output: "MaxArraySize = 1001\n"),
      "sbatch": ProgramAnswer(output: "17\n"),
      "scontrol": ProgramAnswer(
        isSuccess: false, error: "Requested node configuration is not available for job 17_1"),
    ])
    let error = await #expect(throws: SchedulerError.self) {
      try await slurm.scheduler.submit(
        JobRequest(name: "job", script: "job.sh", nodes: ["n1", "n2"]))
    }
    #expect("\(try #require(error))".contains("not available for job 17_1"))
    #expect(slurm.calls.last?.name == "scancel")
    #expect(slurm.calls.last?.arguments == ["17"])
  }

  @Test
  func `a job's state is read from squeue, and a turn that is to come outweighs one that is over`()
    async throws
  {
    let lines = """
      n1|n1|RUNNING|1-02:03:04|None
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
        NodeJob(node: "n2", state: .waiting("BeginTime")),
        NodeJob(node: "n3", state: .completed),
        NodeJob(
          node: "n4", state: .waiting("Nodes required for job are DOWN, DRAINED or reserved")),
        NodeJob(node: "n5", state: .ended("node_fail")),
      ])
    #expect(slurm.calls[0].arguments.contains("--states=all"))
  }

  @Test func `what the controller has forgotten is asked of accounting, where there is one`() async
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

  @Test func `a controller that refuses is quoted`() async throws {
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
