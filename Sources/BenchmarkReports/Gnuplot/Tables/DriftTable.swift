package import BenchmarkModel
import BenchmarkStatistics
import Glibc

/// The table of the chart `drift`: every trial of a run in measured order, with the ratio of its
/// cost to the median cost of its case's trials.
///
/// The run's time is divided into stretches of equal length, 100 at most. The `kind` of a row tells
/// its content:
/// - `axis`, the first row: the run's length, the lowest and the highest ratio on the axis, and the
///   number of trials.
/// - `trial`: one trial.
/// - `cell`, in place of `trial` in a run of more than ``mostTrials`` trials: `count` trials that
///   are close in time and ratio.
/// - `above` and `below`: the number of a stretch's trials whose ratio is above or below the axis,
///   and the ratio furthest from 1.
/// - `stretch`: the rolling median and quartiles of the ratios, and the share of the CPUs' time
///   that was stolen during the stretch's trials.
/// - `place`: the number (`count`) of a stretch's trials that were in one place of the host, which
///   `reason` names. From `ratio_low` to `ratio_high` is their part of the stretch's bar, which
///   stacks the places' shares from 0 to 1.
/// - `failure`: a failed launch, at the latest start of a trial in this launch and the launches
///   before it.
/// - `left-out`: the number of trials that are in no other row.
///
/// Times are in seconds since the run's start, by the machine's wall clock. The column `start_ns`
/// of raw/trials.csv has the trials' times by the same clock, in nanoseconds.
package enum DriftTable {
  /// The header.
  package static let columns = [
    "kind", "time_s", "ratio", "ratio_low", "ratio_high", "count", "steal_percent", "case",
    "workload", "primitive", "status", "reason",
  ]

  /// The largest number of trials for which each trial has a row of its own.
  package static let mostTrials = 4000

  /// The table of a run.
  ///
  /// - Parameter schedule: The plan's launches in the order in which they are measured, for the
  ///   times of failed launches; without a schedule, failures have no row.
  /// - Complexity: O(n log n) in the trials.
  package static func render(_ run: Run, schedule: [Launch] = []) -> String {
    let trials = DriftTrials(run)
    let axis = DriftAxis(trials)
    var text = CSV.line(columns)
    text += row("axis", time: axis.seconds, low: axis.low, high: axis.high, count: trials.all.count)
    for stretch in axis.stretches(trials, cpus: run.document.environment.topology.online.count) {
      text += row(
        "stretch", time: stretch.time, ratio: stretch.median, low: stretch.low, high: stretch.high,
        count: stretch.count, steal: stretch.stealPercent)
    }
    for part in axis.places(trials) {
      text += row(
        "place", time: part.time, low: part.low, high: part.high, count: part.count,
        reason: part.place)
    }
    let inside = trials.all.filter { axis.low <= $0.ratio && $0.ratio <= axis.high }
    if trials.all.count <= mostTrials {
      for trial in inside { text += row("trial", time: trial.time, ratio: trial.ratio, count: 1) }
    } else {
      for cell in axis.cells(inside) {
        text += row("cell", time: cell.time, ratio: cell.ratio, count: cell.count)
      }
    }
    for far in axis.beyond(trials.all) {
      text += row(
        far.ratio > 1 ? "above" : "below", time: far.time, ratio: far.ratio, count: far.count)
    }
    for failure in failures(of: run, schedule) {
      text += row("failure", time: failure.time, case: failure.id, reason: failure.reason)
    }
    if trials.leftOut > 0 {
      text += row("left-out", count: trials.leftOut, reason: "no operation done, or a failed check")
    }
    return text
  }

  private static func row(
    _ kind: String, time: Double? = nil, ratio: Double? = nil, low: Double? = nil,
    high: Double? = nil, count: Int? = nil, steal: Double? = nil, case id: CaseID? = nil,
    reason: String = ""
  ) -> String {
    CSV.line(
      [kind] + [time, ratio, low, high].map(FigureText.significant)
        + [count.map { String($0) } ?? "", FigureText.significant(steal), id?.description ?? ""]
        + [id?.workload ?? "", id?.primitive ?? "", "", reason])
  }

  /// The failed launches, except skipped ones; the time of each is the latest start of a trial in
  /// this launch and the launches before it, or 0 if they have no trial.
  private static func failures(
    of run: Run, _ schedule: [Launch]
  ) -> [(time: Double, id: CaseID, reason: String)] {
    var now = 0.0
    var found: [(time: Double, id: CaseID, reason: String)] = []
    for launch in schedule {
      guard let record = run.records[launch] else { continue }
      if let last = record.trials.map(\.startNanoseconds).max() {
        now = max(now, Double(last) / 1e9)
      }
      if let failure = record.failure, failure.kind != .skipped {
        found.append((now, run.document.plan.cases[launch.caseIndex].id, failure.reason))
      }
    }
    return found
  }
}

