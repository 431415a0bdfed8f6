import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import FoundationEssentials
import Glibc
import PerfEvents
import SystemPackage

/// Stacks of a case's threads.
struct SampledStacks: Equatable, Sendable {
  /// The stacks; their weights are numbers of samples if taken on the CPU, and ns if off the CPU.
  let folded: FoldedStacks
  /// The event that was sampled; perf takes `cpu-clock` if it can't count cycles.
  let event: String
  /// The number of samples, or of intervals off the CPU, in ``folded``.
  let samples: Int
  /// The number of records that the kernel had no room for.
  let lost: UInt64
  /// Further notes for the reader, such as the number of intervals off the CPU whose start or end
  /// is unknown.
  let notes: [String]

  /// The subtitle of the flame graph.
  var caption: String {
    let what =
      switch folded.unit {
      case .samples: (samples == 1 ? "sample" : "samples") + " of"
      case .nanoseconds:
        (samples == 1 ? "interval" : "intervals") + " off the CPU (width is time), by"
      }
    return ["\(samples) \(what) \(event)", lost == 0 ? "" : "\(lost) records lost"]
      .filter { !$0.isEmpty }.joined(separator: ", ")
      + notes.map { "; \($0)" }.joined()
  }
}

/// Samples the stacks of a worker by perf.
///
/// Call graphs are unwound by DWARF. With frame pointers, inlined functions would be missing, and
/// so would the callers of `syscall` and of the Dispatch overlay: the lock and the measured loop.
struct StackSampler: Sendable {
  private let perf: PerfProgram
  /// The worker's executable by its own path, because in perf's process /proc/self/exe is perf; nil
  /// if the path can't be read.
  private let executable: FilePath?
  private let patienceSeconds: Int

  /// The time that a request should measure for stacks on the CPU, in ns: some 3600 samples of two
  /// threads at 1499 Hz.
  static let onCPUNanoseconds: UInt64 = 1_200_000_000

  /// The time that a request should measure for stacks off the CPU, in ns: at 30,000 switches a
  /// second, some 10,000 stacks, which perf unwinds in a second.
  static let offCPUNanoseconds: UInt64 = 300_000_000

  /// The frequency of sampling, in Hz; a prime, so that samples are in step with no timer.
  private static let frequency = 1499

  /// Makes a sampler that calls `perf`.
  ///
  /// - Parameters:
  ///   - executable: The path of the worker's executable.
  ///   - patienceSeconds: The deadline of `perf script`; `perf record` may take three times the
  ///     duration of the trials in addition.
  init(perf: PerfProgram, executable: FilePath?, patienceSeconds: Int = 30) {
    self.perf = perf
    self.executable = executable
    self.patienceSeconds = patienceSeconds
  }

  /// Finds perf on `PATH`.
  static func installed() throws(SamplingError) -> StackSampler {
    guard let path = Tools.path(of: "perf") else { throw .notInstalled }
    return StackSampler(
      perf: PerfProgram(path: FilePath(path)), executable: Session.executable.path)
  }

  /// Samples the stacks of a case's threads while they run.
  ///
  /// - Throws: ``SamplingError``, or `CancellationError`.
  func onCPU(request: WorkerRequest) async throws -> SampledStacks {
    // Without a PMU, perf falls back to cpu-clock; the record names the event.
    let script = try await script(
      of: request,
      recording: ["-e", "cycles", "-F", "\(Self.frequency)", "--call-graph", "dwarf,4096"])
    let stacks = OnCPUStacks(script)
    guard let event = stacks.event, stacks.folded.total > 0 else { throw SamplingError.noSamples }
    return SampledStacks(
      folded: stacks.folded, event: event, samples: Int(stacks.folded.total), lost: script.lost,
      notes: Self.notes(script))
  }

