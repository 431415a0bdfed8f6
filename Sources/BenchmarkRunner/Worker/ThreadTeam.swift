import BenchmarkModel
import CSyncShims
import Glibc
import Synchronization

/// The threads of ours that run a case's trials: started once in a launch, asleep between trials,
/// released together, stopped by a flag.
///
/// In a trial, the leader, which is the thread that calls `runTrial`, wakes all threads. Each
/// thread reports that it is ready, and spins on a word, the gate, until the last thread has opened
/// it, so that all threads start within a microsecond of each other. Each thread reads the clock,
/// runs, and reads the clock again. The last thread to finish wakes the leader. The leader sleeps
/// during the trial, except for the moment in which it raises the stop flag: if there are as many
/// threads as CPUs, a leader that wakes takes the CPU of a measured thread. If a program has work
/// for the leader, the leader does that work in the trial.
final class ThreadTeam: @unchecked Sendable {
  /// One thread's report of a trial.
  struct Report {
    var operations: UInt64 = 0
    var startNanoseconds: UInt64 = 0
    var endNanoseconds: UInt64 = 0
    var cpu: Int32 = -1
    /// The thread's observations around the trial; nil if the trial was not witnessed.
    var witness: ThreadWitness?
  }

  /// The cell of one thread's report.
  private final class ReportCell {
    let line = Line(Report())
  }

  /// The leader's order to all threads: to run a trial, or to end.
  private struct Order {
    var operations: UInt64 = 0
    var isMeasured = false
    var isEnd = false
  }

  /// The words by which the leader and the threads coordinate, each on a cache line of its own.
  private let generation = Line(Atomic<UInt32>(0))
  private let ready = Line(Atomic<UInt32>(0))
  /// The time at which the gate opened, on the monotonic clock in ns; 0 while the gate is shut.
  private let gate = Line(Atomic<UInt64>(0))
  private let running = Line(Atomic<UInt32>(0))
  private let stop = Line<UInt32>(0)

  private let order = Line(Order())
  private let reports: [ReportCell]
  private let program: TrialProgram
  private let probe: (any TrialProbe)?
  private let isWitnessed: Bool
  private let ownCoreRatio: Double?
  private var threads: [pthread_t] = []

  /// Starts the program's threads, each bound to the next CPU of `cpus`, or unbound if `cpus` is
  /// empty.
  ///
  /// - Parameters:
  ///   - probe: The probe that counts in measured trials; nil if time is measured.
  ///   - isWitnessed: Whether measured trials are witnessed.
  ///   - ownCoreRatio: The ``SpeedProbe/ratio`` on a core without a neighbour, if measured trials
  ///     wait a moment for such a core; nil if trials begin immediately.
  init(
    program: TrialProgram, cpus: [Int], probe: (any TrialProbe)? = nil,
    isWitnessed: Bool = false, ownCoreRatio: Double? = nil
  ) throws(WorkerError) {
    self.program = program
    self.probe = probe
    self.isWitnessed = isWitnessed
    self.ownCoreRatio = ownCoreRatio
    reports = (0..<program.threadCount).map { _ in ReportCell() }
    try Self.check(cpus)
    for index in 0..<program.threadCount {
      let cpu = cpus.isEmpty ? nil : Int32(cpus[index % cpus.count])
      let thread = startThread { [self] in serve(index, cpu: cpu) }
      guard let thread else { throw .cannotStartThread(index, of: program.threadCount) }
      threads.append(thread)
    }
  }

  /// Runs one trial, and returns the threads' reports.
  ///
  /// - Parameters:
  ///   - operations: The operations of the trial, all threads together, if a number of operations
  ///     ends it.
  ///   - windowNanoseconds: The time after which the stop flag is raised; nil for a trial that ends
  ///     by itself.
  ///   - isMeasured: Whether the trial is measured: a warm-up is not.
  func runTrial(operations: UInt64, windowNanoseconds: UInt64?, isMeasured: Bool) -> [Report] {
    sync_flag_write(stop.pointer, 0)
    ready.pointer.pointee.store(0, ordering: .relaxed)
    gate.pointer.pointee.store(0, ordering: .relaxed)
    let parts = program.threadCount + (isMeasured && probe != nil ? 1 : 0)
    running.pointer.pointee.store(UInt32(parts), ordering: .relaxed)
    order.pointer.pointee = Order(operations: operations, isMeasured: isMeasured)
    release()
    program.leads?()
    if let windowNanoseconds { raiseStop(after: windowNanoseconds) }
    while case let left = running.pointer.pointee.load(ordering: .acquiring), left != 0 {
      _ = sync_futex_wait(running.pointer, left)
    }
    return reports.map { $0.line.pointer.pointee }
  }

