import BenchmarkModel
import CSyncShims
import Glibc
import Synchronization

/// The times of two parts of every launch on this machine: a thread's life, and a turn among
/// threads that spin.
///
/// Deadlines are far beyond what a usual machine needs. A worker on an emulated machine, a small
/// board or a guest with little CPU time may miss its deadline without hanging.
struct MachinePace: Equatable, Sendable {
  /// The time to start a thread, bind it to a CPU and end it, in ns of CPU time.
  var threadNanoseconds: Double
  /// The time to hand on a turn among threads that spin, one on each CPU, in ns.
  var turnNanoseconds: Double

  /// The times up to which a deadline is not lengthened.
  static let usual = MachinePace(threadNanoseconds: 200_000, turnNanoseconds: 100_000)

  /// The largest factor of a deadline: a run waits for a hanging worker until its deadline.
  private static let mostTimes: Double = 20
  /// The largest factor for a case that is expected to hang, which needs time only until it hangs.
  private static let mostTimesOfHanging: Double = 4
  /// The number of rounds of turns among all threads that a trial may need to come to its end.
  private static let roundsOfTurns: Double = 20
  /// The most time that all turns of a launch may add to its deadline, in ns.
  private static let mostTurnNanoseconds: Double = 300_000_000_000

  /// The factor by which a launch may take longer than on a usual machine, 1 on a usual machine.
  private var times: Double {
    min(max(1, threadNanoseconds / Self.usual.threadNanoseconds), Self.mostTimes)
  }

  /// The deadline of a case's worker, in ns; on a usual machine, it is the planned deadline.
  func deadlineNanoseconds(of planned: PlannedCase) -> UInt64 {
    let isHanging = if case .hangs = planned.expectation { true } else { false }
    let usual = planned.deadlineNanoseconds
    let times = isHanging ? min(self.times, Self.mostTimesOfHanging) : self.times
    // A `Double` rounds a deadline of years, so an unstretched deadline is not converted.
    let stretched = times > 1 ? max(usual, UInt64(min(1e18, Double(usual) * times))) : usual
    return isHanging ? stretched : stretched.plus(turnsNanoseconds(of: planned))
  }

  /// The time that is added for the turns of a case's trials, in ns; 0 for a width of 1, and if a
  /// turn takes no longer than usual.
  private func turnsNanoseconds(of planned: PlannedCase) -> UInt64 {
    guard planned.width > 1, turnNanoseconds > Self.usual.turnNanoseconds else { return 0 }
    let trials = Double(planned.sampling.warmups) + Double(planned.sampling.trials)
    let turns = Self.roundsOfTurns * Double(planned.width) * trials
    return UInt64(min(turns * turnNanoseconds, Self.mostTurnNanoseconds))
  }
}

extension Run {
  /// The two times of the machine, as calibrated before the first launch; a time that was not
  /// calibrated is the usual time.
  var pace: MachinePace {
    MachinePace(
      threadNanoseconds: calibrations[threadCalibration] ?? MachinePace.usual.threadNanoseconds,
      turnNanoseconds: calibrations[turnCalibration] ?? MachinePace.usual.turnNanoseconds)
  }
}

// MARK: Measuring

extension MachinePace {
  /// The time of a thread's life on some CPUs, in ns of this process's CPU time: the lower quartile
  /// of several lives.
  ///
  /// Other work on the CPUs makes threads' lives longer in wall time, although the machine is not
  /// slow. Wall time would stretch the deadlines of a run that begins beside a test suite, and the
  /// run would wait minutes for a hanging worker.
  static func threadNanoseconds(on cpus: [Int]) -> Double {
    let lives = (0..<16).map { number in
      let start = sync_process_cpu_ns()
      let thread = startThread { bind(to: cpus, number) }
      if let thread { pthread_join(thread, nil) }
      return sync_process_cpu_ns() - start
    }
    return Double(max(1, lives.sorted()[lives.count / 4]))
  }

  /// The time to hand on a turn among threads that spin, one on each CPU, in ns; measuring it takes
  /// at most half a second.
  static func turnNanoseconds(on cpus: [Int]) -> Double {
    let ring = TurnRing(threads: cpus.count)
    let threads = cpus.indices.compactMap { index in
      startThread {
        bind(to: cpus, index)
        ring.serve(index)
      }
    }
    defer {
      ring.end()
      for thread in threads { pthread_join(thread, nil) }
    }
    guard cpus.count > 1, threads.count == cpus.count else { return 1 }
    let start = sync_monotonic_ns()
    while true {
      sync_sleep_until(sync_monotonic_ns() + 1_000_000)
      let (turns, elapsed) = (ring.turns, sync_monotonic_ns() - start)
      if turns >= enoughTurns || elapsed >= watchedNanoseconds {
        return Double(elapsed) / Double(max(1, turns))
      }
    }
  }

  private static let enoughTurns = 2000
  private static let watchedNanoseconds: UInt64 = 500_000_000

  private static func bind(to cpus: [Int], _ index: Int) {
    guard !cpus.isEmpty else { return }
    var cpu = Int32(cpus[index % cpus.count])
    _ = sync_affinity_set(0, &cpu, 1)
  }
}

/// A ring of threads, each of which hands the turn to the next thread.
private final class TurnRing: Sendable {
  private let threads: Int
  private let turn = Atomic(0)
  private let isOver = Atomic(false)

  init(threads: Int) { self.threads = threads }

  /// The number of turns.
  var turns: Int { turn.load(ordering: .relaxed) }

  /// Takes one thread's turns, until the ring ends.
  func serve(_ index: Int) {
    while !isOver.load(ordering: .relaxed) {
      if turn.load(ordering: .acquiring) % threads == index {
        turn.wrappingAdd(1, ordering: .releasing)
      } else {
        sync_pause()
      }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}