  /// Samples the stacks of a case's threads while they do not run.
  ///
  /// - Throws: ``SamplingError``, or `CancellationError`.
  func offCPU(request: WorkerRequest) async throws -> SampledStacks {
    try Self.checkTracepoint()
    let script = try await script(
      of: request,
      // `-c 1` samples every switch: each switch that was left out would hide time off the CPU.
      recording: [
        "-e", "sched:sched_switch", "-c", "1", "--switch-events", "-m", "8M", "--call-graph",
        "dwarf,2048",
      ])
    let stacks = OffCPUStacks(script)
    guard stacks.intervals > 0 else { throw SamplingError.neverOffCPU }
    return SampledStacks(
      folded: stacks.folded, event: "sched:sched_switch", samples: stacks.intervals,
      lost: script.lost,
      notes: Self.notes(script) + [
        "\(stacks.withoutEnd) without an end, \(stacks.withoutStart) without a start"
      ])
  }

  private static func notes(_ script: PerfScript) -> [String] {
    script.unreadableLines == 0 ? [] : ["\(script.unreadableLines) lines of perf not understood"]
  }

  // MARK: The two calls

  private func script(
    of request: WorkerRequest, recording events: [String]
  ) async throws -> PerfScript {
    let folder: TemporaryFolder
    do throws(RunFolderError) {
      folder = try TemporaryFolder(for: "stacks")
    } catch {
      throw SamplingError.cannotWrite(error)
    }
    defer { folder.remove() }
    let record = folder.path.appending("perf.data")
    try await self.record(request, events, into: record)
    let answer = try await PerfCall(
      perf: perf,
      arguments: [
        "script", "-i", record.string, "--ns", "--show-switch-events",
        "--show-lost-events", "-F", PerfScript.fields,
      ],
      deadlineSeconds: patienceSeconds
    ).run()
    guard answer.isSuccess else {
      throw SamplingError.perfFailed(step: "script", reason: answer.complaint)
    }
    return PerfScript(answer.output)
  }

  private func record(
    _ request: WorkerRequest, _ events: [String], into file: FilePath
  ) async throws {
    var request = request
    // A worker ends if its parent is not its orchestrator. This worker's parent is perf, which ends
    // with this command.
    request.orchestrator = nil
    guard let executable else {
      throw SamplingError.workerFailed(reason: "can't read /proc/self/exe")
    }
    let seconds = Int(request.sampling.totalNanoseconds / 1_000_000_000)
    let answer = try await PerfCall(
      perf: perf,
      arguments: ["record", "-o", file.string]
        // No build ids and no BPF events: the BPF events alone take perf a second.
        + ["--no-buildid", "--no-bpf-event"] + events + ["--"]
        + [executable.string, "worker"] + Self.bound(request.placement),
      input: try JSONEncoder().encode(request),
      deadlineSeconds: 3 * seconds + patienceSeconds
    ).run()
    try Self.check(answer)
  }

  private static func bound(_ placement: Placement) -> [String] {
    guard case .process(let cpus) = placement, !cpus.isEmpty else { return [] }
    return ["--cpus", cpus.map(String.init).joined(separator: ",")]
  }

  /// Throws if perf or the worker failed; perf ends with the worker's status, so the worker's
  /// messages tell which of the two failed.
  private static func check(_ answer: FinishedProcess) throws(SamplingError) {
    let decoder = JSONDecoder()
    let messages = answer.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
      try? decoder.decode(WorkerMessage.self, from: Data(line))
    }
    for case .refused(let reason) in messages { throw .workerFailed(reason: reason) }
    if messages.last == .done { return }
    guard messages.isEmpty else { throw .workerFailed(reason: answer.complaint) }
    throw .perfFailed(step: "record", reason: answer.complaint)
  }

  /// Throws a short reason if tracepoints can't be read, because perf's own message is a page long.
  private static func checkTracepoint() throws(SamplingError) {
    guard let complaint = Tracefs().state.complaint else { return }
    throw .notPermitted(reason: complaint)
  }
}

extension WorkerRequest {
  /// The same request with as many trials as fit into this time, at least one, and no warm-up.
  ///
  /// The number of trials is changed and not their length, because a count of operations may fix
  /// the length of a trial. There are at most 1000 trials, however short they are.
  func lasting(nanoseconds: UInt64) -> WorkerRequest {
    var request = self
    request.sampling.warmups = 0
    let wanted = nanoseconds / max(sampling.trialNanoseconds, 1)
    request.sampling.trials = Int(min(max(wanted, 1), 1000))
    return request
  }
}
