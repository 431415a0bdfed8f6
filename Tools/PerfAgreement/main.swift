import CSyncShims
import Glibc
import PerfEvents

// Counts a fixed workload with the project's counters while perf stat counts it too.
//
//   PerfAgreement list              the events: name, perf's name, filter, separated by tabs
//   PerfAgreement count CTL ACK     counts; CTL and ACK are the pipes of perf stat's --control

let events = DefaultEvents().events

/// The name that perf has for an event of this project.
func perfName(_ name: String) -> String {
  switch name {
  case "voluntary-switches": "sched:sched_switch"
  case _ where name.hasPrefix("futex-"): "syscalls:sys_enter_futex"
  default: name
  }
}

/// Starts and stops perf's counting, and waits for the answer, so both counts cover the same time.
struct PerfControl {
  let control: Int32
  let answer: Int32

  init?(_ controlPath: String, _ answerPath: String) {
    control = open(controlPath, O_RDWR | O_CLOEXEC)
    answer = open(answerPath, O_RDWR | O_CLOEXEC)
    guard control >= 0, answer >= 0 else { return nil }
  }

  func tell(_ command: String) {
    let line = command + "\n"
    guard line.withCString({ write(control, $0, strlen($0)) }) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 16)
    _ = bytes.withUnsafeMutableBytes { read(answer, $0.baseAddress, $0.count) }
  }
}

func fail(_ message: String, status: Int32) -> Never {
  let line = message + "\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(status)
}

func touchFreshPages(_ count: Int) {
  let pageBytes = sysconf(Int32(_SC_PAGESIZE))
  let atOnce = 100
  for _ in 0..<(count / atOnce) {
    guard
      let memory = mmap(
        nil, atOnce * pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { exit(1) }
    // A huge page would be one fault instead of 512.
    madvise(memory, atOnce * pageBytes, MADV_NOHUGEPAGE)
    for page in 0..<atOnce {
      memory.storeBytes(of: 1, toByteOffset: page * pageBytes, as: UInt8.self)
    }
    munmap(memory, atOnce * pageBytes)
  }
}

func callFutexes(_ count: Int) {
  withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2) { words in
    guard let ordinary = words.baseAddress else { return }
    let inheriting = ordinary + 1
    (ordinary.pointee, inheriting.pointee) = (1, 0)
    for _ in 0..<count {
      // The word is 1, so waiting for 0 returns immediately.
      _ = sync_futex_wait(ordinary, 0)
      _ = sync_futex_wake(ordinary, 1)
      _ = sync_futex_lock_pi(inheriting)
      _ = sync_futex_unlock_pi(inheriting)
    }
  }
}

/// Sleeps on another thread, so that context switches and counts that threads inherit are compared
/// too.
func sleepOnAnotherThread() {
  var thread = pthread_t()
  let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
    var moment = timespec(tv_sec: 0, tv_nsec: 1)
    for _ in 0..<10_000 { nanosleep(&moment, nil) }
    return nil
  }
  guard pthread_create(&thread, nil, body, nil) == 0 else { exit(1) }
  pthread_join(thread, nil)
}

func migrate(_ count: Int) {
  var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
  let found = Int(sync_affinity_get(&cpus, cpus.count))
  guard found > 1 else { return }
  for turn in 0..<count { _ = sync_affinity_set(0, [cpus[turn % 2]], 1) }
  _ = sync_affinity_set(0, Array(cpus[..<found]), found)
}

func work() {
  touchFreshPages(100_000)
  callFutexes(20_000)
  sleepOnAnotherThread()
  migrate(2_000)
  // The last part is for the processor's own events: a walk that misses caches and mispredicts
  // branches.
  var table = [UInt32](repeating: 0, count: 1 << 22)
  var state: UInt64 = 1
  for _ in 0..<20_000_000 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let index = Int(state >> 42)
    if state >> 41 & 1 == 0 { table[index] &+= 1 }
  }
}

func count(_ control: PerfControl) {
  var counters = CounterSet(
    events, scope: .process, counters: CounterCapacity.probe(LinuxPerfKernel()).count,
    paranoid: PerfFacts.paranoid())
  counters.enable()
  control.tell("enable")
  let start = counters.snapshot()
  work()
  let end = counters.snapshot()
  control.tell("disable")
  for count in end.difference(since: start) {
    switch count.reading {
    case .counted(let value): print("\(count.name)\tcounted\t\(value)")
    case .scaled(let value, _, _): print("\(count.name)\tscaled\t\(value)")
    case .notCounted(let reason), .unavailable(let reason): print("\(count.name)\tno\t\(reason)")
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("list", 1):
  for event in events {
    print("\(event.name)\t\(perfName(event.name))\t\(event.event.filter ?? "")")
  }
case ("count", 3):
  guard let control = PerfControl(CommandLine.arguments[2], CommandLine.arguments[3]) else {
    fail("PerfAgreement: can't open the pipes to perf", status: 1)
  }
  count(control)
default:
  fail(
    "usage: PerfAgreement list | count CONTROL ANSWER; scripts/validate/perf-agreement.sh calls it",
    status: 64)
}
