import BenchmarkModel
import BenchmarkStatistics

/// Splits the wall time of our own threads into states, using the threads' rows.
///
/// The thread's clock gives the running time, and the scheduler's statistics give the runnable
/// time, both to the nanosecond. Running time is split by getrusage, whose user and system parts
/// the kernel samples at ticks and scales to the running time. The remaining time counts as sleep
/// only if the threads made voluntary switches.
struct WallTimeReader {
  /// The fewest ticks at which the split into user and kernel time is not noted as rough.
  static let fewestTicks = 50.0
  /// The share of the wall time above which a note reports missing or extra time.
  static let tolerance = 0.05

  private let launches: [CounterRows]
  private let tickNanoseconds: Double
  private let runsOnPool: Bool

  init(_ evidence: ProfileEvidence) {
    launches = evidence.counters.map { CounterRows($0) }
      .filter { $0.ofThreads("wall-ns") != nil }
    tickNanoseconds = evidence.tickNanoseconds
    runsOnPool = evidence.runsOnPool
  }

  /// Returns the threads' wall time over all launches that measured it.
  func reading() -> WallTimeReading {
    guard let wall = sum("wall-ns"), wall > 0 else {
      return .unavailable(reason: "no row says how long the threads' trials took")
    }
    guard let running = running else {
      return .unavailable(reason: "neither schedstat nor rusage was read for each thread")
    }
    let runnable = sum("schedstat-run-queue-ns")
    let rest = max(0, wall - running - (runnable ?? 0))
    let parts =
      split(running) + [(.runnable, runnable ?? 0)] + [(remainder(runnable != nil), rest)]
    let threads = launches.compactMap { $0.ofThreads("wall-ns")?.count }.max() ?? 0
    return .measured(
      WallTime(
        parts: parts.filter { $0.1 > 0 }.map { WallTime.Part(state: $0.0, share: $0.1 / wall) },
        threads: threads, nanoseconds: wall / Double(max(1, threads)),
        costNanoseconds: cost,
        notes: notes(wall: wall, running: running, runnable: runnable, rest: rest)))
  }

  /// The median over launches of the cost of an operation; in a sum, the launch with most
  /// operations would dominate.
  private var cost: Double? {
    median(
      launches.compactMap { rows in
        let operations = rows.operationsOfThreads("wall-ns")
        guard operations > 0, let wall = rows.ofThreads("wall-ns") else { return nil }
        return wall.values.reduce(0, +) / Double(wall.count) / operations
      })
  }

  // MARK: Parts

  /// The sum of an event over all threads of all launches; nil if a launch lacks it.
  private func sum(_ event: String) -> Double? {
    var total = 0.0
    for rows in launches {
      guard let values = rows.ofThreads(event) else { return nil }
      total += values.values.reduce(0, +)
    }
    return launches.isEmpty ? nil : total
  }

  private var sampled: Double? {
    guard let user = sum("rusage-user-ns"), let system = sum("rusage-system-ns") else { return nil }
    return user + system
  }

  private var running: Double? { sum("cpu-ns") ?? sum("schedstat-running-ns") ?? sampled }

  private func split(_ running: Double) -> [(WallTime.State, Double)] {
    guard let user = sum("rusage-user-ns"), let sampled, sampled > 0 else {
      return [(.running, running)]
    }
    return [(.user, running * user / sampled), (.kernel, running * (1 - user / sampled))]
  }

  private var switchesToSleep: Double? {
    sum("voluntary-switches") ?? sum("rusage-voluntary-switches")
  }

  /// The state of the time that is left after the running time and, if known, the runnable time.
  private func remainder(_ hasRunnable: Bool) -> WallTime.State {
    guard hasRunnable else { return .notRunning }
    guard let switches = switchesToSleep else { return .notRunning }
    return switches > 0 ? .asleep : .unaccounted
  }

  // MARK: Notes

  private func notes(wall: Double, running: Double, runnable: Double?, rest: Double) -> [String] {
    var notes: [String] = []
    let known = running + (runnable ?? 0)
    if runsOnPool {
      notes.append("of the submitting threads only: the system's pool does the work")
    }
    if known > wall * (1 + Self.tolerance) {
      notes.append(
        "the parts overlap: they come to \(percent(known / wall)) of the wall time, because not all clocks"
          + " are read at one instant")
    }
    if runnable == nil {
      notes.append("schedstat is missing, so waiting for a CPU is not told from sleep")
    } else if switchesToSleep == nil {
      notes.append("switches are missing, so sleep is not told from what the hypervisor took")
    } else if switchesToSleep == 0, rest > wall * Self.tolerance {
      notes.append(
        "\(percent(rest / wall)) is missing: no thread went to sleep, so the hypervisor or interrupts"
          + " took it")
    }
    return notes + splitNotes
  }

  private var splitNotes: [String] {
    guard let sampled, sampled > 0 else {
      return ["rusage is missing, so user mode is not told from the kernel"]
    }
    let ticks = (sampled / tickNanoseconds).rounded()
    if ticks >= Self.fewestTicks { return [] }
    let count = FigureText.significant(ticks) + (ticks == 1 ? " tick" : " ticks")
    return ["user and kernel are told apart by \(count) only: a rough split"]
  }

  private func percent(_ share: Double) -> String { ProfileText.percent(share) }
}