/// A run's trials in the order in which they began.
private struct DriftTrials {
  struct Trial {
    /// The start of the trial, in s since the run's start.
    let time: Double
    /// The trial's cost divided by the median cost of its case's trials.
    let ratio: Double
    let elapsedNanoseconds: Double
    let stealNanoseconds: Double?
    /// The place of the CPUs on the host; nil for a trial on one CPU, and if no place was read.
    let place: Place?
  }

  var all: [Trial] = []
  /// The number of trials without a cost.
  var leftOut = 0

  init(_ run: Run) {
    let places = RunPlaces(run)
    let byCase = Dictionary(grouping: run.records, by: \.key.caseIndex)
    for (index, records) in byCase {
      let read = places[index]?.trials
      let rows = records.flatMap { launch, record in
        record.trials.map { ($0, read?[launch.block]?[$0.trial]) }
      }
      let costs = rows.map { Self.cost($0.0) }
      guard let middle = median(costs.compactMap { $0 }) else {
        leftOut += rows.count
        continue
      }
      for ((row, place), cost) in zip(rows, costs) {
        guard let cost else {
          leftOut += 1
          continue
        }
        all.append(
          Trial(
            time: Double(row.startNanoseconds) / 1e9, ratio: cost / middle,
            elapsedNanoseconds: Double(row.elapsedNanoseconds),
            stealNanoseconds: row.stealNanoseconds.map { Double($0) }, place: place))
      }
    }
    all.sort { ($0.time, $0.ratio) < ($1.time, $1.ratio) }
  }

  /// The time of an operation in ns; nil if no operation was done, or if the result is wrong.
  private static func cost(_ row: TrialRow) -> Double? {
    guard row.isVerified, row.operations > 0, row.elapsedNanoseconds > 0 else { return nil }
    return Double(row.elapsedNanoseconds) / Double(row.operations)
  }
}

/// The axes of the chart, which divide the run's length and the ratios into cells.
private struct DriftAxis {
  struct Stretch {
    let time: Double
    let median, low, high: Double?
    let count: Int
    let stealPercent: Double?
  }

  struct Cell {
    let time: Double
    let ratio: Double
    let count: Int
  }

  /// The trials of a stretch of time that were in one place; `low` and `high` bound their part of
  /// the stretch's bar of shares.
  struct PlacePart {
    let time: Double
    let place: String
    let low, high: Double
    let count: Int
  }

  /// The run's length in s.
  let seconds: Double
  /// The smallest and the largest ratio on the axis.
  let low, high: Double

  private let stretchCount: Int
  private static let timeCells = 120
  private static let ratioCells = 40
  /// The smallest number of trials that gives useful quartiles.
  private static let fewest = 8

  init(_ trials: DriftTrials) {
    let ratios = trials.all.map { abs(log($0.ratio)) }.sorted()
    // A few trials that a neighbour slowed must not press all other trials into one line.
    let spread = min(max(1.1 * (quantile(sorted: ratios, 0.975) ?? 0), log(1.25)), log(4))
    low = exp(-spread)
    high = exp(spread)
    seconds = max(trials.all.last.map { $0.time + $0.elapsedNanoseconds / 1e9 } ?? 0, 1e-3)
    stretchCount = min(100, max(1, trials.all.count / 25))
  }

  private var stretchSeconds: Double { seconds / Double(stretchCount) }

  private func stretch(at time: Double) -> Int {
    min(max(Int(time / stretchSeconds), 0), stretchCount - 1)
  }

