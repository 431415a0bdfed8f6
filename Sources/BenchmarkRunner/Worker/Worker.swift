package import BenchmarkModel
import CSyncShims
import FoundationEssentials
import Glibc
import PerfEvents

/// The worker process: one request on standard input, its answer in lines on standard output.
///
/// With `--serve` the process is a fork server. A worker stays synchronous from main to exit,
/// because an async main would start the concurrency pool before the first trial.
package struct Worker: Sendable {
  private let catalog: CaseCatalog
  private let tool: @Sendable () -> ToolVersion

  /// Makes a worker that can measure a catalogue's cases.
  ///
  /// - Parameters:
  ///   - catalog: The cases that the worker can measure.
  ///   - tool: The function that finds the executable's version; called only for a request to
  ///     describe the executable, because it reads the whole file.
  package init(catalog: CaseCatalog, tool: @escaping @Sendable () -> ToolVersion) {
    self.catalog = catalog
    self.tool = tool
  }

  /// Fulfils the request on standard input; returns the exit status.
  package func main(arguments: [String]) -> Int32 {
    bindBeforeLibrariesLook(arguments)
    guard arguments.contains(Self.serveFlag) else { return answer(readInput(), parent: nil) }
    let server = getpid()
    return ForkServer { answer(Array($0), parent: server) }.serve()
  }

  /// The flag with which a worker answers requests in copies of itself.
  static let serveFlag = "--serve"

  /// Answers a request on standard output, and returns the exit status.
  ///
  /// - Parameter parent: The process whose end ends this process; nil for the orchestrator that the
  ///   request names.
  private func answer(_ bytes: [UInt8], parent: Int32?) -> Int32 {
    let answer = Self.answer { () throws(WorkerError) in
      try refuseDebug()
      var request = try Self.decode(bytes)
      if let parent { request.orchestrator = parent }
      if request.measuresTime { try Self.refuseCounters(openDescriptorCount()) }
      return try respond(to: request)
    }
    write(answer.messages)
    return answer.status
  }

  /// Returns the messages of an attempt to answer a request, and the exit status.
  ///
  /// The hello always comes first, because its version tells an older executable from a broken one.
  static func answer(
    _ attempt: () throws(WorkerError) -> [WorkerMessage]
  ) -> (messages: [WorkerMessage], status: Int32) {
    let hello = WorkerMessage.hello(protocolVersion: workerProtocolVersion)
    do throws(WorkerError) {
      return ([hello] + (try attempt()) + [.done], 0)
    } catch {
      return ([hello, .refused(reason: error.description)], 1)
    }
  }

  private func refuseDebug() throws(WorkerError) {
    #if DEBUG
      throw .debugBuild
    #endif
  }

  /// Refuses to measure time while perf descriptors are open, which the worker's starter may have
  /// left open: an open event slows every switch, and an open tracepoint slows every system call.
  static func refuseCounters(_ open: Int?) throws(WorkerError) {
    if let open, open > 0 { throw .countersOpen(open) }
  }

  /// Carries out a request in this process.
  func respond(to request: WorkerRequest) throws(WorkerError) -> [WorkerMessage] {
    guard request.protocolVersion == workerProtocolVersion else {
      throw .otherProtocol(request.protocolVersion)
    }
    // A description needs no thread and no counter, so it comes before the setup for measuring.
    if request.task == .describe { return [.described(try describe(request.description))] }
    // The nice value is set before the first thread is started, because threads inherit it.
    if let nice = request.nice, sync_thread_nice() != nice, sync_set_thread_nice(nice) != 0 {
      throw .cannotSetNice(nice)
    }
    // Counting is set up before any thread is started, because only threads that start later are
    // counted.
    let counting = request.counting.map { WorkerCounting(request, $0) }
    parkThread(until: request.orchestrator)
    if request.task == .calibrateWork {
      return [.calibrated(value: Calibration.workStepsPerMicrosecond())]
    }
    if request.task == .calibrateThread {
      return [.calibrated(value: MachinePace.threadNanoseconds(on: request.calibratedCPUs))]
    }
    if request.task == .calibrateTurn {
      return [.calibrated(value: MachinePace.turnNanoseconds(on: request.calibratedCPUs))]
    }
    if request.task == .calibrateProbe {
      return [.calibrated(value: Calibration.probeNanoseconds())]
    }
    if request.task == .calibrateProbeRatio {
      // The probe runs on the CPU on which cases of one thread run: other cores may be of another
      // kind.
      var cpus = request.placement.cpus.map { Int32($0) }
      _ = sync_affinity_set(0, &cpus, cpus.count)
      return [.calibrated(value: Calibration.probeRatio())]
    }
    let program = try prepare(request)
    if request.task == .calibrateOperations {
      let operations = try Calibration.operations(of: program, request: request)
      return [.calibrated(value: Double(operations))]
    }
    if let counting { return try counting.count(program).map { .counter($0) } }
    var messages: [WorkerMessage] = []
    try LaunchRunner(program: program, request: request).run { messages.append($0) }
    return messages
  }

  private func describe(_ request: DescriptionRequest?) throws(WorkerError) -> WorkerDescription {
    guard let request else { throw .malformedRequest("it does not say what to describe") }
    guard !request.cpuOrder.isEmpty else { throw .malformedRequest("it names no CPU") }
    return WorkerDescription(of: catalog, for: request, tool: tool())
  }

  private func prepare(_ request: WorkerRequest) throws(WorkerError) -> TrialProgram {
    guard let id = request.caseID else { throw .malformedRequest("it names no case") }
    let found: CatalogCase
    do throws(CatalogError) {
      found = try catalog.find(id)
    } catch {
      throw .unknownCase(error.description)
    }
    let context = CaseContext(
      id: id, width: request.width, workStepsPerMicrosecond: request.workStepsPerMicrosecond,
      trialNanoseconds: request.sampling.trialNanoseconds, seed: request.seed)
    HeapShift.apply(seed: request.seed)
    guard let cpu = request.memoryCPU else { return found.primitive.prepare(context) }
    return try FirstTouch.program(on: cpu) { found.primitive.prepare(context) }
  }

  private func readInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(0, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return bytes
  }

  /// The part of a request that every version of the protocol has.
  private struct VersionedRequest: Decodable {
    let protocolVersion: Int
  }

  /// Reads a request, its version first, because a request of another version may have another
  /// form.
  static func decode(_ bytes: [UInt8]) throws(WorkerError) -> WorkerRequest {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    if let version = try? decoder.decode(VersionedRequest.self, from: data).protocolVersion,
      version != workerProtocolVersion
    {
      throw .otherProtocol(version)
    }
    do {
      return try decoder.decode(WorkerRequest.self, from: data)
    } catch {
      throw .malformedRequest("\(bytes.count) bytes that don't decode")
    }
  }

  private func write(_ messages: [WorkerMessage]) {
    let encoder = JSONEncoder()
    var bytes: [UInt8] = []
    for message in messages {
      // A message is numbers and text of ours; only a non-finite number could fail to encode.
      guard let line = try? encoder.encode(message) else { continue }
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      written += count
    }
  }

  /// Starts a second thread, which sleeps.
  ///
  /// glibc's locks use no atomics while a process has one thread: a pthread mutex would look three
  /// times as fast as in a process with two threads. The second thread waits for the orchestrator's
  /// end, so that no worker outlives the orchestrator.
  private func parkThread(until orchestrator: Int32?) {
    _ = startThread {
      if let orchestrator, getppid() != orchestrator || sync_wait_for_end_of(orchestrator) == 0 {
        _exit(1)
      }
      while true { pause() }
    }
  }

  /// Binds the process to the CPUs that `--cpus` names, and executes it again.
  ///
  /// Dispatch reads the width of its pools when it is loaded, which is before main.
  private func bindBeforeLibrariesLook(_ arguments: [String]) {
    guard let flag = arguments.firstIndex(of: "--cpus"), flag + 1 < arguments.count else { return }
    let wanted = arguments[flag + 1].split(separator: ",").compactMap { Int32($0) }.sorted()
    var allowed = [Int32](repeating: 0, count: 65536)
    let count = sync_affinity_get(&allowed, allowed.count)
    guard !wanted.isEmpty, count > 0, Array(allowed.prefix(Int(count))) != wanted else { return }
    var list = wanted
    // If the kernel takes some of the CPUs away again, the process must not execute itself once
    // more.
    guard getenv("SYNCBENCH_BOUND") == nil, sync_affinity_set(0, &list, list.count) == 0 else {
      return
    }
    setenv("SYNCBENCH_BOUND", "1", 1)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    execv("/proc/self/exe", words)
  }
}

extension WorkerRequest {
  /// Whether the answer to the request has times.
  fileprivate var measuresTime: Bool { counting == nil && task != .describe }

  /// The CPUs that a calibration's threads are bound to: all usable CPUs if the placement names
  /// none.
  fileprivate var calibratedCPUs: [Int] {
    placement.cpus.isEmpty ? ProcessFacts.affinity()?.cpus ?? [] : placement.cpus
  }
}
