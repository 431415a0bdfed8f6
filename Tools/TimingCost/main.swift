import BenchmarkStatistics
import CSyncShims
import Glibc
import SyncPrimitives
import SyncSuites

// Measures the cost of timing an acquisition. Each round runs the worker's loops, without and with
// timing, over a free test-and-set lock on one CPU. A further loop has only two ordered reads of
// the clock.

/// The cost of an operation of each loop in one round, in ns.
struct Round {
  var plain = 0.0
  var stamped = 0.0
  var recorded = 0.0
  var reads = 0.0

  /// The cost of the stamps, over the cost of their reads.
  var ratio: Double { (stamped - plain) / reads }
  /// The cost of the recording.
  var recording: Double { recorded - stamped }
}

/// Reads the clock twice in each iteration, until the flag is raised.
@inline(never)
func bareReads(_ clock: TickClock, until stop: UnsafePointer<UInt32>) -> UInt64 {
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    _ = clock.now()
    _ = clock.now()
    done &+= 1
  }
  return done
}

/// A second thread, which raises a flag at the end of each window; with it, the C library's locks
/// work as in a program with threads.
final class Windows: @unchecked Sendable {
  let stop = CacheAligned<UInt32>(0)
  private let due = CacheAligned<UInt64>(0)

  init() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Windows>.fromOpaque(context).takeUnretainedValue().serve() }
        return nil
      }, context)
  }

  private func serve() {
    var served: UInt64 = 0
    while true {
      let due = sync_counter_read(self.due.pointer)
      // A window that was over before this thread ran is ended too.
      if due != served {
        sync_sleep_until(due)
        sync_flag_write(stop.pointer, 1)
        served = due
      } else {
        sync_sleep_until(sync_monotonic_ns() + 100_000)
      }
    }
  }

  /// The lowest cost of an operation of `loop` over several windows, in ns, because every
  /// disturbance of the single thread raises the cost.
  func cost(windows: Int, _ loop: (UnsafePointer<UInt32>) -> UInt64) -> Double {
    (0..<windows).reduce(Double.infinity) { least, _ in
      sync_flag_write(stop.pointer, 0)
      let start = sync_monotonic_ns()
      sync_counter_write(due.pointer, start + 2_000_000)
      let done = loop(stop.pointer)
      return min(least, Double(sync_monotonic_ns() - start) / Double(max(1, done)))
    }
  }
}

/// The loops of a worker over one lock.
struct Loops: ~Copyable {
  let lock = TestAndSetLock()
  let counted = GuardedCounter<TestAndSetLock>()
  let section = CacheAligned(TimedSection())
  let records = TickRecords(threads: 1)
  let clock = TickClock.ofThisMachine()
  let windows = Windows()

  borrowing func round() -> Round {
    var round = Round()
    round.plain = windows.cost(windows: 8) {
      contendedLoop(counted, until: $0, insideSteps: 0, outsideSteps: 0)
    }
    round.stamped = windows.cost(windows: 8) {
      waitsLoop(
        lock, guarding: section.pointer, clock: clock, into: nil, until: $0,
        insideSteps: 0, outsideSteps: 0)
    }
    round.recorded = windows.cost(windows: 8) {
      waitsLoop(
        lock, guarding: section.pointer, clock: clock, into: records.threads[0], until: $0,
        insideSteps: 0, outsideSteps: 0)
    }
    round.reads = windows.cost(windows: 8) { bareReads(clock, until: $0) }
    return round
  }
}

/// Prints the median of a figure over the rounds with its 95 % interval; returns whether the target
/// is met.
func line(_ name: String, _ values: [Double], unit: String, atMost target: Double? = nil) -> Bool {
  func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = abs(hundredths % 100)
    return
      "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
  let middle = median(values) ?? .nan
  let interval = orderStatisticInterval(values)
  let spread = interval.map { "\(text($0.low)) to \(text($0.high))" } ?? "no interval"
  let isMet = target.map { middle <= $0 } ?? true
  let verdict = target.map { "at most \(text($0)): \(isMet ? "met" : "MISSED")" } ?? ""
  let label = name + String(repeating: " ", count: max(1, 46 - name.count))
  print("\(label)\(text(middle)) \(unit)  (\(spread))  \(verdict)")
  return isMet
}

/// Measures the rounds and prints the figures; returns whether both targets are met.
func measure(rounds count: Int) -> Bool {
  var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
  let usable = Int(sync_affinity_get(&cpus, cpus.count))
  let loops = Loops()
  if usable > 0 { _ = sync_affinity_set(0, [cpus[usable - 1]], 1) }
  _ = loops.round()
  let rounds = (0..<count).map { _ in loops.round() }
  print(
    "test-and-set, free, one thread; the clock is \(loops.clock.readsCounter ? "the CPU's counter" : "the kernel's"); \(count) rounds, each the least of 8 windows of 2 ms"
  )
  _ = line("acquire, increment, release", rounds.map(\.plain), unit: "ns")
  _ = line("the same with two stamps", rounds.map(\.stamped), unit: "ns")
  _ = line("the same with two stamps, recorded", rounds.map(\.recorded), unit: "ns")
  _ = line("two ordered reads", rounds.map(\.reads), unit: "ns")
  let isTimed = line("stamps over their reads", rounds.map(\.ratio), unit: "×", atMost: 1.3)
  let isRecorded = line("recording", rounds.map(\.recording), unit: "ns", atMost: 10)
  return isTimed && isRecorded
}

#if DEBUG
  print("timing-cost: this is a debug build; use scripts/validate/timing-cost.sh")
  exit(1)
#else
  let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
  exit(measure(rounds: max(1, rounds)) ? 0 : 2)
#endif
