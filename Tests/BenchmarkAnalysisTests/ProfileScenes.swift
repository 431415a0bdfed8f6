import BenchmarkAnalysis

/// Primitives as perf saw them on two CPUs, each with the rules that must fire.
///
/// The rates and times are those of runs on a shared virtual machine without a PMU, rounded.
enum ProfileScenes {
  static let all: [(scene: ProfileScene, rules: [VerdictRule])] = [
    (serialQueue, [.convoy]),
    (serialQueueOnBusyMachine, [.convoy]),
    (mutexOversubscribed, [.kernelHandOver, .spinningBurnsCPU]),
    (mutexManyThreads, [.kernelHandOver, .spinningBurnsCPU]),
    (priorityFutex, [.kernelHandOver]),
    (mcsPark, [.convoy, .spinningBurnsCPU]),
    (ticketOversubscribed, [.oversubscribedSpinner]),
    (testAndSetOversubscribed, [.oversubscribedSpinner]),
    (yieldOversubscribed, []),
    (spinPark, [.spinningBurnsCPU]),
    (longSection, [.spinningBurnsCPU]),
    (ticket, [.cacheLineTransfer]),
    (mutex, [.cacheLineTransfer]),
    (atomicAddOversubscribed, [.cacheLineTransfer]),
    (pthreadMutex, [.futexTraffic]),
    (semaphore, [.futexTraffic]),
    (operationQueue, [.threadHandOff]),
    (barrier, [.threadHandOff]),
    (serialQueueAlone, [.allocationBound]),
    (testAndSetAlone, [.uncontendedFastPath]),
    (threadShard, [.uncontendedFastPath]),
    (readersAsleep, [.asleep]),
    (hoggedMutex, [.hogged]),
    (starvingLock, [.starved]),
    (actorAlone, [.uncontendedFastPath]),
    (actor, []),
  ]

  static let serialQueue = ProfileScene(
    name: "locks/contended/serial-queue-sync/threads=2/inside=0/outside=0", order: "fifo",
    waiting: "sleeps", cost: 10_900, twin: 115, shares: (0.12, 0.33, 0.03),
    events: counts(waits: 0.55, wakes: 0.56, sleeps: 0.57, user: 3000, system: 8000).merging([
      "allocations": 2
    ]) { $1 }, mallocPair: 20)

  // A woken thread waits for a CPU, because other processes use the CPUs.
  static let serialQueueOnBusyMachine = ProfileScene(
    name: "locks/contended/serial-queue-sync/threads=2/inside=0/outside=0", order: "fifo",
    waiting: "sleeps", cost: 117_800, twin: 115, shares: (0.01, 0.03, 0.4),
    events: counts(waits: 0.6, wakes: 0.6, sleeps: 0.63, user: 3000, system: 8000))

  static let mutexOversubscribed = ProfileScene(
    name: "locks/oversubscribed/mutex/threads=8", order: "priority", waiting: "spins-then-sleeps",
    threads: 8, cost: 4050, twin: 17.4, shares: (0.167, 0.046, 0.15),
    events: counts(pi: 0.16, sleeps: 0.162, preempted: 0.0116, user: 5419, system: 1494))

  // Measured on a busy machine: a thread does a batch of operations between two hand-overs.
  static let mutexManyThreads = ProfileScene(
    name: "locks/contended/mutex/threads=8/inside=0/outside=0", order: "priority",
    waiting: "spins-then-sleeps", threads: 8, cost: 231, twin: 17.4, shares: (0.11, 0.06, 0.3),
    events: counts(pi: 0.0048, sleeps: 0.0051, preempted: 0.00085, user: 200, system: 107))

  static let priorityFutex = ProfileScene(
    name: "locks/contended/pi-futex/threads=2/inside=0/outside=0", order: "priority",
    waiting: "sleeps", cost: 906, twin: 15.3, shares: (0.09, 0.6, 0.01),
    events: counts(pi: 0.2, sleeps: 0.007, user: 157, system: 1098))