  /// The rolling median and quartiles of the ratios, each over a stretch and half of each
  /// neighbouring stretch.
  func stretches(_ trials: DriftTrials, cpus: Int) -> [Stretch] {
    let all = trials.all
    var first = 0
    var end = 0
    return (0..<stretchCount).map { number in
      let middle = (Double(number) + 0.5) * stretchSeconds
      while first < all.count, all[first].time < middle - stretchSeconds { first += 1 }
      while end < all.count, all[end].time < middle + stretchSeconds { end += 1 }
      let window = all[first..<max(first, end)]
      let own = window.filter { stretch(at: $0.time) == number }
      let ratios = window.count < Self.fewest ? [] : window.map(\.ratio).sorted()
      return Stretch(
        time: middle, median: quantile(sorted: ratios, 0.5), low: quantile(sorted: ratios, 0.25),
        high: quantile(sorted: ratios, 0.75), count: own.count, stealPercent: steal(own, cpus: cpus)
      )
    }
  }

  /// The places of the trials of each stretch; every stretch lists them in the same order, from the
  /// place with the most trials in the whole run to the place with the fewest.
  func places(_ trials: DriftTrials) -> [PlacePart] {
    let seen = trials.all.filter { $0.place != nil }
    let order = Dictionary(grouping: seen.compactMap(\.place)) { $0 }
      .sorted { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }.map(\.key)
    return Dictionary(grouping: seen) { stretch(at: $0.time) }.sorted { $0.key < $1.key }
      .flatMap { number, own in
        var low = 0
        return order.compactMap { place -> PlacePart? in
          let count = own.count { $0.place == place }
          defer { low += count }
          return count == 0
            ? nil
            : PlacePart(
              time: (Double(number) + 0.5) * stretchSeconds, place: place.text,
              low: Double(low) / Double(own.count),
              high: Double(low + count) / Double(own.count), count: count)
        }
      }
  }

  /// The stolen share of the CPUs' time during the trials, in %; nil if the stolen time of no trial
  /// is known.
  private func steal(_ trials: [DriftTrials.Trial], cpus: Int) -> Double? {
    let known = trials.filter { $0.stealNanoseconds != nil }
    let elapsed = known.reduce(0) { $0 + $1.elapsedNanoseconds } * Double(max(1, cpus))
    guard elapsed > 0 else { return nil }
    return 100 * min(1, known.reduce(0) { $0 + ($1.stealNanoseconds ?? 0) } / elapsed)
  }

  /// The trials counted into cells, in the order of time and then of ratio.
  func cells(_ trials: [DriftTrials.Trial]) -> [Cell] {
    let height = (log(high) - log(low)) / Double(Self.ratioCells)
    let width = seconds / Double(Self.timeCells)
    var counts: [Int: Int] = [:]
    for trial in trials {
      let column = min(max(Int(trial.time / width), 0), Self.timeCells - 1)
      let row = min(max(Int((log(trial.ratio) - log(low)) / height), 0), Self.ratioCells - 1)
      counts[column * Self.ratioCells + row, default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { cell, count in
      Cell(
        time: (Double(cell / Self.ratioCells) + 0.5) * width,
        ratio: exp(log(low) + (Double(cell % Self.ratioCells) + 0.5) * height), count: count)
    }
  }

  /// The trials beyond the axis, counted by stretch and side, with the furthest ratio.
  func beyond(_ trials: [DriftTrials.Trial]) -> [Cell] {
    var found: [Int: (count: Int, furthest: Double)] = [:]
    for trial in trials where trial.ratio < low || trial.ratio > high {
      let side = trial.ratio > 1 ? 1 : 0
      let old = found[2 * stretch(at: trial.time) + side] ?? (0, 1)
      found[2 * stretch(at: trial.time) + side] = (
        old.count + 1,
        side == 1 ? max(old.furthest, trial.ratio) : min(old.furthest, trial.ratio)
      )
    }
    return found.sorted { $0.key < $1.key }.map { key, far in
      Cell(
        time: (Double(key / 2) + 0.5) * stretchSeconds, ratio: far.furthest, count: far.count)
    }
  }
}