  /// Concludes a trial by its threads' reports; ends the threads if the machine made the trial
  /// impossible.
  func conclude(_ reports: [Report]) throws(WorkerError) -> TrialConclusion {
    let conclusion = program.conclude(reports.map(\.operations))
    if let refusal = conclusion.refusal {
      end()
      throw .refused(refusal)
    }
    return conclusion
  }

  /// Ends the threads and waits for each.
  func end() {
    order.pointer.pointee = Order(isEnd: true)
    release()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  /// Starts a generation, which is a trial or the end: the release pairs with the threads' acquire,
  /// so the threads see the new `order`.
  private func release() {
    generation.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(generation.pointer, .max)
  }

  /// Raises the stop flag when the threads have had their window, or at least seven eighths of it.
  ///
  /// The leader is not told when the threads start, because the leader would wake on a CPU of the
  /// threads. The window is counted from the release, and the leader sleeps again only if the gate
  /// opened late. The window's exact length does not matter, because each thread reads the clock.
  private func raiseStop(after windowNanoseconds: UInt64) {
    var due = sync_monotonic_ns() + windowNanoseconds
    while true {
      sync_sleep_until(due)
      let opened = gate.pointer.pointee.load(ordering: .acquiring)
      let earliest =
        (opened == 0 ? sync_monotonic_ns() : opened) + windowNanoseconds - windowNanoseconds / 8
      if earliest <= due { break }
      due = earliest
    }
    sync_flag_write(stop.pointer, 1)
  }

  /// Refuses CPUs that a thread can't be bound to: the thread would be measured elsewhere.
  private static func check(_ cpus: [Int]) throws(WorkerError) {
    guard !cpus.isEmpty, let allowed = ProcessFacts.affinity() else { return }
    for cpu in cpus where !allowed.contains(cpu) { throw .cpuNotAllowed(cpu) }
  }

  private func waitWhile(_ word: borrowing Line<Atomic<UInt32>>, equals value: UInt32) {
    while word.pointer.pointee.load(ordering: .acquiring) == value {
      _ = sync_futex_wait(word.pointer, value)
    }
  }

  /// Runs a thread: one trial in each generation, until the order to end.
  private func serve(_ index: Int, cpu: Int32?) {
    if let cpu {
      var list = [cpu]
      _ = sync_affinity_set(0, &list, 1)
    }
    probe?.threadStarted(index)
    let accounts = ThreadAccounts()
    var served: UInt32 = 0
    while true {
      waitWhile(generation, equals: served)
      served &+= 1
      let order = self.order.pointer.pointee
      if order.isEnd { return }
      let probe = order.isMeasured ? self.probe : nil
      let isWitnessed = order.isMeasured && self.isWitnessed
      if isWitnessed, index == 0, let ownCoreRatio {
        SpeedProbe.waitForOwnCore(ratio: ownCoreRatio)
      }
      let before = isWitnessed ? accounts.begin() : nil
      probe?.threadPrepares(index)
      meet(probe)
      let thread = TrialThread(
        index: index, operations: order.operations, stop: stop.pointer,
        isMeasured: order.isMeasured)
      probe?.threadBegins(index)
      let start = sync_monotonic_ns()
      let operations = program.run(thread)
      let end = sync_monotonic_ns()
      probe?.threadEnds(index, nanoseconds: end - start, operations: operations)
      reports[index].line.pointer.pointee = Report(
        operations: operations, startNanoseconds: start, endNanoseconds: end,
        cpu: sync_current_cpu(), witness: before.map { accounts.end($0) })
      finish(probe)
    }
  }

  /// Reports that the thread has done its part; the last thread wakes the leader.
  ///
  /// A probe counts as one more part, so that the leader can't go on before the probe has ended the
  /// trial.
  private func finish(_ probe: (any TrialProbe)?) {
    var left = endPart()
    if let probe, left == 1 {
      probe.trialEnds()
      left = endPart()
    }
    if left == 0 { _ = sync_futex_wake(running.pointer, 1) }
  }

  private func endPart() -> UInt32 {
    running.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
  }

  /// Holds the thread until all threads are ready; the last thread opens the gate.
  private func meet(_ probe: (any TrialProbe)?) {
    let arrived = ready.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if arrived == UInt32(program.threadCount) {
      probe?.trialBegins()
      gate.pointer.pointee.store(sync_monotonic_ns(), ordering: .releasing)
      return
    }
    var spins = 0
    while gate.pointer.pointee.load(ordering: .acquiring) == 0 {
      spins &+= 1
      // If threads outnumber CPUs, the last thread comes only when a waiting thread yields its CPU.
      if spins < 1000 { sync_pause() } else { sync_yield() }
    }
  }
}

/// Starts a joinable thread that runs `body`; nil if the system refuses.
func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, box.toOpaque())
  if status != 0 {
    box.release()
    return nil
  }
  return thread
}