  static let mcsPark = ProfileScene(
    name: "locks/oversubscribed/mcs-park/threads=8", order: "fifo", waiting: "spins-then-sleeps",
    threads: 8, cost: 25_700, twin: 16.9, shares: (0.13, 0.085, 0.1),
    events: counts(
      waits: 1, wakes: 1, sleeps: 1.02, preempted: 0.076, user: 26_824, system: 17_369))

  // Operations are counted only after each thread has had a turn, but switches from the start, so
  // there are many switches per operation.
  static let ticketOversubscribed = ProfileScene(
    name: "locks/oversubscribed/ticket/threads=8", order: "fifo", waiting: "spins", threads: 8,
    cost: 16_300_000, twin: 8.43, shares: (0.25, 0.001, 0.74),
    events: counts(sleeps: 1.275, preempted: 46, user: 36_200_000, system: 60_000))

  static let testAndSetOversubscribed = ProfileScene(
    name: "locks/oversubscribed/test-and-set/threads=8", order: "unfair", waiting: "spins",
    threads: 8, cost: 445, twin: 8.76, shares: (0.25, 0.001, 0.74),
    events: counts(sleeps: 0.00017, preempted: 0.0098, user: 12_046, system: 15))

  static let yieldOversubscribed = ProfileScene(
    name: "locks/oversubscribed/ttas-yield/threads=8", order: "unfair", waiting: "yields",
    threads: 8, cost: 9.84, twin: 6.75, shares: (0.15, 0.1, 0.74),
    events: counts(sleeps: 0.000003, preempted: 0.0078, user: 11.7, system: 8.1))

  static let spinPark = ProfileScene(
    name: "locks/contended/spin-park-futex/threads=2/inside=0/outside=0", order: "unfair",
    waiting: "spins-then-sleeps", cost: 17.2, twin: 14.6, shares: (0.97, 0.01, 0.01),
    events: counts(sleeps: 0.000014, user: 32, system: 1))

  static let longSection = ProfileScene(
    name: "locks/contended/ticket/threads=2/inside=1000/outside=0", order: "fifo", waiting: "spins",
    cost: 1100, twin: 1010, events: counts(sleeps: 0.0002, user: 2180, system: 10))

  static let ticket = ProfileScene(
    name: "locks/contended/ticket/threads=2/inside=0/outside=0", order: "fifo", waiting: "spins",
    cost: 219, twin: 8.43, events: counts(sleeps: 0.00012, user: 381, system: 6))

  static let mutex = ProfileScene(
    name: "locks/contended/mutex/threads=2/inside=0/outside=0", order: "priority",
    waiting: "spins-then-sleeps", cost: 93.4, twin: 17.4,
    events: counts(pi: 0.000016, sleeps: 0.000057, user: 185, system: 1.5))

  static let atomicAddOversubscribed = ProfileScene(
    name: "locks/oversubscribed/atomic-add/threads=8", threads: 8, cost: 20, twin: 6.06,
    shares: (0.24, 0.005, 0.74),
    events: counts(sleeps: 0.000002, preempted: 0.000005, user: 39, system: 0.2))

  static let pthreadMutex = ProfileScene(
    name: "locks/contended/pthread-mutex/threads=2/inside=0/outside=0", order: "unfair",
    waiting: "sleeps", cost: 70.8, twin: 18.2, shares: (0.42, 0.25, 0.01),
    events: counts(waits: 0.058, wakes: 0.103, sleeps: 0.00016, user: 60, system: 36))

  static let semaphore = ProfileScene(
    name: "locks/contended/sem/threads=2/inside=0/outside=0", order: "unfair",
    waiting: "sleeps", cost: 215, twin: 22.4, shares: (0.32, 0.5, 0.01),
    events: counts(wakes: 0.5, sleeps: 0.003, user: 140, system: 215))

