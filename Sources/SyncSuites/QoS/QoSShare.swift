import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Dispatch
import Glibc
import SyncPrimitives
import Synchronization

/// The times of one worker, a busy item, in a window in which classes compete.
struct CompetingWorker: Sendable {
  let serviceClass: ServiceClass
  /// The worker's nice value.
  let nice: Int
  /// The worker's CPU time in ns.
  let cpuNanoseconds: UInt64
  /// The worker's wait for a CPU, in ns; nil if the kernel does not say.
  let waitNanoseconds: UInt64?
  /// The time for which the worker ran on each CPU or waited for it, in ns, by the CPU's number;
  /// empty if the kernel does not say.
  let staysNanoseconds: [UInt64]
}

/// The timed window of a trial in which workers of classes compete for CPUs.
struct ShareWindow: Sendable {
  /// The workers that ran.
  let workers: [CompetingWorker]
  /// The numbers of the CPUs that the workers may use.
  let cpus: [Int]
  /// The length of the window in ns.
  let nanoseconds: UInt64
  /// The times of the CPUs `cpus` in the window; nil if the kernel does not say.
  let processors: ProcessorTimes?
}

/// Keeps `width` workers of each class busy for a window.
///
/// The window begins when every worker has started, even if that takes long on a loaded machine. If
/// a worker waits for its CPU at that moment, it notes its CPU time when it next runs. No CPU time
/// is lost, because the worker used none in between. Only that wait is not counted.
func qosShares(
  of classes: [ServiceClass], width: Int, windowNanoseconds: UInt64
) -> ShareWindow {
  let cpus = allowedCPUs()
  let competition = Competition(workers: classes.count * width, cpus: (cpus.max() ?? 0) + 1)
  let group = DispatchGroup()
  for _ in 0..<width {
    for serviceClass in classes {
      serviceClass.queue.async(group: group) { competition.compete(as: serviceClass) }
    }
  }
  competition.waitUntilAllRun()
  let before = ProcessorTimes.now(of: Set(cpus))
  let start = sync_monotonic_ns()
  competition.begin()
  sync_sleep_until(start + windowNanoseconds)
  competition.end()
  let end = sync_monotonic_ns()
  let after = ProcessorTimes.now(of: Set(cpus))
  group.wait()
  return ShareWindow(
    workers: competition.workers(), cpus: cpus, nanoseconds: end - start,
    processors: difference(before, after))
}

/// The numbers of the CPUs that the calling thread may use.
func allowedCPUs() -> [Int] {
  var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
  let count = sync_affinity_get(&cpus, cpus.count)
  return cpus.prefix(max(0, Int(count))).map(Int.init)
}

private func difference(_ before: ProcessorTimes?, _ after: ProcessorTimes?) -> ProcessorTimes? {
  guard let before, let after, after.busyNanoseconds >= before.busyNanoseconds else { return nil }
  return ProcessorTimes(
    busyNanoseconds: after.busyNanoseconds - before.busyNanoseconds,
    // The kernel's count of stolen time has been seen to go backwards.
    stolenNanoseconds: after.stolenNanoseconds
      - min(before.stolenNanoseconds, after.stolenNanoseconds))
}

/// The shared state of competing workers.
private final class Competition: Sendable {
  private let started = CacheAligned(Atomic<Int>(0))
  private let hasBegun = CacheAligned<UInt32>(0)
  private let stop = CacheAligned<UInt32>(0)
  private let notes = MutexProtected<[CompetingWorker]>([])
  private let all: Int
  private let cpus: Int

  init(workers: Int, cpus: Int) {
    all = workers
    self.cpus = cpus
  }

  func waitUntilAllRun() {
    while started.pointer.pointee.load(ordering: .relaxed) < all {
      sync_sleep_until(sync_monotonic_ns() + 1_000_000)
    }
  }

  func begin() { sync_flag_write(hasBegun.pointer, 1) }

  func end() { sync_flag_write(stop.pointer, 1) }

  func workers() -> [CompetingWorker] { notes.get() }

  /// Runs a worker, from its start to the end of the window.
  func compete(as serviceClass: ServiceClass) {
    started.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    while sync_flag_read(hasBegun.pointer) == 0 { _ = sync_work(100) }
    let cpuBefore = sync_thread_cpu_ns()
    let waitBefore = sync_thread_run_delay_ns()
    let stays = stayUntilEnd()
    let cpu = sync_thread_cpu_ns() - cpuBefore
    let wait = sync_thread_run_delay_ns()
    let worker = CompetingWorker(
      serviceClass: serviceClass, nice: Int(sync_thread_nice()), cpuNanoseconds: cpu,
      waitNanoseconds: waitBefore >= 0 && wait >= waitBefore ? UInt64(wait - waitBefore) : nil,
      staysNanoseconds: stays)
    notes.withLock { $0.append(worker) }
  }

  /// Keeps the thread's CPU busy until the end, and returns the time on each CPU.
  private func stayUntilEnd() -> [UInt64] {
    var stays = [UInt64](repeating: 0, count: cpus)
    var last = sync_monotonic_ns()
    while sync_flag_read(stop.pointer) == 0 {
      _ = sync_work(100)
      let now = sync_monotonic_ns()
      let cpu = Int(sync_running_cpu())
      // A thread that has waited since the last reading of the clock waited for the CPU on which
      // the thread now runs.
      if stays.indices.contains(cpu) { stays[cpu] &+= now &- last }
      last = now
    }
    return stays.contains { $0 > 0 } ? stays : []
  }
}

/// The summed times of some CPUs since boot, as the kernel counts them, in ns.
///
/// The kernel counts in ticks, mostly of 10 ms, so a difference is off by about a tick per CPU.
struct ProcessorTimes: Sendable, Equatable {
  /// The time that is neither idle, nor waiting for disks, nor stolen.
  var busyNanoseconds: UInt64
  /// The time that the hypervisor kept from this machine while the machine had work.
  var stolenNanoseconds: UInt64

  /// The times of the CPUs `cpus`; nil if /proc/stat does not say.
  static func now(of cpus: Set<Int>) -> ProcessorTimes? {
    let nanosecondsPerTick = 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return SystemTree().text("/proc/stat").flatMap {
      times(in: $0, of: cpus, nanosecondsPerTick: nanosecondsPerTick)
    }
  }

  /// The times in the text of /proc/stat; nil if a CPU is missing.
  ///
  /// A line is `cpuN user nice system idle iowait irq softirq steal guest guest_nice`, in ticks.
  /// The fields `user` and `nice` include the time of guests.
  static func times(
    in text: String, of cpus: Set<Int>, nanosecondsPerTick: UInt64
  ) -> ProcessorTimes? {
    var found = 0
    var sum = ProcessorTimes(busyNanoseconds: 0, stolenNanoseconds: 0)
    for line in text.split(separator: "\n") where line.hasPrefix("cpu") {
      let words = line.split(separator: " ")
      let ticks = words.dropFirst().compactMap { UInt64($0) }
      guard let number = Int(words[0].dropFirst(3)), cpus.contains(number), ticks.count >= 8
      else { continue }
      found += 1
      let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
      sum.busyNanoseconds += busy * nanosecondsPerTick
      sum.stolenNanoseconds += ticks[7] * nanosecondsPerTick
    }
    return found == cpus.count && found > 0 ? sum : nil
  }
}