  static let operationQueue = ProfileScene(
    name: "locks/contended/operation-queue/threads=2/inside=0/outside=0", order: "fifo",
    waiting: "sleeps", runsOnPool: true, cost: 30_957, twin: 59_240, shares: (0.1, 0.2, 0.05),
    events: counts(
      waits: 0.6, wakes: 4.4, sleeps: 2.3, preempted: 0.65, user: 12_174, system: 22_000))

  static let barrier = ProfileScene(
    name: "barrier/rendezvous/pthread/threads=2", cost: 22_900, shares: (0.1, 0.2, 0.02),
    events: counts(waits: 1, wakes: 1, sleeps: 0.95, user: 5000, system: 10_600))

  static let serialQueueAlone = ProfileScene(
    name: "locks/uncontended/serial-queue-sync/inside=0", order: "fifo", waiting: "sleeps",
    threads: 1, cpus: [0], cost: 115, twin: nil,
    events: counts(sleeps: 0.00004, user: 117, system: 1).merging(["allocations": 2]) { $1 },
    mallocPair: 20)

  static let testAndSetAlone = ProfileScene(
    name: "locks/uncontended/test-and-set/inside=0", order: "unfair", waiting: "spins",
    threads: 1, cpus: [0], cost: 8.76,
    events: counts(sleeps: 0.000003, user: 8.8, system: 0.1).merging([
      "callgrind-instructions": 9, "allocations": 0,
    ]) { $1 })

  // There are few switches, but long waits: only one of the two CPUs is busy.
  static let readersAsleep = ProfileScene(
    name: "barrier/read-mix/pthread-rwlock/threads=8/read-permille=900/inside=200",
    waiting: "sleeps", threads: 8, cost: 240, twin: 230, shares: (0.12, 0.01, 0.01),
    events: counts(sleeps: 0.0005, user: 230, system: 20), metrics: ["fairness": 0.62])

  static let hoggedMutex = ProfileScene(
    name: "locks/contended/futex-mutex/threads=2/inside=0/outside=0", order: "unfair",
    waiting: "sleeps", cost: 20, twin: 18, shares: (0.98, 0.01, 0.005),
    events: counts(sleeps: 0.00001, user: 21, system: 0.2), metrics: ["smallest_share": 0.126])

  static let starvingLock = ProfileScene(
    name: "locks/contended/futex-mutex/threads=2/inside=0/outside=0", order: "unfair",
    waiting: "sleeps", cost: 20, twin: 18, shares: (0.98, 0.01, 0.005),
    events: counts(sleeps: 0.00001, user: 21, system: 0.2), metrics: ["smallest_share": 0.001])

  static let threadShard = ProfileScene(
    name: "locks/contended/thread-shard/threads=2/inside=0/outside=0", cost: 0.17, twin: 0.338,
    events: counts(sleeps: 0, user: 0.345, system: 0))

  static let actorAlone = ProfileScene(
    name: "locks/uncontended/actor/inside=0", order: "fifo", threads: 1, runsOnPool: true,
    cost: 101, shares: (0.001, 0.001, 0),
    events: counts(sleeps: 0.0001, user: 103, system: 1))

  static let actor = ProfileScene(
    name: "locks/contended/actor/threads=2/inside=0/outside=0", order: "fifo", runsOnPool: true,
    cost: 272, twin: 101, shares: (0.001, 0.001, 0),
    events: counts(wakes: 0.016, sleeps: 0.0053, user: 261, system: 80))

  private static func counts(
    waits: Double = 0, wakes: Double = 0, pi: Double = 0, sleeps: Double,
    preempted: Double = 0.0001,
    user: Double, system: Double
  ) -> [String: Double] {
    [
      "futex-waits": waits, "futex-wakes": wakes, "futex-pi-waits": pi, "futex-pi-wakes": pi,
      "voluntary-switches": sleeps, "rusage-voluntary-switches": sleeps,
      "rusage-involuntary-switches": preempted, "rusage-user-ns": user,
      "rusage-system-ns": system, "cpu-migrations": 0, "rusage-minor-faults": 0,
    ]
  }
}
